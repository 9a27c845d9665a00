"""Who is asking: a program with its token. Cookies say nothing here, so no page can make a browser ask."""

from django.utils import timezone
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from scoring.api.web.errors import TooManyError
from scoring.forms.base import told
from scoring.models import Device
from scoring.operations.people.devices import note_seen
from scoring.operations.people.ends import end_what_is_over
from scoring.operations.web import throttle
from scoring.operations.web.throttle import WRONG_TOKENS
from scoring.queries.people.phones import TokenAccess, token_access
from scoring.texts import say


class TokenAuthentication(authentication.BaseAuthentication):
    """Reads `Authorization: Bearer <token>`."""

    def authenticate(self, request: Request) -> tuple[Device, TokenAccess] | None:
        """Return the program and what it may do, None without a token.

        Raises AuthenticationFailed for a token that is unknown, revoked or too old, TooManyError for guessing.
        """
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        now = timezone.now()
        found = token_access(text=text.strip(), now=now)
        if found is None:
            end_what_is_over(now=now)
            if not throttle.count(limit=WRONG_TOKENS, who=str(request.META.get("REMOTE_ADDR", ""))):
                raise TooManyError(limit=WRONG_TOKENS)
            raise exceptions.AuthenticationFailed(told(say("api.token_unknown")), code="token_unknown")
        note_seen(device=found.token.device, now=now)
        request._request.device = found.token.device  # type: ignore[attr-defined]  # who asked, for the log
        return found.token.device, found

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - named by the framework
        """Return how to authenticate, for the header of a 401."""
        return 'Bearer realm="cuajo"'
