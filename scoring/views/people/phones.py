"""People and phones: whom the host let in, as what; links, codes and answers that let in more; programs."""

from collections.abc import Mapping
from hashlib import sha256
from typing import cast
from uuid import UUID, uuid4

from django import forms
from django.conf import settings
from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from scoring.forms import people
from scoring.forms.base import problem
from scoring.models import ApiToken, JoinLink, JoinRequest, Role, Session, Webhook
from scoring.operations.people import joining, programs
from scoring.operations.people.devices import LastHostError, change_place
from scoring.queries.people import phones as reading
from scoring.queries.people.access import Action, is_last_host
from scoring.queries.people.players import active_players
from scoring.queries.table.nights import open_sessions
from scoring.web.access import posts, reads
from scoring.web.addresses import qr_code, served, shared_address
from scoring.web.device import ClubRequest
from scoring.web.pages import FormView, Refusal
from scoring.web.shared import CONFLICT, INVALID, NOTHING_NEW


@reads(Action.INVITE)
def phones(request: ClubRequest) -> HttpResponse:
    """List every phone with its place, the links that still work, and who asks to come in."""
    return _phones_page(request)


def _phones_page(request: ClubRequest, *, link_form: people.LinkForm | None = None, status: int = 200) -> HttpResponse:
    now, nights = timezone.now(), reading.nights_to_see(club=request.club)
    context = {
        "phones": reading.phones_of(club=request.club),
        "links": reading.good_links(club=request.club, now=now),
        "link_form": link_form or people.LinkForm(nights=nights),
        "open_form": people.ScopeForm(nights=nights),
        "has_https": served().https is not None,
        "table": _only(nights),
        **_asking(request),
    }
    return render(request, "people/phones/phones.html", context, status=status)


def _only(played: tuple[Session, ...]) -> Session | None:
    """Return the night that is played, to go back to its table; None where several are."""
    return played[0] if len(played) == 1 else None


def _asking(request: ClubRequest) -> dict[str, object]:
    """Return who waits for the host's answer under which code, and the version of that."""
    now = timezone.now()
    code, waiting = reading.open_code(club=request.club, now=now), reading.waiting_requests(club=request.club, now=now)
    shown = [str(code), *(f"{one.public_id} {one.name}" for one in waiting)]
    return {
        "code": code,
        "waiting": [(one, people.AnswerForm()) for one in waiting],
        "others": len(waiting) - 1,
        "join_address": shared_address(request, path=reverse("enter-code")),
        "version": sha256("\n".join(shown).encode()).hexdigest()[:16],
    }


class _PhoneView[F: forms.Form](FormView[F]):
    action = Action.INVITE
    then_page = "phones"

    def __init__(self, request: ClubRequest, public_id: UUID) -> None:
        super().__init__(request)
        self.phone = _find(request, public_id)

    def stated(self) -> Mapping[str, object]:
        return {"phone": self.phone, "is_this": self.phone.device == self.request.device}


class PhonePage(_PhoneView[people.PlaceForm]):
    template = "people/phones/phone.html"
    form_class = people.PlaceForm
    done = gettext_lazy("Saved. It counts from the phone's next tap on.")

    def given(self) -> Mapping[str, object]:
        club = self.request.club
        nights = reading.nights_to_see(club=club, beside=self.phone.access.session)
        return {"nights": nights, "players": active_players(club=club)}

    def initial(self) -> Mapping[str, object]:
        return people.PlaceForm.of(self.phone.access)

    def write(self, form: people.PlaceForm) -> object:
        seen, access = self.request.POST.get("expected"), form.access(club=self.request.club)
        return change_place(device=self.phone.device, access=access, now=timezone.now(), expected_version=seen)

    def refuse(self, form: people.PlaceForm, error: Refusal) -> HttpResponse:
        if not isinstance(error, LastHostError):
            return super().refuse(form, error)
        form.add_error("role", problem(error))
        return self.page(form, status=CONFLICT)


class SendAway(_PhoneView[people.SendAwayForm]):
    """Ask whether to send the phone away, with a warning for the last host; post to do it."""

    template = "people/phones/revoke.html"
    form_class = people.SendAwayForm
    asks_again = (LastHostError,)

    def stated(self) -> Mapping[str, object]:
        device, club = self.phone.device, self.request.club
        ways = reading.ways_back(device=device, access=self.phone.access, now=timezone.now())
        return {**super().stated(), "is_last_host": is_last_host(device=device, club=club), "ways": ways}

    def write(self, form: people.SendAwayForm) -> object:
        closes, even = form.cleaned_data["ways_back"], form.cleaned_data["last_host"]
        device, club, now = self.phone.device, self.request.club, timezone.now()
        return joining.send_away(device=device, club=club, now=now, closes_ways_back=closes, even_last_host=even)

    def then(self, written: object) -> str:
        device, player = self.phone.device, self.phone.access.player
        said = {"phone": f"{player} ({device})" if player else device}
        messages.success(self.request, _("%(phone)s is sent away.") % said)
        return reverse("home") if device == self.request.device else super().then(written)


@posts(Action.INVITE)
def move_phone(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Make the link by which a new phone takes this one's place, and show it."""
    device = _find(request, public_id).device
    link = joining.make_recovery_link(device=device, club=request.club, made_by=request.device, now=timezone.now())
    return redirect("link", public_id=link.public_id)


def _find(request: ClubRequest, public_id: UUID) -> reading.Phone:
    for phone in reading.phones_of(club=request.club):
        if phone.device.public_id == public_id:
            return phone
    raise Http404


@posts(Action.INVITE)
def new_link(request: ClubRequest) -> HttpResponse:
    form = people.LinkForm(request.POST, nights=reading.nights_to_see(club=request.club))
    if not form.is_valid():
        return _phones_page(request, link_form=form, status=INVALID)
    invitation = form.invitation(club=request.club)
    made = joining.make_link(invitation=invitation, made_by=request.device, now=timezone.now())
    return redirect("link", public_id=made.public_id)


@never_cache
@reads(Action.INVITE)
def link(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show a link as a QR code and as text, under an address by which other phones reach this machine."""
    found = _find_link(request, public_id)
    address = shared_address(request, path=reverse("join-link", args=[found.token]))
    context = {
        "link": found,
        "problem": reading.link_problem(link=found, now=timezone.now()),
        "role": people.ROLE_WORDS[Role(found.role)],
        "address": address,
        "code": qr_code(address.text),
        "table": found.session or _only(open_sessions(club=request.club)),
    }
    return render(request, "people/phones/link.html", context)


@posts(Action.INVITE)
def take_back_link(request: ClubRequest, public_id: UUID) -> HttpResponse:
    joining.revoke_link(link=_find_link(request, public_id), now=timezone.now())
    return redirect("phones")


def _find_link(request: ClubRequest, public_id: UUID) -> JoinLink:
    links = JoinLink.objects.select_related("session", "for_device")
    return get_object_or_404(links, club=request.club, public_id=public_id)


@posts(Action.INVITE)
def open_by_code(request: ClubRequest) -> HttpResponse:
    """Open joining under a new code, to the club or to one session."""
    form = people.ScopeForm(request.POST, nights=reading.nights_to_see(club=request.club))
    if not form.is_valid():
        return _phones_page(request, status=INVALID)
    session = form.cleaned_data["session"]
    joining.open_joining(club=request.club, session=session, device=request.device, now=timezone.now())
    return redirect("phones")


@posts(Action.INVITE)
def close_by_code(request: ClubRequest) -> HttpResponse:
    joining.close_joining(club=request.club, now=timezone.now())
    return redirect("phones")


@reads(Action.INVITE)
def asking(request: ClubRequest) -> HttpResponse:
    """Answer who asks to come in, one over the page `at` a table or home, or 204 while nothing changed."""
    context = _asking(request)
    if request.GET.get("v") == context["version"]:
        return HttpResponse(status=NOTHING_NEW)
    if at := request.GET.get("at"):
        return render(request, "people/phones/knock.html", {"at": at, **context})
    return render(request, "people/phones/phones.html#asking", context)


@posts(Action.INVITE)
def answer_phone(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Let a phone in that asked, with the role chosen, or refuse it; go back to home, a table or all phones."""
    requests = JoinRequest.objects.select_related("code__club")
    asked = get_object_or_404(requests, code__club=request.club, public_id=public_id)
    form = people.AnswerForm(request.POST)
    if not form.is_valid():
        return _phones_page(request, status=INVALID)
    joining.answer(request=asked, role=form.cleaned_data["role"], device=request.device, now=timezone.now())
    at = request.POST.get("at", "")
    try:
        return redirect("table", UUID(at))
    except ValueError:
        return redirect("home" if at == "home" else "phones")


class Programs(FormView[people.ProgramForm]):
    """List the programs of the club; post to let one in and show its token, this once."""

    template = "people/programs/programs.html"
    form_class = people.ProgramForm

    def __init__(self, request: ClubRequest, *, webhook_form: people.WebhookForm | None = None) -> None:
        super().__init__(request)
        self.webhook_form = webhook_form or people.WebhookForm(initial={"key": uuid4()})

    def given(self) -> Mapping[str, object]:
        maker, players = self.request.access, active_players(club=self.request.club)
        return {"players": [each for each in players if reading.may_speak_for(maker=maker, player=each)]}

    def initial(self) -> Mapping[str, object]:
        return {"key": uuid4()}

    def stated(self) -> Mapping[str, object]:
        club = self.request.club
        tokens = reading.tokens_of(club=club, now=timezone.now())
        return {
            "programs": [(each, people.PROGRAM_ROLES[each.access.role]) for each in tokens],
            "webhooks": Webhook.objects.filter(club=club).annotate(waiting=Count("messages")).order_by("pk"),
            "webhook_form": self.webhook_form,
            "tells": bool(settings.WEBHOOKS),
        }

    def write(self, form: people.ProgramForm) -> object:
        request, wanted = self.request, form.wanted(now=timezone.now())
        token = programs.make_token(club=request.club, maker=request.device, wanted=wanted, stamp=self.stamp(form))
        address = request.build_absolute_uri("/api/v1/token/")
        return {"token": token, "wanted": wanted, "address": address}

    def go_on(self, written: object) -> HttpResponse:
        return render(self.request, "people/programs/token.html", cast(dict[str, object], written))


@posts(Action.MANAGE)
def revoke(request: ClubRequest, public_id: UUID) -> HttpResponse:
    tokens = ApiToken.objects.filter(device__memberships__club=request.club).distinct()
    token = get_object_or_404(tokens, device__public_id=public_id)
    programs.revoke_token(token=token, at=timezone.now())
    messages.success(request, _("%(program)s is let in no more.") % {"program": token})
    return redirect("programs")


@never_cache
@posts(Action.MANAGE)
def new_webhook(request: ClubRequest) -> HttpResponse:
    """Tell an address from now on what happens, and show its secret, this once."""
    form = people.WebhookForm(request.POST)
    if form.is_valid():
        stamp = form.stamp(device=request.device, at=timezone.now())
        try:
            webhook = programs.add_webhook(club=request.club, address=form.cleaned_data["address"], stamp=stamp)
        except programs.WebhookError as error:
            form.add_error("address", problem(error))
        else:
            context = {"webhook": webhook, "secret": programs.secret_of(webhook=webhook)}
            return render(request, "people/programs/webhook.html", context)
    page = Programs(request, webhook_form=form)
    return page.page(page.make(initial=page.opened()), status=INVALID)


@posts(Action.MANAGE)
def take_webhook_off(request: ClubRequest, public_id: UUID) -> HttpResponse:
    programs.remove_webhook(webhook=get_object_or_404(Webhook, club=request.club, public_id=public_id))
    return redirect("programs")
