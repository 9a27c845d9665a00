"""The host lets phones in: links to show, joining by code, answers to phones that ask."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.people.joining import ROLE_WORDS, AnswerForm, LinkForm, OpenForm
from scoring.models import JoinLink, JoinRequest, Role
from scoring.operations.people.joining import (
    JoiningClosedError,
    answer,
    close_joining,
    make_link,
    open_joining,
    revoke_link,
)
from scoring.queries.people.access import Action
from scoring.queries.people.joining import link_problem
from scoring.queries.sessions.nights import open_sessions
from scoring.views.people.phones import asking_context, phones_page
from scoring.web.access import requires
from scoring.web.addresses import qr_code, shared_address
from scoring.web.device import ClubRequest
from scoring.web.shared import INVALID, NOTHING_NEW, refused


@require_POST
@requires(Action.INVITE)
def new_link(request: ClubRequest) -> HttpResponse:
    """Make a link as the form says, and show it."""
    form = LinkForm(request.POST, sessions=open_sessions(club=request.club))
    if not form.is_valid():
        return phones_page(request, link_form=form, status=INVALID)
    invitation = form.invitation(club=request.club)
    made = make_link(invitation=invitation, made_by=request.device, now=timezone.now())
    return redirect("link", public_id=made.public_id)


@never_cache
@require_safe
@requires(Action.INVITE)
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
    }
    return render(request, "people/phones/link.html", context)


@require_POST
@requires(Action.INVITE)
def take_back_link(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Have a link let nobody in any more."""
    revoke_link(link=_find_link(request, public_id), now=timezone.now())
    return redirect("phones")


@require_POST
@requires(Action.INVITE)
def open_by_code(request: ClubRequest) -> HttpResponse:
    """Open joining under a new code, to the club or to one session."""
    form = OpenForm(request.POST, sessions=open_sessions(club=request.club))
    if not form.is_valid():
        return phones_page(request, status=INVALID)
    session = form.cleaned_data["session"]
    open_joining(club=request.club, session=session, device=request.device, now=timezone.now())
    return redirect("phones")


@require_POST
@requires(Action.INVITE)
def close_by_code(request: ClubRequest) -> HttpResponse:
    """Close joining before its time is over."""
    close_joining(club=request.club, now=timezone.now())
    return redirect("phones")


@require_safe
@requires(Action.INVITE)
def asking(request: ClubRequest) -> HttpResponse:
    """Answer who asks to come in, or 204 while that is as the page shows it."""
    context = asking_context(request, now=timezone.now())
    if request.GET.get("v") == context["version"]:
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "people/phones/phones.html#asking", context)


@require_POST
@requires(Action.INVITE)
def answer_phone(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Let a phone in that asked, with the role chosen, or refuse it."""
    requests = JoinRequest.objects.select_related("code__club")
    asked = get_object_or_404(requests, code__club=request.club, public_id=public_id)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return phones_page(request, status=INVALID)
    try:
        answer(request=asked, role=form.cleaned_data["role"], device=request.device, now=timezone.now())
    except JoiningClosedError as error:
        return refused(request, error=error, back=reverse("phones"))
    return redirect("phones")


def _find_link(request: ClubRequest, public_id: UUID) -> JoinLink:
    links = JoinLink.objects.select_related("session", "for_device")
    return get_object_or_404(links, club=request.club, public_id=public_id)
