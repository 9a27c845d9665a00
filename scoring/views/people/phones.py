"""Pages of people, their phones, links and codes."""

from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from scoring.forms import people
from scoring.models import JoinLink, JoinRequest, Player, Role
from scoring.operations.people import clubs, joining
from scoring.operations.people.devices import LastHostError, change_place
from scoring.operations.table.companion import judged_proposals
from scoring.queries.people import phones as reading
from scoring.queries.people.access import Action, is_last_host, lets, protection_version
from scoring.queries.people.players import active_players
from scoring.queries.table.disputes import open_objections
from scoring.queries.table.night import night_of
from scoring.web.access import posts, reads
from scoring.web.addresses import qr_code, shared_address
from scoring.web.device import ClubRequest
from scoring.web.pages import Fold, FoldedPage, FormView, Refusal
from scoring.web.shared import CONFLICT, INVALID, NOTHING_NEW, find_player, find_session, paged


class Protection(Fold, FormView[people.ProtectionForm]):
    fold = "protection"
    action = Action.INVITE
    then_page = "phones"

    def given(self) -> Mapping[str, object]:
        return {"has_passcode": bool(self.request.club.passcode)}

    def initial(self) -> Mapping[str, object]:
        club = self.request.club
        return {"takes_new_names": club.takes_new_names, "expected": protection_version(club=club)}

    def write(self, form: people.ProtectionForm) -> object:
        return clubs.protect_club(
            club=self.request.club,
            passcode=form.wanted_passcode(),
            takes_new_names=form.cleaned_data["takes_new_names"],
            expected_version=self.request.POST.get("expected"),
        )


class People(FoldedPage):
    action = Action.BROWSE
    template = "people/people.html"
    is_locked = True
    folds = (Protection,)

    def stated(self) -> Mapping[str, object]:
        club = self.request.club
        people_here = reading.people_of(club=club)
        if not lets(access=self.request.access, action=Action.INVITE):
            return paged(self.request, people=[each for each in people_here if each.player])
        links = reading.valid_links(club=club, now=timezone.now())
        code = reading.open_code(club=club, now=timezone.now())
        ends = [each.expires_at for each in links] + ([code.closes_at] if code else [])
        discarded = tuple(club.players.exclude(discarded_at=None).filter(merged_into=None).order_by("name"))
        return {
            **paged(self.request, people=people_here, links=links, discarded=discarded),
            "code": code,
            "until": max(ends, default=None),
            "link_count": len(links),
            "discarded_count": len(discarded),
            **_waiting(self.request, at="phones"),
        }


def _waiting(request: ClubRequest, *, at: str) -> dict[str, object]:
    waiting = reading.waiting_requests(club=request.club, now=timezone.now())
    others = len(waiting) - 1 + (_banner_count(request, at) if waiting else 0)
    shown = "\n".join((*(f"{one.public_id} {one.name}" for one in waiting), f"{others}"))
    here: dict[str, object] = {"waiting": waiting[:1], "others": others}
    if at == "phones":
        roles = [(role.value, role.label) for role in (Role.VIEWER, Role.SCOREKEEPER)]
        here = {"waiting": waiting, "further_roles": roles}
    return {"at": at, "version": sha256(shown.encode()).hexdigest()[:16], **here}


def _banner_count(request: ClubRequest, at: str) -> int:
    # A waiting phone hides the banner of the table, so count the notices that it hides.
    try:
        session = find_session(request, public_id=UUID(at))
    except ValueError:
        return 0
    proposals = judged_proposals(session=session, night=night_of(session=session))
    return len(proposals) + len(open_objections(session=session))


@reads(Action.INVITE)
def person(request: ClubRequest, public_id: UUID) -> HttpResponse:
    return _person_page(request, player=find_player(request, public_id=public_id))


def _person_page(
    request: ClubRequest,
    *,
    player: Player | None,
    shown: reading.DeviceAccess | None = None,
    form: people.PlaceForm | None = None,
    message: object = None,
    status: int = 200,
    **context: object,
) -> HttpResponse:
    held = [each for each in reading.phones_of(club=request.club) if player and each.access.player == player]
    context["phones"] = [
        {
            "device": each.device,
            "form": form if form and each == shown else _place_form(request, each),
            "message": message if each == shown else None,
            "is_last_host": is_last_host(device=each.device, club=request.club),
            "ways": any(reading.ways_back(device=each.device, access=each.access, now=timezone.now())),
        }
        for each in held or filter(None, [shown])
    ]
    return render(request, "people/person.html", {"player": player, "shown": shown, **context}, status=status)


def _place_form(request: ClubRequest, phone: reading.DeviceAccess, data: Any = None) -> people.PlaceForm:
    access, auto_id = phone.access, f"{phone.device.pk}-%s"
    nights = reading.nights_to_see(club=request.club, beside=access.session)
    players = dict.fromkeys(filter(None, (*active_players(club=request.club), access.player)))
    return people.PlaceForm(data, access=access, nights=nights, players=players, auto_id=auto_id)


class PhonePage(FormView[people.PlaceForm]):
    action = Action.INVITE
    error_fields = {LastHostError: "role"}
    done = gettext_lazy("Saved.")

    def __init__(self, request: ClubRequest, public_id: UUID) -> None:
        super().__init__(request)
        self.phone = _find(request, public_id)

    def make(self, data: Mapping[str, Any] | None = None, **_options: Any) -> people.PlaceForm:
        return _place_form(self.request, self.phone, data)

    def write(self, form: people.PlaceForm) -> object:
        seen, access = self.request.POST.get("expected"), form.access(club=self.request.club)
        return change_place(device=self.phone.device, access=access, now=timezone.now(), expected_version=seen)

    def then(self, written: object) -> str:  # noqa: ARG002
        return reverse("phone", args=[self.phone.device])

    def page(self, form: people.PlaceForm, *, error: Refusal | None = None, status: int = 200) -> HttpResponse:
        phone, message = self.phone, error and self.why(error)
        holder = phone.access.player
        return _person_page(self.request, player=holder, shown=phone, form=form, message=message, status=status)


@posts(Action.INVITE)
def send_away(request: ClubRequest, public_id: UUID) -> HttpResponse:
    phone, sent = _find(request, public_id), request.POST
    closes, even = "ways_back" in sent, "last_host" in sent
    device, club, now, player = phone.device, request.club, timezone.now(), phone.access.player
    try:
        joining.remove_device(device=device, club=club, now=now, ends_links=closes, even_last_host=even)
    except LastHostError:
        # Without a host no phone can let another one in, so this is asked twice.
        return _person_page(request, player=player, shown=phone, opened=f"{device.pk}-away", status=CONFLICT)
    messages.success(request, _("%(phone)s is sent away.") % {"phone": f"{player} ({device})" if player else device})
    return redirect("home" if device == request.device else "phones")


@posts(Action.INVITE)
def move_phone(request: ClubRequest, public_id: UUID) -> HttpResponse:
    device = _find(request, public_id).device
    link = joining.make_recovery_link(device=device, club=request.club, made_by=request.device, now=timezone.now())
    return redirect("link", public_id=link.public_id)


def _find(request: ClubRequest, public_id: UUID) -> reading.DeviceAccess:
    for phone in reading.phones_of(club=request.club, device__public_id=public_id):
        return phone
    raise Http404


@never_cache
@reads(Action.INVITE)
def invite(request: ClubRequest, public_id: UUID | None = None) -> HttpResponse:
    # A GET changes nothing, because browsers prefetch pages. A script of the page posts for a link.
    return _invite_page(request, link=_find_link(request, public_id) if public_id else None)


def _invite_page(
    request: ClubRequest, *, link: JoinLink | None = None, form: people.LinkForm | None = None, status: int = 200
) -> HttpResponse:
    # The link has an address that other phones reach, not the one of this browser: that may be localhost.
    now, nights = timezone.now(), reading.nights_to_see(club=request.club)
    named = (each for each in nights if str(each.public_id) == request.GET.get("session"))
    session = link.session if link else next(named, nights[0] if nights else None)
    if link is None:
        link = next(iter(reading.shared_links(club=request.club, role=Role.PLAYER, session=session, now=now)), None)
    code, night = reading.open_code(club=request.club, now=now), session or next(iter(nights), None)
    address = shared_address(request, path=reverse("join-link", args=[link.token])) if link else None
    context = {
        "link": link,
        "problem": link and reading.link_problem(link=link, now=now),
        "session": session,
        "address": address,
        "qr": address and qr_code(address.text),
        "code": code if code and code.session == session else None,
        "join_address": shared_address(request, path=reverse("enter-code")),
        "form": form or people.LinkForm(nights=nights, initial={"session": session and session.public_id}),
        "hours": link and (link.expires_at - link.created_at) // timedelta(hours=1),
        "back": reverse("table", args=[night]) if night else reverse("phones"),
    }
    return render(request, "people/invite.html#sheet" if request.htmx else "people/invite.html", context, status=status)


@posts(Action.INVITE)
def new_link(request: ClubRequest) -> HttpResponse:
    form = people.LinkForm(request.POST, nights=reading.nights_to_see(club=request.club))
    if not form.is_valid():
        return _invite_page(request, form=form, status=INVALID)
    access, lifetime = form.invitation(club=request.club)
    made = joining.invite(access=access, lifetime=lifetime, made_by=request.device, now=timezone.now())
    return redirect("link", public_id=made.public_id)


@posts(Action.INVITE)
def take_back_link(request: ClubRequest, public_id: UUID) -> HttpResponse:
    joining.revoke_link(link=_find_link(request, public_id), now=timezone.now())
    return redirect("phones")


def _find_link(request: ClubRequest, public_id: UUID) -> JoinLink:
    links = JoinLink.objects.select_related("session", "for_device")
    return get_object_or_404(links, club=request.club, public_id=public_id)


@posts(Action.INVITE)
def close_by_code(request: ClubRequest) -> HttpResponse:
    joining.close_joining(club=request.club, now=timezone.now())
    return redirect("phones")


@reads(Action.INVITE)
def asking(request: ClubRequest) -> HttpResponse:
    """Show the phones that request access, 204 if unchanged."""
    context = _waiting(request, at=request.GET.get("at", "phones"))
    if request.GET.get("v") == context["version"]:
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "people/phones/knock.html", context)


@posts(Action.INVITE)
def answer_phone(request: ClubRequest, public_id: UUID) -> HttpResponse:
    requests = JoinRequest.objects.select_related("code__club")
    asked = get_object_or_404(requests, code__club=request.club, public_id=public_id)
    role = request.POST.get("role")
    if role not in people.ANSWERS:
        return People(request).show(status=INVALID)
    joining.answer(request=asked, role=people.ANSWERS[role], device=request.device, now=timezone.now())
    at = request.POST.get("at", "")
    try:
        return redirect("table", UUID(at))
    except ValueError:
        return redirect("home" if at == "home" else "phones")
