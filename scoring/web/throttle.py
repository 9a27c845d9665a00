"""What a caller, told by the address, may do only so often."""

from hashlib import sha256

from django.http import HttpRequest

from scoring.operations.web import throttle
from scoring.operations.web.throttle import ACCOUNT_TRIES, KEPT_VERDICTS, WRONG_CODES, WRONG_CODES_OF_ALL, WRONG_TOKENS

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


def count_account_try(request: HttpRequest, *, name: str) -> None:
    """Remember for some minutes that this caller tried an account, and that the account was tried."""
    for who in _account_tries(request, name=name):
        throttle.count(limit=ACCOUNT_TRIES, who=who)


def tries_accounts_too_often(request: HttpRequest, *, name: str) -> bool:
    """Return whether this caller, or everybody together for this account, used up the tries."""
    tries = _account_tries(request, name=name)
    return any(throttle.is_used_up(limit=ACCOUNT_TRIES, who=who) for who in tries)


def _account_tries(request: HttpRequest, *, name: str) -> tuple[str, ...]:
    """Return under which names a try is counted; an account's own is hashed to fit a cache."""
    account = sha256(name.casefold().encode()).hexdigest()[:32]
    return (client_address(request), f"account-{account}") if name else (client_address(request),)


def keeps_too_often(request: HttpRequest) -> bool:
    """Count a verdict that this caller keeps, and return whether those of a minute are used up."""
    return not throttle.count(limit=KEPT_VERDICTS, who=client_address(request))
