"""Find phones, programs, links and codes of a club."""

from collections import defaultdict
from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from django.db.models import F, Max, Prefetch, Q, QuerySet, prefetch_related_objects

from scoring.frozen import Frozen
from scoring.limits import MOST_KEPT
from scoring.models import ApiToken, Club, Device, JoinCode, JoinLink, JoinRequest, Membership, Player, Role
from scoring.models.devices import hash_token
from scoring.models.joining import CODE_LENGTH, CODE_LETTERS
from scoring.models.sessions import Seat, Session
from scoring.queries.history.scope import by_name
from scoring.queries.people.access import PLACE, Access, access_by, access_in, access_of, is_decided_by_host
from scoring.queries.table.nights import latest_first, open_sessions, without_practising


class DeviceAccess(Frozen):
    """A phone or a program with its access."""

    device: Device
    access: Access
    has_ended: bool = False


def programs_of(*, club: Club, now: datetime) -> tuple[DeviceAccess, ...]:
    """Return the programs, valid ones first, and of the others the newest."""
    memberships = Membership.objects.filter(club=club, device__api_token__isnull=False)
    kept_first = memberships.order_by(F("revoked_at").desc(nulls_first=True), "-id")
    found = kept_first.select_related("device__api_token__made_by", *PLACE)[:MOST_KEPT]
    shown = []
    for place in found:
        has_ended = place.revoked_at is not None or _is_too_old(place.device.api_token, now)
        shown.append(DeviceAccess(device=place.device, access=access_by(membership=place), has_ended=has_ended))
    return tuple(sorted(shown, key=lambda each: each.has_ended))


def _is_too_old(token: ApiToken, now: datetime) -> bool:
    return token.expires_at is not None and token.expires_at <= now


def token_access(*, text: str, now: datetime) -> DeviceAccess | None:
    tokens = ApiToken.objects.select_related("device", "made_by").filter(device__token_hash=hash_token(token=text))
    token = tokens.first()
    if token is None or _is_too_old(token, now):
        return None
    access = access_of(device=token.device)
    maker = access and access_in(device=token.made_by, club=access.club)
    # A program ends with the phone that made it.
    if access is None or maker is None:
        return None
    # A program may never do more than its maker may do now.
    role = access.role if maker.role.is_at_least(access.role) else maker.role
    player = access.player if may_speak_for(maker=maker, player=access.player) else None
    within = replace(access, role=role, session=maker.session or access.session, player=player)
    return DeviceAccess(device=token.device, access=within)


def may_speak_for(*, maker: Access, player: Player | None) -> bool:
    if maker.role is Role.HOST:
        return player is None or player.club_id == maker.club.pk
    return player in (None, maker.player)


def phones_of(*, club: Club, **only: object) -> tuple[DeviceAccess, ...]:
    active = Membership.objects.filter(club=club, revoked_at=None, device__api_token=None, **only)
    found = active.select_related("device", *PLACE).order_by("id")
    return tuple(DeviceAccess(device=one.device, access=access_by(membership=one)) for one in found)


class Person(Frozen):
    """A player with phones, or a phone without player."""

    player: Player | None
    phones: tuple[DeviceAccess, ...]

    @property
    def name(self) -> str:
        return str(self.player or self.phones[0].device)


def people_of(*, club: Club) -> tuple[Person, ...]:
    """Return players and phones, those with phones first."""
    players = without_practising(Player.objects.filter(club=club, merged_into=None, discarded_at=None))
    counted = Q(seats__session__is_practice=False)
    found = {each.pk: each for each in players.annotate(played=Max("seats__session__day", filter=counted))}
    held: defaultdict[Player | Device, list[DeviceAccess]] = defaultdict(list)
    for phone in phones_of(club=club):
        held[phone.access.player or phone.device].append(phone)
    with_phones = []
    for holder, mine in held.items():
        player = found.pop(holder.pk, holder) if isinstance(holder, Player) else None
        with_phones.append(Person(player=player, phones=tuple(mine)))
    return (*with_phones, *(Person(player=each, phones=()) for each in sorted(found.values(), key=by_name)))


def nights_to_see(*, club: Club, beside: Session | None = None) -> tuple[Session, ...]:
    """Return `beside` and the open sessions, newest first, as many as a list shows."""
    played = open_sessions(club=club, most=MOST_KEPT)
    sessions = played if beside is None or beside in played else (beside, *played)
    prefetch_related_objects(sessions, Prefetch("seats", queryset=Seat.objects.select_related("player__merged_into")))
    return sessions


def possible_holders(*, club: Club, session: Session | None, known: Player | None = None) -> tuple[Player, ...]:
    """Return the players who may hold a phone, by name; of too many `known` and those who played last."""
    active = Player.objects.filter(club=club, merged_into=None, discarded_at=None)
    if session is None:
        listed = set(filter(None, (*latest_first(without_practising(active)), known)))
        return tuple(sorted(listed, key=by_name))
    seated = Q(seats__session=session) | Q(merged_players__seats__session=session)
    return tuple(active.filter(seated).distinct().order_by("name"))


def needs_name(*, device: Device) -> bool:
    access = access_of(device=device)
    if access is None or access.player is not None:
        return False
    return bool(possible_holders(club=access.club, session=access.session))


def asks_as_another(*, request: JoinRequest) -> bool:
    """Tell if the phone gave another name than that of its holder."""
    access = access_in(device=request.device, club=request.code.club)
    holder = access.player if access else None
    return bool(holder and request.name and request.name.casefold() != holder.name.casefold())


# People read these letters as digits.
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None})


class LinkProblem(StrEnum):
    UNKNOWN = "link_unknown"
    USED = "link_used"
    EXPIRED = "link_expired"
    REVOKED = "link_revoked"
    OUTDATED = "link_outdated"


class JoinState(StrEnum):
    WAITING = "waiting"
    LET_IN = "let_in"
    REFUSED = "refused"
    CLOSED = "closed"


class Stranger(StrEnum):
    NEW = "new"
    WAITING = "waiting"
    GONE = "gone"


def find_link(*, token: str) -> JoinLink | None:
    links = JoinLink.objects.select_related("club", "session", "for_device")
    return links.filter(token_hash=hash_token(token=token)).first()


def link_problem(*, link: JoinLink, now: datetime, device: Device | None = None) -> LinkProblem | None:
    # An expired link may have its end as `revoked_at`, and is not revoked.
    if link.revoked_at not in (None, link.expires_at):
        return LinkProblem.REVOKED
    if link.used_at is not None:
        return LinkProblem.USED
    if link.revoked_at or link.expires_at <= now:
        return LinkProblem.EXPIRED
    # A removed phone must not come back by an old link.
    if device and is_decided_by_host(device=device, club=link.club, since=link.created_at):
        return LinkProblem.OUTDATED
    return None


def changes_nothing(*, link: JoinLink, device: Device, access: Access | None) -> bool:
    if access is None:
        return False
    if link.for_device_id:
        return device.pk in (link.for_device_id, link.used_by_id)
    return access.includes(role=Role(link.role), session=link.session)


def valid_links(*, club: Club, now: datetime) -> tuple[JoinLink, ...]:
    """Return the valid links, newest first."""
    links = _valid_links(club=club, now=now).select_related("session", "for_device", "made_by")
    return tuple(links.order_by("-id"))


def shared_links(*, club: Club, role: Role, session: Session | None, now: datetime) -> tuple[JoinLink, ...]:
    """Return the valid links for many phones, newest first."""
    links = valid_links(club=club, now=now)
    return tuple(link for link in links if (link.role, link.session) == (role, session) and not link.is_single_use)


def ends_with(*, device: Device) -> Q:
    # A removed host could come back by its own link.
    return Q(for_device=device) | Q(made_by=device, role=Role.HOST)


def ways_back(*, device: Device, access: Access, now: datetime) -> tuple[tuple[JoinLink, ...], JoinCode | None]:
    """Return links and code that a device may know."""
    links = _valid_links(club=access.club, now=now).exclude(ends_with(device=device))
    # Only a host has seen links for single use.
    if access.role is not Role.HOST:
        links = links.filter(is_single_use=False)
    code = open_code(club=access.club, now=now)
    if access.session:
        links = links.filter(Q(session=None) | Q(session=access.session))
        code = code if code and code.session in (None, access.session) else None
    return tuple(links), code


def read_code(*, text: str) -> str | None:
    """Normalize a typed code, None if it is invalid."""
    code = "".join(text.upper().split()).translate(_READ_AS)
    is_code = len(code) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in code)
    return code if is_code else None


def open_code(*, club: Club, now: datetime) -> JoinCode | None:
    return _open_codes(now).select_related("session").filter(club=club).first()


def find_code(*, text: str, now: datetime) -> JoinCode | None:
    return _open_codes(now).filter(code=read_code(text=text)).first()


def _open_codes(now: datetime) -> QuerySet[JoinCode]:
    return JoinCode.objects.filter(closed_at=None, closes_at__gt=now)


def waiting_requests(*, club: Club, now: datetime) -> tuple[JoinRequest, ...]:
    waiting = JoinRequest.objects.filter(code__in=_open_codes(now).filter(club=club), answered_at=None)
    return tuple(waiting.select_related("device", "code__session").order_by("id"))


def latest_request(*, device: Device) -> JoinRequest | None:
    asked = JoinRequest.objects.select_related("code__club", "device").filter(device=device)
    return asked.order_by("-id").first()


def stranger_of(*, device: Device | None, now: datetime) -> Stranger:
    """Return the state of a device without a place."""
    if device is None:
        return Stranger.NEW
    asked = latest_request(device=device)
    if asked and state_of(request=asked, now=now) is JoinState.WAITING:
        return Stranger.WAITING
    return Stranger.GONE if Membership.objects.filter(device=device).exists() else Stranger.NEW


def state_of(*, request: JoinRequest, now: datetime) -> JoinState:
    if request.answered_at is not None:
        return JoinState.LET_IN if request.role else JoinState.REFUSED
    is_open = request.code.closed_at is None and request.code.closes_at > now
    return JoinState.WAITING if is_open else JoinState.CLOSED


def _valid_links(*, club: Club, now: datetime) -> QuerySet[JoinLink]:
    return JoinLink.objects.filter(club=club, revoked_at=None, used_at=None, expires_at__gt=now)
