"""People and phones: whom the host let in, as what; links, codes and answers that let in more; programs."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from uuid import UUID, uuid4

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

from scoring.forms.base import problem
from scoring.forms.people.people import ROLES, ProgramForm, WebhookForm, new_program
from scoring.forms.people.phones import ROLE_WORDS, AnswerForm, LinkForm, OpenForm, PlaceForm, SendAwayForm, place_of
from scoring.models import JoinLink, JoinRequest, Role, Session, Webhook
from scoring.operations.people.devices import LastHostError, change_place, make_token, revoke_token
from scoring.operations.people.joining import (
    answer,
    close_joining,
    make_link,
    make_recovery_link,
    open_joining,
    revoke_link,
    send_away,
)
from scoring.operations.people.webhooks import WebhookError, add_webhook, remove_webhook, secret_of
from scoring.queries.people.access import Action, is_last_host
from scoring.queries.people.joining import good_links, link_problem, open_code, waiting_requests, ways_back
from scoring.queries.people.phones import (
    Phone,
    find_phone,
    find_token,
    nights_to_see,
    phones_of,
    possible_speakers,
    tokens_of,
)
from scoring.queries.people.players import active_players
from scoring.queries.table.nights import open_sessions
from scoring.web.access import asks, posts, reads
from scoring.web.addresses import https_port, qr_code, shared_address
from scoring.web.device import ClubRequest
from scoring.web.pages import FormView, Refusal
from scoring.web.shared import CONFLICT, INVALID, NOTHING_NEW


@reads(Action.INVITE)
def phones(request: ClubRequest) -> HttpResponse:
    """List every phone with its place, the links that still work, and who asks to come in."""
    return phones_page(request)


def phones_page(request: ClubRequest, *, link_form: LinkForm | None = None, status: int = 200) -> HttpResponse:
    now, nights = timezone.now(), nights_to_see(club=request.club)
    context = {
        "phones": phones_of(club=request.club),
        "links": good_links(club=request.club, now=now),
        "link_form": link_form or LinkForm(nights=nights),
        "open_form": OpenForm(nights=nights),
        "has_https": https_port() is not None,
        "table": _table(tuple(each.session for each in nights)),
        **asking_context(request, now=now),
    }
    return render(request, "people/phones/phones.html", context, status=status)


def _table(played: tuple[Session, ...]) -> Session | None:
    """Return the night that is played, to go back to its table; None where several are."""
    return played[0] if len(played) == 1 else None


def asking_context(request: ClubRequest, *, now: datetime) -> dict[str, object]:
    """Return who waits for the host's answer under which code, and the version of that."""
    code, waiting = open_code(club=request.club, now=now), waiting_requests(club=request.club, now=now)
    shown = [str(code), *(f"{one.public_id} {one.name}" for one in waiting)]
    return {
        "code": code,
        "waiting": [(one, AnswerForm()) for one in waiting],
        "others": len(waiting) - 1,
        "join_address": shared_address(request, path=reverse("enter-code")),
        "version": sha256("\n".join(shown).encode()).hexdigest()[:16],
    }


class PhonePage(FormView[PlaceForm]):
    """Show one phone; post another role, scope or holder."""

    action = Action.INVITE
    template = "people/phones/phone.html"
    then_page = "phones"
    form_class = PlaceForm
    done = gettext_lazy("Saved. It counts from the phone's next tap on.")

    def __init__(self, request: ClubRequest, public_id: UUID) -> None:
        super().__init__(request)
        self.phone = _find(request, public_id)

    def given(self) -> Mapping[str, object]:
        club = self.request.club
        nights = nights_to_see(club=club, beside=self.phone.access.session)
        return {"nights": nights, "players": active_players(club=club)}

    def initial(self) -> Mapping[str, object]:
        return place_of(self.phone.access)

    def stated(self) -> Mapping[str, object]:
        return {"phone": self.phone, "is_this": self.phone.device == self.request.device}

    def write(self, form: PlaceForm) -> object:
        seen, access = self.request.POST.get("expected"), form.access(club=self.request.club)
        return change_place(device=self.phone.device, access=access, now=timezone.now(), expected_version=seen)

    def refuse(self, form: PlaceForm, error: Refusal) -> HttpResponse:
        if not isinstance(error, LastHostError):
            return super().refuse(form, error)
        form.add_error("role", problem(error))
        return self.page(form, status=CONFLICT)


@asks(Action.INVITE)
def revoke_phone(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask whether to send the phone away, with a warning for the last host; post to do it."""
    found = _find(request, public_id)
    form = SendAwayForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return _ask_whether(request, phone=found)
    try:
        send_away(
            device=found.device,
            club=request.club,
            now=timezone.now(),
            closes_ways_back=form.cleaned_data["ways_back"],
            even_last_host=form.cleaned_data["last_host"],
        )
    except LastHostError:
        return _ask_whether(request, phone=found, status=CONFLICT)
    sent = f"{found.access.player} ({found.device})" if found.access.player else found.device
    messages.success(request, _("%(phone)s is sent away.") % {"phone": sent})
    return redirect("home" if found.device == request.device else "phones")


@posts(Action.INVITE)
def move_phone(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Make the link by which a new phone takes this one's place, and show it."""
    found = _find(request, public_id)
    link = make_recovery_link(device=found.device, club=request.club, made_by=request.device, now=timezone.now())
    return redirect("link", public_id=link.public_id)


def _find(request: ClubRequest, public_id: UUID) -> Phone:
    found = find_phone(club=request.club, public_id=public_id)
    if found is None:
        raise Http404
    return found


def _ask_whether(request: ClubRequest, *, phone: Phone, status: int = 200) -> HttpResponse:
    context = {
        "phone": phone,
        "is_last_host": is_last_host(device=phone.device, club=request.club),
        "is_this": phone.device == request.device,
        "ways": ways_back(device=phone.device, access=phone.access, now=timezone.now()),
    }
    return render(request, "people/phones/revoke.html", context, status=status)


@posts(Action.INVITE)
def new_link(request: ClubRequest) -> HttpResponse:
    form = LinkForm(request.POST, nights=nights_to_see(club=request.club))
    if not form.is_valid():
        return phones_page(request, link_form=form, status=INVALID)
    invitation = form.invitation(club=request.club)
    made = make_link(invitation=invitation, made_by=request.device, now=timezone.now())
    return redirect("link", public_id=made.public_id)


@never_cache
@reads(Action.INVITE)
def link(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show a link as a QR code and as text, under an address by which other phones reach this machine."""
    found = _find_link(request, public_id)
    address = shared_address(request, path=reverse("join-link", args=[found.token]))
    context = {
        "link": found,
        "problem": link_problem(link=found, now=timezone.now()),
        "role": ROLE_WORDS[Role(found.role)],
        "address": address,
        "code": qr_code(address.text),
        "table": found.session or _table(open_sessions(club=request.club)),
    }
    return render(request, "people/phones/link.html", context)


@posts(Action.INVITE)
def take_back_link(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Have a link let nobody in any more."""
    revoke_link(link=_find_link(request, public_id), now=timezone.now())
    return redirect("phones")


@posts(Action.INVITE)
def open_by_code(request: ClubRequest) -> HttpResponse:
    """Open joining under a new code, to the club or to one session."""
    form = OpenForm(request.POST, nights=nights_to_see(club=request.club))
    if not form.is_valid():
        return phones_page(request, status=INVALID)
    session = form.cleaned_data["session"]
    open_joining(club=request.club, session=session, device=request.device, now=timezone.now())
    return redirect("phones")


@posts(Action.INVITE)
def close_by_code(request: ClubRequest) -> HttpResponse:
    """Close joining before its time is over."""
    close_joining(club=request.club, now=timezone.now())
    return redirect("phones")


@reads(Action.INVITE)
def asking(request: ClubRequest) -> HttpResponse:
    """Answer who asks to come in, or 204 while that is as the page shows it.

    With `at`, "home" or the night of a table, it is one request over that page, and the number of the others.
    """
    context = asking_context(request, now=timezone.now())
    if request.GET.get("v") == context["version"]:
        return HttpResponse(status=NOTHING_NEW)
    if at := request.GET.get("at"):
        return render(request, "people/phones/knock.html", {"at": at, **context})
    return render(request, "people/phones/phones.html#asking", context)


@posts(Action.INVITE)
def answer_phone(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Let a phone in that asked, with the role chosen, or refuse it."""
    requests = JoinRequest.objects.select_related("code__club")
    asked = get_object_or_404(requests, code__club=request.club, public_id=public_id)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return phones_page(request, status=INVALID)
    answer(request=asked, role=form.cleaned_data["role"], device=request.device, now=timezone.now())
    return redirect(_answered_at(request))


def _answered_at(request: ClubRequest) -> str:
    """Return the page on which the phone that asked was answered: home, a table, or that of all phones."""
    at = request.POST.get("at", "")
    try:
        return reverse("table", args=[UUID(at)])
    except ValueError:
        return reverse("home" if at == "home" else "phones")


def _find_link(request: ClubRequest, public_id: UUID) -> JoinLink:
    links = JoinLink.objects.select_related("session", "for_device")
    return get_object_or_404(links, club=request.club, public_id=public_id)


@never_cache
@asks(Action.MANAGE)
def programs(request: ClubRequest) -> HttpResponse:
    """List the programs of the club; post to let one in and show its token, this once."""
    players = possible_speakers(maker=request.access)
    if request.method != "POST":
        return _programs_page(request, form=new_program(players=players))
    form = ProgramForm(request.POST, players=players)
    if not form.is_valid():
        return _programs_page(request, form=form, status=INVALID)
    now = timezone.now()
    wanted, stamp = form.wanted(now=now), form.stamp(device=request.device, at=now)
    token = make_token(club=request.club, maker=request.device, wanted=wanted, stamp=stamp)
    address = request.build_absolute_uri("/api/v1/token/")
    return render(request, "people/programs/token.html", {"token": token, "wanted": wanted, "address": address})


@posts(Action.MANAGE)
def revoke(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Refuse a program from now on."""
    token = find_token(club=request.club, public_id=public_id)
    if token is None:
        raise Http404
    revoke_token(token=token, at=timezone.now())
    messages.success(request, _("%(program)s is let in no more.") % {"program": token})
    return redirect("programs")


@never_cache
@posts(Action.MANAGE)
def new_webhook(request: ClubRequest) -> HttpResponse:
    """Tell an address from now on what happens, and show its secret, this once."""
    form = WebhookForm(request.POST)
    if form.is_valid():
        stamp = form.stamp(device=request.device, at=timezone.now())
        try:
            webhook = add_webhook(club=request.club, address=form.cleaned_data["address"], stamp=stamp)
        except WebhookError as error:
            form.add_error("address", problem(error))
        else:
            context = {"webhook": webhook, "secret": secret_of(webhook=webhook)}
            return render(request, "people/programs/webhook.html", context)
    players = possible_speakers(maker=request.access)
    return _programs_page(request, form=new_program(players=players), webhook_form=form, status=INVALID)


@posts(Action.MANAGE)
def take_webhook_off(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Tell an address nothing more."""
    remove_webhook(webhook=get_object_or_404(Webhook, club=request.club, public_id=public_id))
    return redirect("programs")


def _programs_page(
    request: ClubRequest, *, form: ProgramForm, webhook_form: WebhookForm | None = None, status: int = 200
) -> HttpResponse:
    shown = tokens_of(club=request.club, now=timezone.now())
    context = {
        "form": form,
        "programs": [(each, dict(ROLES)[each.role.value]) for each in shown],
        "webhooks": Webhook.objects.filter(club=request.club).annotate(waiting=Count("messages")).order_by("pk"),
        "webhook_form": webhook_form or WebhookForm(initial={"key": uuid4()}),
        "tells": bool(settings.WEBHOOKS),
    }
    return render(request, "people/programs/programs.html", context, status=status)
