"""The fingerprint of the books.

It changes if an old entry changes. docs/export.md describes it for other programs, with the check code and the seals.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256

from scoring.ledger.lines import Line
from scoring.texts import Text, say

# Another format gets another start, so that fingerprints of two formats never match.
_START = sha256(b"cuajo ledger 1").digest()
_FIRST_SEAL = sha256(b"cuajo seal 1").digest()
_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)
# No I, L, O and U: read aloud or by hand they look like 1, 0 and V.
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class FingerprintError(ValueError):
    def __init__(self, text: Text) -> None:
        super().__init__(text.english())
        self.text = text


def canonical_bytes(*, entry: Line) -> bytes:
    """Write an entry in canonical form. Raises FingerprintError."""
    _require_plain(entry.act)
    fields = {
        "act": entry.act,
        "at": utc_text(moment=entry.recorded_at),
        "kind": entry.kind,
        "number": entry.number,
        "payments": sorted((p.payer, p.payee, p.cents) for p in entry.payments),
        "points": sorted((score.seat, score.points) for score in entry.points),
        "reverses": entry.reverses,
    }
    try:
        return _written(fields, errors="strict")
    except UnicodeEncodeError:
        raise FingerprintError(say("fingerprint.not_unicode", number=entry.number)) from None


def chain(*, previous: str, entry: Line) -> str:
    """Return the fingerprint, in hexadecimal, after one more entry."""
    return sha256((bytes.fromhex(previous) or _START) + canonical_bytes(entry=entry)).hexdigest()


def check_code(*, fingerprint: str, currency: str, stake_factor: int, players: Mapping[int, str]) -> str:
    """Return the check code in hexadecimal, empty without lines."""
    if not fingerprint:
        return ""
    content = {"currency": currency, "fingerprint": fingerprint, "stake_factor": stake_factor}
    return sha256(b"cuajo check code 1" + _written({**content, "players": sorted(players.items())})).hexdigest()


def digest(*, content: Mapping[str, object]) -> str:
    """Return the digest of JSON data in hexadecimal."""
    return sha256(_written(content)).hexdigest()


def chain_seal(*, previous: str, number: int, kind: str, about: str, digest: str) -> str:
    """Return the fingerprint, in hexadecimal, after one more seal."""
    state = bytes.fromhex(previous) or _FIRST_SEAL
    return sha256(state + _written({"about": about, "digest": digest, "kind": kind, "number": number})).hexdigest()


def _written(value: object, *, errors: str = "surrogatepass") -> bytes:
    return _encoder.encode(value).encode(errors=errors)


def short(*, fingerprint: str) -> str:
    """Return eight characters of a code to read aloud."""
    if not fingerprint:
        return ""
    bits = int(fingerprint[:10], 16)
    letters = "".join(_CROCKFORD[bits >> shift & 31] for shift in range(35, -1, -5))
    return f"{letters[:4]}-{letters[4:]}"


def utc_text(*, moment: datetime) -> str:
    """Write a UTC moment. Raises FingerprintError without zone."""
    if moment.tzinfo is None:
        raise FingerprintError(say("fingerprint.time"))
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def _require_plain(value: object) -> None:
    match value:
        case None | int() | str():
            return
        case dict() if all(isinstance(key, str) for key in value):
            inner: Iterable[object] = value.values()
        case list() | tuple():
            inner = value
        case _:
            # A float has no single written form in all programs.
            raise FingerprintError(say("fingerprint.value", value=repr(value)))
    for each in inner:
        _require_plain(each)
