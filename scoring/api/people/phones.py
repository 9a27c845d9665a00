"""Who is in the club: phones and their places, links that let them in, the code that asks the host."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from pydantic import field_validator

from scoring.api.people.club import PersonShape
from scoring.api.web.answers import Items, Shape, at
from scoring.api.web.base import ClubView
from scoring.api.web.errors import FieldsError
from scoring.api.web.operations import reads, writes
from scoring.api.web.parsing import Choice, Id, Input, Whole, YesNo, words
from scoring.models import Club, JoinLink, JoinRequest, Player, Role, Session
from scoring.operations.people.devices import change_place
from scoring.operations.people.joining import (
    HOST_LINK_LIFETIME,
    Invitation,
    answer,
    close_joining,
    make_link,
    make_recovery_link,
    open_joining,
    revoke_link,
    send_away,
)
from scoring.operations.table.posting import Stamp
from scoring.queries.people.access import Access, Action, place_version
from scoring.queries.people.joining import good_links, open_code, waiting_requests
from scoring.queries.people.phones import Phone, find_phone, phones_of
from scoring.texts import say

LONGEST_HOURS = 168


class PhoneShape(Shape):
    """A phone with its place: role, the one session it may see (null: all), who holds it."""

    id: UUID = at("device.public_id")
    label: str = at("device.label")
    joined_at: datetime = at("device.created_at")
    seen_at: datetime | None = at("device.seen_at")
    role: Role = at("access.role")
    session: UUID | None = at("access.session.public_id", default=None)
    player: PersonShape | None = at("access.player")


class LinkShape(Shape):
    """A link that lets phones in; one for a device has a new phone take that one's place."""

    id: UUID = at("public_id")
    role: Role
    session: UUID | None = at("session.public_id", default=None)
    for_device: UUID | None = at("for_device.public_id", default=None)
    is_single_use: bool
    created_at: datetime
    expires_at: datetime


class OneLinkShape(LinkShape):
    """A link with the path that phones open."""

    address: str = at("token")

    @field_validator("address", mode="before")
    @classmethod
    def _path(cls, token: str) -> str:
        return reverse("join-link", args=[token])


class WaitingShape(Shape):
    """A phone that typed the code and waits for the host."""

    id: UUID = at("public_id")
    name: str
    phone: str = at("device.label")
    asked_at: datetime


class JoiningShape(Shape):
    """The code while joining is open, null while it is closed, and who waits."""

    code: str | None
    closes_at: datetime | None
    session: UUID | None
    waiting: tuple[WaitingShape, ...]


class Place(Input):
    """A place in the club; a host's is always the whole club. What is expected is the place that was read."""

    role = Choice(choices=words(*Role))
    session = Id(allow_null=True, default=None)
    player = Id(allow_null=True, default=None)
    expected_role = Choice(choices=words(*Role), required=False)
    expected_session = Id(allow_null=True, default=None)
    expected_player = Id(allow_null=True, default=None)


class SentAway(Input):
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
    @reads(Items[PhoneShape], right=Action.INVITE)
    def get(self) -> Any:
        """List every phone with its place, in the order they came."""
        return {"items": phones_of(club=self.club)}


class PhoneView(ClubView):
    """A resource of a phone of the club."""

    phone: Phone

    def find(self) -> None:
        found = find_phone(club=self.club, public_id=self.part("public_id"))
        if found is None:
            raise Http404
        self.phone = found


class OnePhone(PhoneView):
    @reads(PhoneShape, right=Action.INVITE)
    def get(self) -> Phone:
        """Read the place of a phone."""
        return self.phone

    @writes(Place, PhoneShape, right=Action.INVITE)
    def put(self, wanted: dict[str, Any], stamp: Stamp) -> Phone:
        """Give a phone another role, scope or holder; it counts from the phone's next request on.

        With `expected_role`, `expected_session` and `expected_player` as they were read, 409 `shown_changed` says
        that another has changed them since.
        """
        role, seen = Role(wanted["role"]), wanted.get("expected_role")
        place = Access(
            club=self.club,
            role=role,
            session=None if role is Role.HOST else _session(self.club, wanted["session"]),
            player=_player(self.club, wanted["player"]),
        )
        expected = seen and place_version(
            role=seen, session=wanted["expected_session"], player=wanted["expected_player"]
        )
        change_place(device=self.phone.device, access=place, now=stamp.at, expected_version=expected)
        self.find()
        return self.phone


class SendAway(PhoneView):
    @writes(SentAway, Items[PhoneShape], right=Action.INVITE)
    def post(self, sending: dict[str, Any], stamp: Stamp) -> Any:
        """Send a phone away, from its next request on; the answer is the phones that stay."""
        send_away(device=self.phone.device, club=self.club, now=stamp.at, **sending)
        return {"items": phones_of(club=self.club)}


class Moves(PhoneView):
    @writes(None, LinkShape, right=Action.INVITE, made="links/{id}/")
    def post(self, stamp: Stamp) -> JoinLink:
        """Make the link by which a new phone takes this one's place; read the link for its address."""
        device = self.phone.device
        return make_recovery_link(device=device, club=self.club, made_by=self.device, now=stamp.at)


class Links(ClubView):
    @reads(Items[LinkShape], right=Action.INVITE)
    def get(self) -> Any:
        """List the links that still let somebody in, the newest first."""
        return {"items": good_links(club=self.club, now=timezone.now())}

    @writes(NewLink, LinkShape, right=Action.INVITE, made="links/{id}/")
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> JoinLink:
        """Make a link; read it for its address, which is kept nowhere."""
        role = Role(wanted["role"])
        invitation = Invitation(
            club=self.club,
            role=role,
            session=_session(self.club, wanted["session"]),
            lifetime=HOST_LINK_LIFETIME if role is Role.HOST else timedelta(hours=wanted["hours"]),
        )
        return make_link(invitation=invitation, made_by=self.device, now=stamp.at)


class OneLink(ClubView):
    link: JoinLink

    def find(self) -> None:
        links = JoinLink.objects.select_related("session", "for_device").filter(club=self.club)
        self.link = get_object_or_404(links, public_id=self.part("public_id"))

    @reads(OneLinkShape, right=Action.INVITE)
    def get(self) -> JoinLink:
        """Read a link with the address that phones open."""
        return self.link

    @writes(None, LinkShape, right=Action.INVITE)
    def delete(self, stamp: Stamp) -> JoinLink:
        """Take a link back; phones that joined by it stay."""
        revoke_link(link=self.link, now=stamp.at)
        return self.link


class Joining(ClubView):
    @reads(JoiningShape, right=Action.INVITE)
    def get(self) -> Any:
        """Read the code while joining is open, and who waits for an answer."""
        return _joining(self.club, timezone.now())

    @writes(Opening, JoiningShape, right=Action.INVITE)
    def put(self, wanted: dict[str, Any], stamp: Stamp) -> Any:
        """Open joining for a while under a new code; the code before ends."""
        session = _session(self.club, wanted["session"])
        open_joining(club=self.club, session=session, device=self.device, now=stamp.at)
        return _joining(self.club, stamp.at)

    @writes(None, JoiningShape, right=Action.INVITE)
    def delete(self, stamp: Stamp) -> Any:
        """Close joining before its time is over."""
        close_joining(club=self.club, now=stamp.at)
        return _joining(self.club, stamp.at)


class Answers(ClubView):
    waiting: JoinRequest

    def find(self) -> None:
        asked = JoinRequest.objects.filter(code__club=self.club)
        self.waiting = get_object_or_404(asked, public_id=self.part("public_id"))

    @writes(Letting, JoiningShape, right=Action.INVITE)
    def post(self, letting: dict[str, Any], stamp: Stamp) -> Any:
        """Let a waiting phone in with a role, or refuse it; the first answer counts."""
        role = letting["role"]
        answer(request=self.waiting, role=role and Role(role), device=self.device, now=stamp.at)
        return _joining(self.club, stamp.at)


def _session(club: Club, public_id: UUID | None) -> Session | None:
    if public_id is None:
        return None
    if found := Session.objects.filter(club=club, public_id=public_id).first():
        return found
    raise FieldsError(session=say("api.unknown_session"))


def _player(club: Club, public_id: UUID | None) -> Player | None:
    if public_id is None:
        return None
    if found := Player.objects.filter(club=club, public_id=public_id, merged_into=None).first():
        return found
    raise FieldsError(player=say("api.unknown_player"))


def _joining(club: Club, now: datetime) -> Any:
    code = open_code(club=club, now=now)
    return {
        "code": code and code.code,
        "closes_at": code and code.closes_at,
        "session": code.session.public_id if code and code.session else None,
        "waiting": waiting_requests(club=club, now=now),
    }
