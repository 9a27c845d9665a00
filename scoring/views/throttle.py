"""What a caller, told by the address, may do only so often."""

from django.http import HttpRequest

from scoring.operations import throttle
from scoring.operations.throttle import KEPT_VERDICTS, WRONG_CODES, WRONG_CODES_OF_ALL, WRONG_TOKENS

_EVERYBODY = "everybody"


def client_address(request: HttpRequest) -> str:
    """Return the address of the caller; behind TLS the middleware put in the one our own proxy saw."""
    return str(request.META.get("REMOTE_ADDR", ""))


def count_wrong_try(request: HttpRequest) -> None:
    """Remember for a while that this caller tried a wrong token."""
    throttle.count(limit=WRONG_TOKENS, who=client_address(request))


def tried_too_often(request: HttpRequest) -> bool:
    """Return whether this caller has used up the wrong tries of a minute."""
    return throttle.is_used_up(limit=WRONG_TOKENS, who=client_address(request))


def count_wrong_code(request: HttpRequest) -> None:
    """Remember for a minute that this caller, one of all, typed a wrong code."""
    throttle.count(limit=WRONG_CODES, who=client_address(request))
    throttle.count(limit=WRONG_CODES_OF_ALL, who=_EVERYBODY)


def codes_tried_too_often(request: HttpRequest) -> bool:
    """Return whether this caller has used up the wrong codes of a minute, or all callers together theirs."""
    mine = throttle.is_used_up(limit=WRONG_CODES, who=client_address(request))
    return mine or throttle.is_used_up(limit=WRONG_CODES_OF_ALL, who=_EVERYBODY)


def keeps_too_often(request: HttpRequest) -> bool:
    """Count a verdict that this caller keeps, and return whether those of a minute are used up."""
    return not throttle.count(limit=KEPT_VERDICTS, who=client_address(request))
