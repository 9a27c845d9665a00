"""Who is in the club: phones and their places, links that let them in, the code that asks the host."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import CREATED, ClubView
from scoring.api.errors import FieldsError
from scoring.api.parsing import Choice, Id, Input, Whole, YesNo
from scoring.api.schema import reads, writes
from scoring.api.shapes import PersonShape, Shape, words
from scoring.models import Club, JoinLink, JoinRequest, Player, Role, Session
from scoring.operations.asking import answer, close_joining, open_joining
from scoring.operations.devices import change_place
from scoring.operations.joining import (
    HOST_LINK_LIFETIME,
    Invitation,
    make_link,
    make_recovery_link,
    revoke_link,
)
from scoring.operations.leaving import send_away
from scoring.operations.posting import Stamp
from scoring.queries.access import Access, Action
from scoring.queries.joining import good_links, open_code, waiting_requests
from scoring.queries.phones import Phone, find_phone, phones_of

LONGEST_HOURS = 168


class PhoneShape(Shape):
    """A phone with its place: role, the one session it may see (null: all), who holds it."""

    id = serializers.UUIDField(source="device.public_id")
    label = serializers.CharField(source="device.label")  # type: ignore[assignment]  # what programs read
    joined_at = serializers.DateTimeField(source="device.created_at")
    seen_at = serializers.DateTimeField(source="device.seen_at", allow_null=True)
    role = serializers.ChoiceField(choices=words(*Role), source="access.role")
    session = serializers.UUIDField(source="access.session.public_id", allow_null=True)
    player = PersonShape(source="access.player", allow_null=True)


class PhonesShape(Shape):
    """Every phone of the club, in the order they came."""

    items = PhoneShape(many=True)


class LinkShape(Shape):
    """A link that lets phones in; one for a device has a new phone take that one's place."""

    id = serializers.UUIDField(source="public_id")
    role = serializers.ChoiceField(choices=words(*Role))
    session = serializers.UUIDField(source="session.public_id", allow_null=True)
    for_device = serializers.UUIDField(source="for_device.public_id", allow_null=True)
    is_single_use = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class OneLinkShape(LinkShape):
    """A link with the path that phones open."""

    address = serializers.SerializerMethodField()

    def get_address(self, link: JoinLink) -> str:
        """Return the path, which lets in whoever has it."""
        return reverse("join-link", args=[link.token])


class LinksShape(Shape):
    """The links that still let somebody in, the newest first."""

    items = LinkShape(many=True)


class WaitingShape(Shape):
    """A phone that typed the code and waits for the host."""

    id = serializers.UUIDField(source="public_id")
    name = serializers.CharField(allow_blank=True)
    phone = serializers.CharField(source="device.label")
    asked_at = serializers.DateTimeField()


class JoiningShape(Shape):
    """The code while joining is open, null while it is closed, and who waits."""

    code = serializers.CharField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    session = serializers.UUIDField(allow_null=True)
    waiting = WaitingShape(many=True)


class Place(Input):
    """A place in the club; a host's is always the whole club."""

    role = Choice(choices=words(*Role))
    session = Id(allow_null=True, default=None)
    player = Id(allow_null=True, default=None)


class Sending(Input):
    """A phone sent away; the club's last host only where that is meant.

    With `closes_ways_back` the links go that its holder may have seen, and the code to type.
    """

    even_last_host = YesNo(default=False)
    closes_ways_back = YesNo(default=False)


class NewLink(Input):
    """What a link gives, and for how many hours; one for a host works once, for a day."""

    role = Choice(choices=words(*Role))
    session = Id(allow_null=True, default=None)
    hours = Whole(min_value=1, max_value=LONGEST_HOURS, default=12)


class Opening(Input):
    """What phones are let into that type the code: null is the whole club."""

    session = Id(allow_null=True, default=None)


class Letting(Input):
    """The role a waiting phone gets, null to refuse it."""

    role = Choice(choices=words(*(role for role in Role if role is not Role.HOST)), allow_null=True)


class Phones(ClubView):
    """The phones of the club."""

    rights = {"GET": Action.INVITE}

    @reads(PhonesShape)
    def get(self, _request: Request) -> Response:
        """List every phone with its place."""
        return Response(PhonesShape({"items": phones_of(club=self.club)}).data)


class OnePhone(ClubView):
    """A phone of the club."""

    rights = {"GET": Action.INVITE, "PUT": Action.INVITE}

    @reads(PhoneShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Read the place of a phone."""
        return Response(PhoneShape(_phone(self.club, public_id)).data)

    @writes(Place, PhoneShape)
    def put(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Give a phone another role, scope or holder; it counts from the phone's next request on."""
        phone, wanted = _phone(self.club, public_id), self.read(Place)
        role = Role(wanted["role"])
        place = Access(
            club=self.club,
            role=role,
            session=None if role is Role.HOST else _session(self.club, wanted["session"]),
            player=_player(self.club, wanted["player"]),
        )

        def write(stamp: Stamp) -> dict[str, Any]:
            change_place(device=phone.device, access=place, now=stamp.at)
            return PhoneShape(_phone(self.club, public_id)).data

        return self.once(write)


class Leavings(ClubView):
    """Phones sent away."""

    rights = {"POST": Action.INVITE}

    @writes(Sending, PhonesShape)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Send a phone away, from its next request on; the answer is the phones that stay."""
        phone, sending = _phone(self.club, public_id), self.read(Sending)

        def write(stamp: Stamp) -> dict[str, Any]:
            send_away(device=phone.device, club=self.club, now=stamp.at, **sending)
            return PhonesShape({"items": phones_of(club=self.club)}).data

        return self.once(write)


class Moves(ClubView):
    """Phones replaced by new ones."""

    rights = {"POST": Action.INVITE}

    @writes(None, LinkShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Make the link by which a new phone takes this one's place; read the link for its address."""
        device = _phone(self.club, public_id).device

        def write(stamp: Stamp) -> dict[str, Any]:
            link = make_recovery_link(device=device, club=self.club, made_by=self.device, now=stamp.at)
            return LinkShape(link).data

        return self.once(write, status=CREATED)


class Links(ClubView):
    """Links that let phones in."""

    rights = {"GET": Action.INVITE, "POST": Action.INVITE}

    @reads(LinksShape)
    def get(self, _request: Request) -> Response:
        """List the links that still let somebody in."""
        return Response(LinksShape({"items": good_links(club=self.club, now=timezone.now())}).data)

    @writes(NewLink, LinkShape, status=CREATED)
    def post(self, _request: Request) -> HttpResponse:
        """Make a link; read it for its address, which is kept nowhere."""
        wanted = self.read(NewLink)
        role = Role(wanted["role"])
        invitation = Invitation(
            club=self.club,
            role=role,
            session=_session(self.club, wanted["session"]),
            lifetime=HOST_LINK_LIFETIME if role is Role.HOST else timedelta(hours=wanted["hours"]),
        )
        return self.once(
            lambda stamp: LinkShape(make_link(invitation=invitation, made_by=self.device, now=stamp.at)).data,
            status=CREATED,
        )


class OneLink(ClubView):
    """A link that lets phones in."""

    rights = {"GET": Action.INVITE, "DELETE": Action.INVITE}

    @reads(OneLinkShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Read a link with the address that phones open."""
        return Response(OneLinkShape(self._link(public_id)).data)

    @writes(None, LinkShape)
    def delete(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Take a link back; phones that joined by it stay."""
        link = self._link(public_id)

        def write(stamp: Stamp) -> dict[str, Any]:
            revoke_link(link=link, now=stamp.at)
            return LinkShape(link).data

        return self.once(write)

    def _link(self, public_id: UUID) -> JoinLink:
        links = JoinLink.objects.select_related("session", "for_device").filter(club=self.club)
        if link := links.filter(public_id=public_id).first():
            return link
        raise Http404


class Joining(ClubView):
    """The code that phones type to ask the host."""

    rights = {"GET": Action.INVITE, "PUT": Action.INVITE, "DELETE": Action.INVITE}

    @reads(JoiningShape)
    def get(self, _request: Request) -> Response:
        """Read the code while joining is open, and who waits for an answer."""
        return Response(_joining(self.club, timezone.now()))

    @writes(Opening, JoiningShape)
    def put(self, _request: Request) -> HttpResponse:
        """Open joining for a while under a new code; the code before ends."""
        session = _session(self.club, self.read(Opening)["session"])

        def write(stamp: Stamp) -> dict[str, Any]:
            open_joining(club=self.club, session=session, device=self.device, now=stamp.at)
            return _joining(self.club, stamp.at)

        return self.once(write)

    @writes(None, JoiningShape)
    def delete(self, _request: Request) -> HttpResponse:
        """Close joining before its time is over."""

        def write(stamp: Stamp) -> dict[str, Any]:
            close_joining(club=self.club, now=stamp.at)
            return _joining(self.club, stamp.at)

        return self.once(write)


class Answers(ClubView):
    """Answers to phones that wait."""

    rights = {"POST": Action.INVITE}

    @writes(Letting, JoiningShape)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Let a waiting phone in with a role, or refuse it; the first answer counts."""
        asked = JoinRequest.objects.filter(code__club=self.club, public_id=public_id).first()
        if asked is None:
            raise Http404
        role = self.read(Letting)["role"]

        def write(stamp: Stamp) -> dict[str, Any]:
            answer(request=asked, role=role and Role(role), device=self.device, now=stamp.at)
            return _joining(self.club, stamp.at)

        return self.once(write)


def _phone(club: Club, public_id: UUID) -> Phone:
    """Return a phone of the club, or answer 404."""
    if found := find_phone(club=club, public_id=public_id):
        return found
    raise Http404


def _session(club: Club, public_id: UUID | None) -> Session | None:
    if public_id is None:
        return None
    if found := Session.objects.filter(club=club, public_id=public_id).first():
        return found
    raise FieldsError(session="The club has no such session.")


def _player(club: Club, public_id: UUID | None) -> Player | None:
    if public_id is None:
        return None
    if found := Player.objects.filter(club=club, public_id=public_id, merged_into=None).first():
        return found
    raise FieldsError(player="The club has no such player.")


def _joining(club: Club, now: datetime) -> dict[str, Any]:
    code = open_code(club=club, now=now)
    found = {
        "code": code and code.code,
        "closes_at": code and code.closes_at,
        "session": code.session.public_id if code and code.session else None,
        "waiting": waiting_requests(club=club, now=now),
    }
    return JoiningShape(found).data
