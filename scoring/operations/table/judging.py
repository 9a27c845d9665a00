"""What an act comes to at its table, new or as it was recorded, and the entry it makes."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scoring.games.base import ActKind, Data, Outcome, Seat, Table
from scoring.games.dealing import says_dealer
from scoring.games.reading import judged_new
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.models import EntryKind, Hand, Session
from scoring.operations.table.posting import Books, Draft
from scoring.queries.table import hands
from scoring.queries.table.seatings import sides_in
from scoring.queries.table.state import TableState


def judge(*, session: Session, kind: ActKind, act: Data, seats: tuple[Seat, ...]) -> Outcome:
    """Return what an act that was recorded comes to between these seats, before the stake factor.

    Raises ImpossibleError with every problem of the act.
    """
    game, rules = session.played, session.house_rules
    read = game.read_act(kind=kind, data=act, rules=rules, seats=seats)
    return game.judge(act=read, rules=rules, seats=seats)


def judge_new(*, state: TableState, act: Data, kind: ActKind = ActKind.HAND) -> Outcome:
    """Return what an act comes to that may be recorded now, or in the place of a hand.

    Raises ImpossibleError with all that speaks against recording it.
    """
    session, table = state.session, Table(secrets=state.secrets_by_seat)  # a correction's is as at its hand
    if kind is ActKind.HAND:
        table = replace(table, drawn_before=_drawn_before(session, act=act, before=state.position))
        act = _as_known(session, act=act, dealer=lambda: state.dealer.number, table=table)
    return _judged_new(session, kind=kind, act=act, seats=state.sides_in_order, table=table)


def judge_in(
    books: Books[Any], *, kind: ActKind, act: Data, replaces: Hand | None = None, of_hand: Hand | None = None
) -> Outcome:
    """Return what an act comes to that is about to be recorded; `of_hand` is the earlier hand a penalty belongs to.

    Raises as `judge_new`.
    """
    hand = replaces or of_hand
    before = hand.position if hand else None
    session = books.session.as_at(position=before)
    seats = sides_in(session=session, seating=books.seating(position=before))
    table = Table()
    if kind is ActKind.HAND:
        table = Table(
            secrets=_secrets(books, replaces=replaces), drawn_before=_drawn_before(session, act=act, before=before)
        )
        act = _as_known(session, act=act, dealer=lambda: _dealer(books, hand=replaces), table=table)
    elif kind is ActKind.PENALTY:
        said = of_hand.entry.act.get("dealer") if of_hand else None
        table = Table(dealer=int(said) if said else _dealer(books, hand=of_hand))
    return _judged_new(session, kind=kind, act=act, seats=seats, table=table)


def judge_again(books: Books[Any], *, kind: ActKind, act: Data, position: int) -> Outcome:
    """Return what an act comes to that stood before and is recorded again. Raises as `judge`."""
    seats = sides_in(session=books.session, seating=books.seating(position=position))
    return judge(session=books.session.as_at(position=position), kind=kind, act=act, seats=seats)


def _judged_new(session: Session, *, kind: ActKind, act: Data, seats: tuple[Seat, ...], table: Table) -> Outcome:
    game, rules = session.played, session.house_rules
    return judged_new(game=game, kind=kind, data=act, rules=rules, seats=seats, table=table)


def _as_known(session: Session, *, act: Data, dealer: Callable[[], int], table: Table) -> Data:
    """Return a hand with what its game asks, the table knows and nobody said: who dealt, which hands were drawn."""
    known: dict[str, object] = {}
    if "dealer" not in act and says_dealer(rules=session.house_rules, act=act):
        known["dealer"] = dealer()
    if table.drawn_before and "drawn_before" not in act:
        known["drawn_before"] = table.drawn_before
    return {**act, **known}


def _drawn_before(session: Session, *, act: Data, before: int | None) -> int | None:
    """Return the drawn hands whose stakes are in the pot of a hand that was won, None where its game asks for none."""
    if "winner" not in act or not hands.asks_drawn(session=session):
        return None
    return hands.drawn_since_win(session=session, before=before)


def _dealer(books: Books[Any], *, hand: Hand | None) -> int:
    """Return who deals the hand being played, or was to deal an earlier one."""
    if hand is None:
        return books.progress.dealer
    return hands.dealer(session=books.session, before_position=hand.position)


def _secrets(books: Books[Any], *, replaces: Hand | None) -> dict[int, int]:
    """Return how many secrets each seat was paid for in a hand, where its game has secrets."""
    session = books.session.as_at(position=replaces.position if replaces else None)
    if not session.played.asks(kind=ActKind.SECRET, rules=session.house_rules):
        return {}
    after = replaces.after if replaces else books.progress.after
    before = replaces.position if replaces else None
    laid = hands.secrets_between(session=session, after=after, before=before)
    return Counter(int(act["seat"]) for act in laid.values_list("act", flat=True))


def draft_of(*, session: Session, kind: ActKind, outcome: Outcome, reason: str = "") -> Draft:
    """Return the entry an outcome makes in this session: its points, and its debts times the stakes in force.

    The act of a penalty says what it is for.
    """
    payments = tuple(
        Payment(payer=debt.payer, payee=debt.payee, cents=debt.cents * session.stakes) for debt in outcome.debts
    )
    points = tuple(Points(seat=score.seat, points=score.points) for score in outcome.scores)
    entry_kind = _ENTRY_KINDS.get(kind, EntryKind.PENALTY)
    why = {"why": kind.value} if entry_kind is EntryKind.PENALTY else {}
    return Draft(kind=entry_kind, act={**outcome.said.data(), **why}, payments=payments, points=points, reason=reason)


_ENTRY_KINDS = {ActKind.HAND: EntryKind.HAND, ActKind.SECRET: EntryKind.SECRET}
