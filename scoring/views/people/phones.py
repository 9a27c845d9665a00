"""People and phones: whom the host let in, as what, and how to let in more."""

from datetime import datetime
from functools import partial
from hashlib import sha256
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.people.joining import AnswerForm, LinkForm, OpenForm
from scoring.forms.people.phones import PlaceForm, SendAwayForm, place_of
from scoring.forms.wording import told
from scoring.operations.people.devices import LastHostError, change_place
from scoring.operations.people.joining import make_recovery_link, send_away
from scoring.queries.people.access import Action, is_last_host
from scoring.queries.people.joining import good_links, open_code, waiting_requests, ways_back
from scoring.queries.people.phones import Phone, find_phone, phones_of
from scoring.queries.people.players import active_players
from scoring.queries.sessions.nights import open_sessions
from scoring.web.access import requires
from scoring.web.addresses import shared_address
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID


@require_safe
@requires(Action.INVITE)
def phones(request: ClubRequest) -> HttpResponse:
    """List every phone with its place, the links that still work, and who asks to come in."""
    return phones_page(request)


def phones_page(request: ClubRequest, *, link_form: LinkForm | None = None, status: int = 200) -> HttpResponse:
    """Show the page, with a form that was refused."""
    now, sessions = timezone.now(), open_sessions(club=request.club)
    context = {
        "phones": phones_of(club=request.club),
        "links": good_links(club=request.club, now=now),
        "link_form": link_form or LinkForm(sessions=sessions),
        "open_form": OpenForm(sessions=sessions),
        **asking_context(request, now=now),
    }
    return render(request, "people/phones/phones.html", context, status=status)


def asking_context(request: ClubRequest, *, now: datetime) -> dict[str, object]:
    """Return who waits for the host's answer under which code, and the version of that."""
    code, waiting = open_code(club=request.club, now=now), waiting_requests(club=request.club, now=now)
    shown = [str(code), *(f"{one.public_id} {one.name}" for one in waiting)]
    return {
        "code": code,
        "waiting": [(one, AnswerForm(label_suffix="")) for one in waiting],
        "join_address": shared_address(request, path=reverse("enter-code")),
        "version": sha256("\n".join(shown).encode()).hexdigest()[:16],
    }


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.INVITE)
def phone(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show one phone; post another role, scope or holder."""
    found = _find(request, public_id)
    played = open_sessions(club=request.club)
    only = found.access.session
    sessions = played if only is None or only in played else (only, *played)
    make_form = partial(PlaceForm, sessions=sessions, players=active_players(club=request.club))
    if request.method != "POST":
        return _page(request, phone=found, form=make_form(initial=place_of(found.access)))
    form = make_form(request.POST)
    if not form.is_valid():
        return _page(request, phone=found, form=form, status=INVALID)
    try:
        change_place(device=found.device, access=form.access(club=request.club), now=timezone.now())
    except LastHostError as error:
        form.add_error("role", told(error.text))
        return _page(request, phone=found, form=form, status=CONFLICT)
    messages.success(request, _("Saved. It counts from the phone's next tap on."))
    return redirect("phones")


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.INVITE)
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


@require_POST
@requires(Action.INVITE)
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


def _page(request: ClubRequest, *, phone: Phone, form: PlaceForm, status: int = 200) -> HttpResponse:
    context = {"phone": phone, "form": form, "is_this": phone.device == request.device}
    return render(request, "people/phones/phone.html", context, status=status)
