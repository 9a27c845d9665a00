"""Page of programs, webhooks, proofs and https at home."""

import plistlib
from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import chain
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.csp import CSP
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from scoring.forms import people
from scoring.forms.base import OnceForm, told
from scoring.models import ApiToken, Entry, Webhook
from scoring.operations.machine import last_nightly
from scoring.operations.people import programs
from scoring.operations.throttle import CHECKS
from scoring.queries.books.checking import check_club, check_session
from scoring.queries.people import phones as reading
from scoring.queries.people.players import active_players
from scoring.queries.table.nights import OPEN_NIGHTS, open_sessions
from scoring.texts import say
from scoring.views.people.this_phone import TOO_MANY_TRIES
from scoring.web.access import posts
from scoring.web.addresses import AUTHORITY_FILE, https_folder, qr_code, served, shared_address
from scoring.web.device import ClubRequest, is_too_often
from scoring.web.pages import Fold, FoldedPage, FormView


class _SecretView[F: OnceForm](Fold, FormView[F]):
    """A form with a secret, shown once."""

    # The secret is in this answer only. A redirect would need a place to keep it.
    def finish(self, written: object) -> HttpResponse:
        page = Curious(self.request)
        page.secret = written
        return page.show(self)


class NewProgram(_SecretView[people.ProgramForm]):
    fold = "programs"

    def given(self) -> Mapping[str, object]:
        maker, players = self.request.access, active_players(club=self.request.club)
        return {"players": [each for each in players if reading.may_speak_for(maker=maker, player=each)]}

    def write(self, form: people.ProgramForm) -> object:
        wanted = form.wanted(club=self.request.club, now=timezone.now())
        token = programs.make_token(maker=self.request.device, **wanted, stamp=self.stamp(form))
        return {"program": wanted["label"], "token": token}


class NewWebhook(_SecretView[people.WebhookForm]):
    fold = "webhooks"

    def write(self, form: people.WebhookForm) -> object:
        address, stamp = form.cleaned_data["address"], self.stamp(form)
        webhook = programs.add_webhook(club=self.request.club, address=address, stamp=stamp)
        return {"program": webhook.address, "secret": programs.secret_of(webhook=webhook)}


class Curious(FoldedPage):
    template = "people/curious.html"
    folds = (NewProgram, NewWebhook)
    secret: object = None

    def stated(self) -> Mapping[str, object]:
        club = self.request.club
        return {
            "programs": reading.programs_of(club=club, now=timezone.now()),
            "webhooks": Webhook.objects.filter(club=club).annotate(waiting=Count("messages")).order_by("pk"),
            "tells": bool(settings.WEBHOOKS),
            "made": self.secret,
            "version": settings.VERSION,
            "nightly": last_nightly(folder=settings.DATA_DIR),
            "nights": open_sessions(club=club, most=OPEN_NIGHTS),
            "checked": self._checked() if "check" in self.request.GET else (),
            **_secure(self.request),
        }

    def _checked(self) -> tuple[str, ...]:
        # A check reads the whole club, so a phone may ask for few of them.
        if is_too_often(self.request, limit=CHECKS):
            return (str(TOO_MANY_TRIES),)
        club, nights = self.request.club, self.request.club.sessions.order_by("pk")
        found = [*check_club(club=club), *chain(*(check_session(session=each) for each in nights))]
        wrong = sum(each.wrong for each in found)
        numbers: dict[str, Any] = {"lines": Entry.objects.filter(session__club=club).count(), "nights": len(nights)}
        total = say("finding.differs", wrong=wrong, **numbers) if wrong else say("finding.agrees", **numbers)
        return tuple(told(each) for each in (*(each.text for each in found), total))


@posts(Curious.action)
def revoke(request: ClubRequest, public_id: UUID) -> HttpResponse:
    # A join over memberships repeats the token of a device with several.
    tokens = ApiToken.objects.filter(device__memberships__club=request.club).distinct()
    token = get_object_or_404(tokens, device__public_id=public_id)
    programs.revoke_token(token=token, at=timezone.now())
    messages.success(request, _("%(phone)s is sent away.") % {"phone": token})
    return redirect(reverse("curious") + "#programs")


@posts(Curious.action)
def take_webhook_off(request: ClubRequest, public_id: UUID) -> HttpResponse:
    programs.remove_webhook(webhook=get_object_or_404(Webhook, club=request.club, public_id=public_id))
    return redirect(reverse("curious") + "#webhooks")


_CSP: dict[str, Any] = {**settings.SECURE_CSP, "connect-src": [CSP.SELF, "https:"]}


def asks_https(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    # The page turns green once the phone trusts the certificate, so its script must reach another origin.

    def wrapped(request: HttpRequest, **named: object) -> HttpResponse:
        return (view if served().https is None else csp_override(_CSP)(view))(request, **named)

    return wrapped


@asks_https
@require_safe
def full_member(request: HttpRequest) -> HttpResponse:
    """Guide a phone to trust the certificate."""
    if served().https is None:
        raise Http404
    return render(request, Curious.template, {**_secure(request), "opened": "secure"})


def _secure(request: HttpRequest) -> dict[str, object]:
    port = served().https
    if port is None:
        return {}
    host, _port = split_domain_port(request.get_host())
    here = shared_address(request, path=reverse("full-member")).text
    return {"secure": f"https://{host}:{port}", "here": here, "qr": qr_code(here), "alive": reverse("healthz")}


@require_safe
def authority(request: HttpRequest) -> HttpResponse:
    """Send the certificate of this installation's authority."""
    if served().https is None:
        raise Http404
    content, name, kind = (https_folder() / AUTHORITY_FILE).read_bytes(), "cuajo.crt", "application/x-x509-ca-cert"
    # Safari saves a bare certificate as a page. Apple's systems install a profile.
    if "Mac OS X" in request.headers.get("User-Agent", ""):
        content, name, kind = _profile(content), "cuajo.mobileconfig", "application/x-apple-aspen-config"
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _profile(certificate: bytes) -> bytes:
    # The same identifiers every time: a second install replaces the first.
    digest = sha256(certificate).digest()

    def payload(kind: str, name: str, digits: bytes, **content: object) -> dict[str, object]:
        identity = {"PayloadIdentifier": name, "PayloadUUID": str(UUID(bytes=digits))}
        return {"PayloadType": kind, **identity, "PayloadVersion": 1, **content}

    file = {"PayloadCertificateFileName": "cuajo.crt", "PayloadContent": certificate}
    root = payload("com.apple.security.root", "cuajo.authority.certificate", digest[:16], **file)
    outer = {"PayloadDisplayName": "Cuajo", "PayloadContent": [root]}
    return plistlib.dumps(payload("Configuration", "cuajo.authority", digest[16:], **outer))


curious = never_cache(asks_https(Curious.as_view()))
new_program, new_webhook = never_cache(NewProgram.as_view()), never_cache(NewWebhook.as_view())
