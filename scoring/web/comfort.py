"""How a phone is held and worked: which hand reaches its keys, and whether single keys press buttons."""

from dataclasses import dataclass
from typing import Self

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scoring.forms.people.comfort import Reach

_REACH = f"{settings.COOKIE_PREFIX}cuajo_reach"
_SHORTCUTS = f"{settings.COOKIE_PREFIX}cuajo_shortcuts"
_OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comfort:
    """What a phone remembers by cookies; neither says anything about its place in a club."""

    reach: Reach = Reach.BOTH
    has_shortcuts: bool = True

    @classmethod
    def of(cls, request: HttpRequest | None) -> Self:
        """Return what the phone behind a request chose."""
        kept = request.COOKIES if request else {}
        reach = kept.get(_REACH, "")
        return cls(reach=Reach(reach) if reach in Reach else Reach.BOTH, has_shortcuts=kept.get(_SHORTCUTS) != _OFF)

    def keep(self, response: HttpResponse) -> None:
        """Have the phone remember it for as long as it remembers anything."""
        for name, value in ((_REACH, self.reach.value), (_SHORTCUTS, "on" if self.has_shortcuts else _OFF)):
            response.set_cookie(
                name, value, max_age=settings.LANGUAGE_COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
            )
