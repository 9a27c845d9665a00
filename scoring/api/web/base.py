"""What every resource of the API shares: rights, limits, ETags, and writing at most once for each key."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from rest_framework import exceptions, negotiation, permissions, renderers
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api.web.answers import rendered
from scoring.api.web.authentication import TokenAuthentication
from scoring.api.web.errors import FieldsError, KeyMissingError, TooManyError, error_response
from scoring.api.web.parsing import Input, JsonParser
from scoring.forms.base import told
from scoring.models import Club, Device, Entry, Session
from scoring.operations.table.posting import Stamp, content_hash
from scoring.operations.web import throttle
from scoring.operations.web.api_answers import Answer, answer_once
from scoring.operations.web.throttle import Limit
from scoring.queries.people.access import Access, lets
from scoring.queries.people.phones import TokenAccess
from scoring.queries.sessions.clock import clock_doubt
from scoring.texts import say
from scoring.web.errors import PROGRAMS

REQUESTS = Limit(name="api-requests", times=600)
OPEN_REQUESTS = Limit(name="api-open-requests", times=300)
_JSON = "application/json"


class _OnlyJson(negotiation.BaseContentNegotiation):
    """Answers JSON whatever was asked for, because there is nothing else."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> Any:
        """Return the parser for the content, None where it is of no known type."""
        return negotiation.DefaultContentNegotiation().select_parser(request, parsers)

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002 - named by the framework, as below
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,  # noqa: ARG002
    ) -> tuple[Any, str]:
        """Return the only renderer."""
        only = next(iter(renderers))
        return only, only.media_type


@method_decorator(conditional_page, name="dispatch")
class OpenView(APIView):
    """A resource open to anybody: strangers are limited by their address, programs each for itself."""

    needs_token = False
    _left: int | None = None
    authentication_classes: Sequence[Any] = (TokenAuthentication,)
    permission_classes: Sequence[Any] = (permissions.AllowAny,)
    parser_classes = (JsonParser,)
    renderer_classes = (renderers.JSONRenderer,)
    content_negotiation_class = _OnlyJson
    http_method_names: Sequence[str] = ("get", "head", "post", "put", "patch", "delete")

    def get_exception_handler(self) -> Callable[[Exception, Any], Response | None]:
        """Return what answers a refusal."""
        return error_response

    def perform_authentication(self, request: Request) -> None:
        """Find who asks; where no token is needed, one that is no longer good is none."""
        try:
            super().perform_authentication(request)
        except (exceptions.AuthenticationFailed, TooManyError):
            if self.needs_token:
                raise

    def check_throttles(self, request: Request) -> None:  # noqa: ARG002 - named by the framework
        """Count the request; raises TooManyError when those of a minute are used up."""
        limit, who = self.limit()
        self._left = throttle.left_after(limit=limit, who=who)
        if self._left < 0:
            raise TooManyError(limit=limit)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Say in every answer how often more may be asked in this minute, as the IETF's draft words it."""
        final = super().finalize_response(request, response, *args, **kwargs)
        if self._left is not None:
            limit, _ = self.limit()
            final["RateLimit-Policy"] = f'"{limit.name}";q={limit.times};w={limit.seconds}'
            final["RateLimit"] = f'"{limit.name}";r={max(self._left, 0)};t={throttle.seconds_left(limit=limit)}'
        return final

    def limit(self) -> tuple[Limit, str]:
        """Return how often who may ask."""
        if self.device:
            return REQUESTS, str(self.device.public_id)
        return OPEN_REQUESTS, str(self.request.META.get("REMOTE_ADDR", ""))

    @property
    def device(self) -> Device | None:
        """Return the program that asks, None for a stranger."""
        return self.request.auth.token.device if isinstance(self.request.auth, TokenAccess) else None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check everything else, then find what the address names."""
        super().initial(request, *args, **kwargs)
        if hasattr(self, str(request.method).lower()):
            self.find()

    def find(self) -> None:
        """Find what the address names, or answer 404, before any content is read."""

    def part(self, name: str) -> Any:
        """Return a part of the address by its name, such as `public_id`."""
        return self.kwargs[name]

    def read(self, form: type[Input]) -> dict[str, Any]:
        """Return the valid content of the request; raises ValidationError with every field that is wrong."""
        return _validated(form, self.request.data, self.version)

    def asked(self, form: type[Input]) -> dict[str, Any]:
        """Return the valid parameters of the address; raises ValidationError."""
        return _validated(form, self.request.query_params.dict(), self.version)

    @property
    def version(self) -> int:
        """Return the version of the API that is asked."""
        return getattr(self.request, "api_version", 1)

    def require_seen(self, wanted: Mapping[str, object], name: str) -> None:
        """Raise FieldsError where version 2 was not told what a write saw that needs it only now and then."""
        if self.version == 2 and name not in wanted:
            raise FieldsError(**{name: say("api.field_missing")})

    def shown(self, shape: Any, found: Any) -> HttpResponseBase:
        """Answer what was found, a response as it is."""
        if isinstance(found, HttpResponseBase):
            return found
        return HttpResponse(rendered(shape, found), content_type=_JSON)

    def once(self, write: Callable[[Stamp], bytes], *, status: int, made: str = "") -> HttpResponse:
        """Call `write` unless the key of the request was used before, and answer what it returned then.

        `made` is the address of what was made, filled from this one's parts and from what is answered.
        Raises KeyMissingError and whatever `write` raises.
        """
        stamp = Stamp(device=self.device, at=timezone.now(), key=self._key(), in_transaction=True)
        asked = content_hash(
            "api",
            method=self.request.method,
            path=self.request.path,
            data=self.request.data,
            **({"query": query} if (query := self.request.query_params.dict()) else {}),
            device=self.device and self.device.public_id,
        )

        def answer() -> Answer:
            return Answer(status=status, body=write(stamp).decode())

        given = answer_once(stamp=stamp, content=asked, write=answer)
        response = HttpResponse(given.body, status=given.status, content_type=_JSON)
        if made:
            response["Location"] = f"{PROGRAMS}v1/{made}".format(**{**self.kwargs, **json.loads(given.body)})
        if given.is_replay:
            response["Idempotency-Replayed"] = "true"
        return response

    def _key(self) -> UUID:
        try:
            return UUID(self.request.headers.get("Idempotency-Key", ""))
        except ValueError:
            raise KeyMissingError from None


class ClubView(OpenView):
    """A resource of the club that the token belongs to; each of its methods says which right it asks for."""

    needs_token = True

    def check_permissions(self, request: Request) -> None:
        """Let through whoever has the right; raises NotAuthenticated, PermissionDenied."""
        if request.auth is None:
            raise exceptions.NotAuthenticated(told(say("api.no_token")))
        name = str(request.method).lower()
        method = getattr(self, name, None) if name in self.http_method_names else None  # the framework has OPTIONS
        if method is not None and not lets(access=self.access, action=method.right):
            raise exceptions.PermissionDenied(told(say("api.not_allowed")), code="not_allowed")

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Keep the answer out of shared caches."""
        final = super().finalize_response(request, response, *args, **kwargs)
        patch_cache_control(final, private=True)
        patch_vary_headers(final, ["Authorization"])
        return final

    def once(self, write: Callable[[Stamp], bytes], *, status: int, made: str = "") -> HttpResponse:
        """Write once, and say beside the answer where the clock by which it was written is in doubt."""
        doubt = clock_doubt(club=self.club, at=timezone.now())
        response = super().once(write, status=status, made=made)
        if doubt:
            response["Clock-Doubt"] = doubt.key
        return response

    @property
    def access(self) -> Access:
        """Return what the token lets its program do."""
        return cast(TokenAccess, self.request.auth).access

    @property
    def club(self) -> Club:
        """Return the club of the token."""
        return self.access.club

    @property
    def device(self) -> Device:
        """Return the program that asks."""
        return cast(TokenAccess, self.request.auth).token.device


class SessionView(ClubView):
    """A resource of a session that the token was let into."""

    session: Session

    def find(self) -> None:
        """Find the session."""
        only = self.access.session
        known = Session.objects.select_related("club").filter(club=self.club)
        self.session = get_object_or_404(
            known if only is None else known.filter(pk=only.pk), public_id=self.part("public_id")
        )


class EntryView(SessionView):
    """A resource of a line of the ledger of such a session."""

    entry: Entry

    def find(self) -> None:
        """Find the session and the line."""
        super().find()
        lines = Entry.objects.select_related("session__club", "device")
        self.entry = get_object_or_404(lines, session=self.session, number=self.part("number"))


def _validated(form: type[Input], data: Any, version: int) -> dict[str, Any]:
    parsed = form(data=data, context={"version": version})
    parsed.is_valid(raise_exception=True)
    return dict(parsed.validated_data)
