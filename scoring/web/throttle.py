"""What a caller, told by its phone or its address, may do only so often.

A right token or link is let through whatever wrong ones came from the same address: nobody guesses 256 bits,
so only whoever is wrong is told to wait.
"""

from hashlib import sha256

from scoring.operations.web import throttle
from scoring.operations.web.throttle import ACCOUNT_TRIES, KEPT_VERDICTS, PICTURES, WRONG_CODES, WRONG_TOKENS
from scoring.queries.people.access import has_hosted_for
from scoring.web.device import ClubRequest, DeviceRequest


def client_address(request: DeviceRequest | ClubRequest) -> str:
    """Return the address of the caller; behind TLS the middleware put in the one our own proxy saw."""
    return str(request.META.get("REMOTE_ADDR", ""))


def caller_of(request: DeviceRequest | ClubRequest) -> str:
    """Return under which name a caller is counted: a known phone for itself, strangers by their address."""
    return f"device-{request.device.pk}" if request.device else client_address(request)


def is_wrong_too_often(request: DeviceRequest) -> bool:
    """Count a wrong token of this caller, and return whether those of a minute are used up."""
    return not throttle.count(limit=WRONG_TOKENS, who=client_address(request))


def count_wrong_code(request: DeviceRequest) -> None:
    """Remember for a minute that this caller typed a wrong code."""
    throttle.count(limit=WRONG_CODES, who=client_address(request))


def codes_tried_too_often(request: DeviceRequest) -> bool:
    """Return whether this caller has used up the wrong codes of a minute."""
    return throttle.is_used_up(limit=WRONG_CODES, who=client_address(request))


def count_account_try(request: DeviceRequest, *, name: str) -> None:
    """Remember for some minutes that this caller tried an account, and that the account was tried."""
    for who in _account_tries(request, name=name):
        throttle.count(limit=ACCOUNT_TRIES, who=who)


def tries_accounts_too_often(request: DeviceRequest, *, name: str) -> bool:
    """Return whether this caller, or everybody together for this account, used up the tries."""
    tries = _account_tries(request, name=name)
    return any(throttle.is_used_up(limit=ACCOUNT_TRIES, who=who) for who in tries)


def _account_tries(request: DeviceRequest, *, name: str) -> tuple[str, ...]:
    """Return under which names a try is counted; an account's own is hashed to fit a cache.

    A phone that the account made a host before is counted alone: others cannot lock its owner out.
    """
    if not name:
        return (client_address(request),)
    if request.device and has_hosted_for(device=request.device, account=name):
        return (caller_of(request),)
    account = sha256(name.casefold().encode()).hexdigest()[:32]
    return (client_address(request), f"account-{account}")


def keeps_too_often(request: DeviceRequest | ClubRequest) -> bool:
    """Count a verdict that this caller keeps, and return whether those of a minute are used up."""
    return not throttle.count(limit=KEPT_VERDICTS, who=caller_of(request))


def draws_too_often(request: ClubRequest) -> bool:
    """Count a picture made for this caller, and return whether those of a minute are used up."""
    return not throttle.count(limit=PICTURES, who=caller_of(request))
