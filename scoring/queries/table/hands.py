"""Which hands count, in which order, who deals, which secrets lie open; how far a session has come."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any

from django.db import connection
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from scoring.games.base import ActKind, Problem, Table
from scoring.games.dealing import counts
from scoring.ledger.seatings import Seating, Seatings, seating_in
from scoring.ledger.terms import InForce
from scoring.models import Entry, EntryKind, Hand, Seal, Session
from scoring.queries.table.seatings import first_seating, position_of, seatings_of, sides_of


def accepted_hands(*, session: Session | OuterRef) -> QuerySet[Hand]:
    return Hand.objects.standing().filter(session=session).order_by("position")


def recorded_hands(*, session: Session | OuterRef) -> QuerySet[Hand]:
    """Return every hand ever recorded, the replaced and undone ones too, in no order."""
    return Hand.objects.filter(session=session)


def hands_taken_back(*, session: Session | OuterRef) -> QuerySet[Entry]:
    """Return the reversals of hands; few, and found by an index of their own."""
    return Entry.objects.filter(session=session, reverses__isnull=False, reverses__hand__isnull=False).order_by()


def count_hands(*, session: Session, before_position: int | None = None) -> int:
    """Count the accepted hands, all or those before a position: the recorded ones less those taken back.

    Two counts over indexes in one query; counting the accepted hands themselves would join every one of a
    long night.
    """
    recorded, taken_back = recorded_hands(session=OuterRef("pk")), hands_taken_back(session=OuterRef("pk"))
    if before_position is not None:
        recorded = recorded.filter(position__lt=before_position)
        taken_back = taken_back.filter(reverses__hand__position__lt=before_position)
    counts = Session.objects.filter(pk=session.pk).values_list(counted(recorded), counted(taken_back))
    of_recorded, of_taken_back = counts.get()
    return (of_recorded or 0) - (of_taken_back or 0)


def void(prefix: str = "entry__") -> Q:
    """Return which hands do not count; see `games.dealing.counts`."""
    return Q(**{f"{prefix}act__has_key": "void"}) | Q(**{f"{prefix}act__result": "void"})


def void_hands(*, session: Session | OuterRef) -> QuerySet[Hand]:
    """Return the accepted hands that do not count; found among the few that nobody won."""
    return Hand.objects.standing().filter(void(), session=session, winner=None).order_by()


def counted(rows: QuerySet[Any]) -> Subquery:
    """Return a count of rows that have a session, for use inside a query over sessions."""
    return Subquery(rows.values("session").annotate(count=Count("pk")).values("count"))


def next_hand_number(*, session: Session) -> int:
    return count_hands(session=session) + 1


def last_position(*, session: Session) -> int:
    positions = accepted_hands(session=session).order_by("-position").values_list("position", flat=True)
    return positions.first() or 0


def hand_since(*, session: Session, after: int) -> Entry | None:
    """Return the entry of the first hand recorded after a position, None where there is none yet.

    Numbers would not do: they shift when an older hand is voided. A correction keeps its position.
    """
    hand = accepted_hands(session=session).filter(position__gt=after).select_related("entry").first()
    return hand.entry if hand else None


def hand_number(*, hand: Hand) -> int:
    """Return the number of a hand among the accepted ones, or the one it would have."""
    return count_hands(session=hand.session, before_position=hand.position) + 1


def replacement_of(*, entry: Entry) -> Entry | None:
    """Return what took the place of a reversed hand: the newer version, or the reversal if there is none."""
    reversal = Entry.objects.filter(reverses=entry).first()
    if reversal is None:
        return None
    newer = accepted_hands(session=entry.session).filter(position=entry.hand.position).first()
    return newer.entry if newer else reversal


def corrected(entry: str = "") -> Exists:
    """Return whether what took a hand back put another version in its place; only such hands have a reason.

    `entry` leads from the rows of the query to the entry of the hand, with its underscores.
    """
    newer = Entry.objects.filter(session=OuterRef(f"{entry}session"), number=OuterRef(f"{entry}reversal__number") + 1)
    return Exists(newer.filter(kind=EntryKind.HAND).exclude(reason=""))


def was_void_after_false_win(*, hand: Hand) -> bool:
    """Tell whether a hand, or a version of it that was corrected, ended by a false win (C35)."""
    versions = recorded_hands(session=hand.session).filter(position=hand.position)
    acts = versions.values_list("entry__act", flat=True)
    return any(act.get("result") == "void" and not act.get("void") for act in acts)


def ended_by(*, false_win: Entry) -> Entry | None:
    """Return the hand that was ended with a false win (C35), None once anything was recorded after it."""
    if false_win.kind != EntryKind.PENALTY:
        return None
    later = false_win.session.entries.filter(number__gt=false_win.number).exclude(kind=EntryKind.SEATING)
    match [*later[:2]]:
        case [Entry(kind=EntryKind.HAND, key=None) as hand] if hand.act.get("result") == "void":
            return hand
        case _:
            return None


def is_correction(*, entry: Entry) -> bool:
    """Tell whether a hand took the place of an earlier version."""
    if entry.kind != EntryKind.HAND:
        return False
    return (
        recorded_hands(session=entry.session)
        .filter(position=entry.hand.position, entry__number__lt=entry.number)
        .exists()
    )


def dealer(*, session: Session, before_position: int | None = None, seatings: Seatings | None = None) -> int:
    """Return the seat that deals the hand being played, or the hand at a position (C13).

    The first hand after a change of seats is dealt by whom the change names.
    """
    seatings = seatings or seatings_of(session=session)
    hands = accepted_hands(session=session).exclude(deals_next=None)
    seating = seatings.now
    if before_position is not None:
        hands = hands.filter(position__lt=before_position)
        seating = seatings.at(position=before_position)
    since = hands.filter(position__gte=seating.since).order_by("-position")
    return since.values_list("deals_next", flat=True).first() or seating.dealer


def drawn_since_win(*, session: Session, before: int | None = None, without: Hand | None = None) -> int:
    """Count the drawn hands since the last one that was won, or before a position; void hands are none.

    Only those count that the same people played for the same stakes by the same rules: others take theirs back (Q6).
    `without` leaves one hand out.
    """
    played = accepted_hands(session=session).exclude(pk__in=[without.pk] if without else ())
    played = played if before is None else played.filter(position__lt=before)
    won = played.exclude(winner=None).order_by("-position").values_list("position", flat=True).first() or 0
    since = played.filter(position__gt=won).order_by("-position").values_list("position", "entry__act")
    seatings, terms = seatings_of(session=session), session.terms

    def played_by(seating: Seating, agreed: InForce) -> tuple[object, ...]:
        return frozenset(seating.seats), agreed.stakes, agreed.rules

    now = played_by(seatings.now if before is None else seatings.at(position=before), session.in_force)
    alike = (played_by(seatings.at(position=at), terms.at(position=at)) == now for at, act in since if counts(act=act))
    return sum(takewhile(bool, alike))


def asks_drawn(*, session: Session) -> bool:
    """Tell whether the game asks how many drawn hands left their stakes in the pot (Q6)."""
    asked = session.played.asks(kind=ActKind.HAND, rules=session.house_rules)
    return any(field.name == "drawn_before" for field in asked)


def pot_after(*, hand: Hand, without: Hand | None = None) -> tuple[Hand, int] | None:
    """Return the next hand that was won after the place of another, and how many drawn hands are in its pot.

    None where there is no such hand, or its game asks for no drawn hands.
    """
    won = accepted_hands(session=hand.session).filter(position__gt=hand.position).exclude(winner=None).first()
    session = hand.session.as_at(position=won.position) if won else hand.session
    if won is None or not asks_drawn(session=session):
        return None
    return won, drawn_since_win(session=session, before=won.position, without=without)


def secrets_laid(*, session: Session, hand: Hand | None = None) -> tuple[Entry, ...]:
    """Return the paid secrets that stand of a recorded hand, or of the one being played, oldest first.

    They are those paid since the hand that was the last one when it was recorded.
    """
    if hand is None:
        return tuple(secrets_between(session=session, after=last_position(session=session)))
    return tuple(secrets_between(session=session, after=hand.after, before=hand.position))


def hand_of_secret(*, entry: Entry) -> Hand | None:
    """Return the recorded hand during which a secret was laid, None for the one being played."""
    position = position_of(entry=entry)
    later = accepted_hands(session=entry.session).filter(position__gt=position, after__lt=position)
    return later.select_related("entry").first()


def refusals_of(*, hand: Hand, laid: Iterable[Entry]) -> tuple[Problem, ...]:
    """Return what would speak against recording a hand anew, had these secrets been laid during it."""
    session = hand.session.as_at(position=hand.position)
    game, rules = session.played, session.house_rules
    seats = sides_of(session=session, position=hand.position)
    act = game.read_act(kind=ActKind.HAND, data=hand.entry.act, rules=rules, seats=seats)
    table = Table(secrets=Counter(secret.act["seat"] for secret in laid))
    return game.refusals(act=act, rules=rules, table=table) if act.said else ()


def secrets_between(*, session: Session, after: int, before: int | None = None) -> QuerySet[Entry]:
    """Return the paid secrets that stand with a position after one hand and before another, oldest first."""
    as_recorded = Q(act__position__isnull=True, number__gt=after)
    recorded_again = Q(act__position__gt=after)
    if before is not None:
        as_recorded &= Q(number__lt=before)
        recorded_again &= Q(act__position__lt=before)
    secrets = session.entries.standing().of_kind(EntryKind.SECRET).filter(as_recorded | recorded_again)
    return secrets.order_by("number")


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a session has come.

    `after` is the position of the last accepted hand, `last_entry` the number of the newest entry, 0 before
    the first, with its `fingerprint`; `last_seal` number and fingerprint of the newest seal. `seating` is None
    while people sit as the session started.
    """

    session: Session
    hand_number: int
    void_count: int
    after: int
    last_entry: int
    fingerprint: str
    is_closed: bool
    seating: Seating | None
    last_win: int
    winner_deals: int | None
    last_seal: tuple[int, str]

    def seating_of(self, *, numbers: tuple[int, ...]) -> Seating:
        """Return who sits where now; `numbers` are the seats that the session started with."""
        return self.seating or first_seating(session=self.session, numbers=numbers)

    @property
    def dealer(self) -> int:
        """Return the seat that deals the hand being played (C13).

        The first hand after a change of seats is dealt by whom the change names.
        """
        since = self.seating.since if self.seating else 0
        if self.winner_deals and self.last_win >= since:
            return self.winner_deals
        return self.seating.dealer if self.seating else self.session.first_dealer


def progress_of(*, session: Session) -> Progress:
    """Return how far a session has come, asked for in one query."""
    sql, (*others, _no_session) = _progress_query(connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(sql, (*others, session.pk))
        found = dict(zip((column[0] for column in cursor.description), cursor.fetchone(), strict=True))
    act = json.loads(found["seating"]) if found["seating"] else None
    return Progress(
        session=session,
        hand_number=(found["recorded"] or 0) - (found["taken_back"] or 0) + 1,
        void_count=found["void"] or 0,
        after=found["last_hand"] or 0,
        last_entry=found["last_entry"] or 0,
        fingerprint=found["fingerprint"] or "",
        is_closed=bool(found["is_closed"]),
        seating=seating_in(act=act, entry=found["seated_by"]) if act else None,
        last_win=found["last_win"] or 0,
        winner_deals=found["winner_deals"],
        last_seal=(found["seal"] or 0, found["sealed"] or ""),
    )


@cache
def _progress_query(_vendor: str) -> tuple[str, tuple[Any, ...]]:
    """Return the query of `progress_of` and its parameters, the session last.

    Written once: for these answers Django takes several times as long as the database does to give them.
    """
    hands = Hand.objects.standing().filter(session=OuterRef("pk")).order_by("-position")
    won = hands.exclude(deals_next=None)
    entries = Entry.objects.filter(session=OuterRef("pk")).order_by("-number")
    seatings = entries.standing().of_kind(EntryKind.SEATING).order_by("-act__from", "-number")
    seals = Seal.objects.filter(chain=OuterRef("public_id")).order_by("-number")
    asked = (
        Session.objects.filter(pk=0)
        .order_by()
        .values(
            recorded=counted(recorded_hands(session=OuterRef("pk"))),
            taken_back=counted(hands_taken_back(session=OuterRef("pk"))),
            void=counted(void_hands(session=OuterRef("pk"))),
            last_hand=Subquery(hands.values("position")[:1]),
            last_win=Subquery(won.values("position")[:1]),
            winner_deals=Subquery(won.values("deals_next")[:1]),
            seated_by=Subquery(seatings.values("number")[:1]),
            seating=Subquery(seatings.values("act")[:1]),
            is_closed=Exists(entries.standing().of_kind(EntryKind.CLOSE)),
            last_entry=Subquery(entries.values("number")[:1]),
            fingerprint=Subquery(entries.values("fingerprint")[:1]),
            seal=Subquery(seals.values("number")[:1]),
            sealed=Subquery(seals.values("fingerprint")[:1]),
        )
    )
    sql, parameters = asked.query.sql_with_params()
    return sql, tuple(parameters)
