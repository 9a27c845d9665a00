"""Links and codes that let phones in: what they give, and whether they still do."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Q, QuerySet

from scoring.models import Club, Device, JoinCode, JoinLink, JoinRequest, Membership, Role
from scoring.models.devices import hash_token
from scoring.models.joining import CODE_LENGTH, CODE_LETTERS
from scoring.queries.people.access import Access, is_decided_by_host

_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None})


class LinkProblem(StrEnum):
    """Why a link gives no role."""

    UNKNOWN = "link_unknown"
    USED = "link_used"
    EXPIRED = "link_expired"
    REVOKED = "link_revoked"
    OUTDATED = "link_outdated"


class Asked(StrEnum):
    """How far a phone has come that typed the code."""

    WAITING = "waiting"
    LET_IN = "let_in"
    REFUSED = "refused"
    CLOSED = "closed"


class Stranger(StrEnum):
    """What brings a phone here that has no place anywhere."""

    NEW = "new"
    WAITING = "waiting"
    GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class WaysBack:
    """By what somebody who was sent away could come in again, in another browser of the same phone."""

    links: tuple[JoinLink, ...]
    code: JoinCode | None


def find_link(*, token: str) -> JoinLink | None:
    """Return the link with what it lets into, good or not."""
    links = JoinLink.objects.select_related("club", "session", "for_device")
    return links.filter(token_hash=hash_token(token=token)).first()


def link_problem(*, link: JoinLink, now: datetime, device: Device | None = None) -> LinkProblem | None:
    """Return what keeps the link from giving its role to the device, None when it is good.

    What a host decided about a device goes before every link from before that.
    """
    if link.revoked_at not in (None, link.expires_at):
        return LinkProblem.REVOKED
    if link.used_at is not None:
        return LinkProblem.USED
    if link.revoked_at or link.expires_at <= now:
        return LinkProblem.EXPIRED
    if device and is_decided_by_host(device=device, club=link.club, since=link.created_at):
        return LinkProblem.OUTDATED
    return None


def gives_nothing_new(*, link: JoinLink, device: Device, access: Access | None) -> bool:
    """Return whether a device with this access in the link's club has all that the link gives."""
    if access is None:
        return False
    if link.for_device_id:
        return device.pk in (link.for_device_id, link.used_by_id)
    return access.includes(role=Role(link.role), session=link.session)


def good_links(*, club: Club, now: datetime) -> tuple[JoinLink, ...]:
    """Return the links of the club that still let somebody in, the newest first."""
    links = _good(club=club, now=now).select_related("session", "for_device", "made_by")
    return tuple(links.order_by("-id"))


def ends_with(*, device: Device) -> Q:
    """Return which links end with the place of a device: those that hand it on, and its own to make hosts."""
    return Q(for_device=device) | Q(made_by=device, role=Role.HOST)


def ways_back(*, device: Device, access: Access, now: datetime) -> WaysBack:
    """Return what would still let in whoever holds a device with this access, after its place ended.

    A host may have seen every link, the others those that many phones share; whoever was let into one night
    only, none of another.
    """
    links = _good(club=access.club, now=now).exclude(ends_with(device=device))
    if access.role is not Role.HOST:
        links = links.filter(is_single_use=False)
    code = open_code(club=access.club, now=now)
    if access.session:
        links = links.filter(Q(session=None) | Q(session=access.session))
        code = code if code and code.session in (None, access.session) else None
    return WaysBack(links=tuple(links), code=code)


def read_code(*, text: str) -> str | None:
    """Return a typed code as it is stored, None for what cannot be one; spaces, hyphens and case are ignored.

    >>> read_code(text="oil 2-3y")
    '01123Y'
    """
    code = "".join(text.upper().split()).translate(_READ_AS)
    is_code = len(code) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in code)
    return code if is_code else None


def open_code(*, club: Club, now: datetime) -> JoinCode | None:
    """Return the code of the club while joining is open."""
    codes = JoinCode.objects.select_related("session").filter(club=club, closed_at=None, closes_at__gt=now)
    return codes.first()


def find_code(*, text: str, now: datetime) -> JoinCode | None:
    """Return the open code that somebody typed."""
    codes = JoinCode.objects.filter(code=read_code(text=text), closed_at=None, closes_at__gt=now)
    return codes.first()


def waiting_requests(*, club: Club, now: datetime) -> tuple[JoinRequest, ...]:
    """Return the phones that wait for the host's answer, the first first."""
    waiting = JoinRequest.objects.filter(
        code__club=club, code__closed_at=None, code__closes_at__gt=now, answered_at=None
    )
    return tuple(waiting.select_related("device", "code__session").order_by("id"))


def latest_request(*, device: Device) -> JoinRequest | None:
    """Return what the device asked last."""
    asked = JoinRequest.objects.select_related("code__club", "device").filter(device=device)
    return asked.order_by("-id").first()


def stranger_of(*, device: Device | None, now: datetime) -> Stranger:
    """Return what brings a device here that has no place: it waits for the host, or had a place before."""
    if device is None:
        return Stranger.NEW
    asked = latest_request(device=device)
    if asked and state_of(request=asked, now=now) is Asked.WAITING:
        return Stranger.WAITING
    return Stranger.GONE if Membership.objects.filter(device=device).exists() else Stranger.NEW


def state_of(*, request: JoinRequest, now: datetime) -> Asked:
    """Return how far a request has come; without an answer it ends with the code."""
    if request.answered_at is not None:
        return Asked.LET_IN if request.role else Asked.REFUSED
    is_open = request.code.closed_at is None and request.code.closes_at > now
    return Asked.WAITING if is_open else Asked.CLOSED


def _good(*, club: Club, now: datetime) -> QuerySet[JoinLink]:
    return JoinLink.objects.filter(club=club, revoked_at=None, used_at=None, expires_at__gt=now)
