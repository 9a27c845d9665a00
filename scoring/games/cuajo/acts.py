"""Reading what a table reports: a hand won (with or without its cards), drawn or given up, a penalty."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.games.base import ImpossibleError, Problem, Seat
from scoring.games.cards import Card, Rank, Suit, find_card
from scoring.games.cuajo.account import Win
from scoring.games.cuajo.conditions import Conditions
from scoring.games.cuajo.entry import Source
from scoring.games.cuajo.rules import DealtWin, HouseRules, Scheme, shown

type Act = Mapping[str, object]


class HandResult(StrEnum):
    """How a hand ended: won, stock exhausted (C33), or given up after a false win (C35)."""

    WIN = "win"
    DRAWN = "drawn"
    VOID = "void"


MOST_KINGS_OF_COINS = 4
MOST_OTHER_KINGS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredWin:
    """A win recorded without its cards, on the table's word."""

    winner: int
    win: Win
    sowee: Card | None

    def data(self) -> dict[str, object]:
        """Return the act in canonical form."""
        conditions = self.win.conditions
        return {
            "result": HandResult.WIN.value,
            "winner": self.winner,
            "declared": True,
            "source": self.win.source.value,
            "sowee": None if self.sowee is None else self.sowee.notation,
            "kings_of_coins": self.win.kings_of_coins,
            "other_kings": self.win.other_kings,
            "bounit_condition": conditions is not None and conditions.bounit,
            "sowee_condition": conditions is not None and conditions.sowee,
            "porbis": self.win.porbis,
        }


def read_result(*, act: Act) -> HandResult:
    """Return how the hand ended; raises ImpossibleError with `unknown_result`."""
    result = act.get("result")
    if isinstance(result, str) and result in set(HandResult):
        return HandResult(result)
    message = f"A hand cannot end with {shown(result)}; it is won, drawn or void."
    raise ImpossibleError([Problem(code="unknown_result", message=message, field="result")])


def seat_problems(*, act: Act, field: str, seats: tuple[Seat, ...]) -> tuple[Problem, ...]:
    """Return `unknown_seat` unless the act names a seat of this table in the field."""
    if _whole(act.get(field)) in {seat.number for seat in seats}:
        return ()
    message = f"No seat {shown(act.get(field))} is at this table."
    return (Problem(code="unknown_seat", message=message, field=field),)


def read_seat(*, act: Act, field: str, seats: tuple[Seat, ...]) -> int:
    """Return the seat an act names; raises ImpossibleError with `unknown_seat`."""
    problems = seat_problems(act=act, field=field, seats=seats)
    seat = _whole(act.get(field))
    if problems or seat is None:
        raise ImpossibleError(problems)
    return seat


def read_declared_win(*, act: Act, rules: HouseRules, seats: tuple[Seat, ...]) -> DeclaredWin:
    """Read a quick entry; raises ImpossibleError with every problem at once.

    The conditions count only for a claimed bounit or a discard, elsewhere they are left out. A hand without
    kings is porbis by definition, and porbis allows one king at most (C32), so that both contradictions are
    refused instead of guessed; so is a win by a price list, which pays for melds (L6). Codes:
    `cards_needed`, `unknown_seat`, `unknown_source`, `unknown_card`, `bad_number`, `bad_switch`,
    `too_many_copies`, `porbis_with_kings`, `no_king_is_porbis`, `dealt_win_not_allowed`,
    `discard_win_not_allowed`.
    """
    _require_conditions(rules)
    reader = _Reader(act=act, problems=list(seat_problems(act=act, field="winner", seats=seats)))
    source = reader.source(rules)
    sowee = reader.sowee()
    coins = reader.number("kings_of_coins", MOST_KINGS_OF_COINS)
    others = reader.number("other_kings", MOST_OTHER_KINGS)
    conditions = Conditions(bounit=reader.switch("bounit_condition"), sowee=reader.switch("sowee_condition"))
    porbis = reader.switch("porbis")
    winner = _whole(act.get("winner"))
    if not reader.problems:
        reader.problems.extend(_king_problems(coins, others, porbis, sowee))
    if reader.problems or source is None or winner is None:
        raise ImpossibleError(reader.problems)
    win = Win(
        source=source,
        kings_of_coins=coins,
        other_kings=others,
        porbis=porbis,
        conditions=conditions if source.has_conditions else None,
    )
    return DeclaredWin(winner=winner, win=win, sowee=sowee)


def _require_conditions(rules: HouseRules) -> None:
    if rules.scheme is not Scheme.CONDITIONS:
        message = "By a price list a win is recorded with its cards, which decide what it pays (L6)."
        raise ImpossibleError([Problem(code="cards_needed", message=message, field="hand")])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    """Reads the fields of an act and collects what is wrong with them."""

    act: Act
    problems: list[Problem]

    def refuse(self, code: str, message: str, field: str, cards: Collection[str] = ()) -> None:
        self.problems.append(Problem(code=code, message=message, field=field, cards=tuple(cards)))

    def source(self, rules: HouseRules) -> Source | None:
        value = self.act.get("source")
        if not isinstance(value, str) or value not in set(Source):
            self.refuse("unknown_source", f"A bounit cannot come from {shown(value)}.", "source")
            return None
        if value == Source.DEALT and rules.dealt_win is DealtWin.NONE:
            self.refuse("dealt_win_not_allowed", "By these rules a dealt hand does not win (C34).", "source")
        if value == Source.DISCARD and not rules.discard_win:
            self.refuse("discard_win_not_allowed", "By these rules a discard does not win (C15).", "source")
        return Source(value)

    def sowee(self) -> Card | None:
        value = self.act.get("sowee")
        if value in (None, ""):
            return None
        card = find_card(text=value) if isinstance(value, str) else None
        if card is None:
            self.refuse(
                "unknown_card", f"Not a card of the cuajo pack: {shown(value)}.", "sowee", [shown(value)]
            )
        return card

    def number(self, field: str, most: int) -> int:
        value = _whole(self.act.get(field, 0))
        if value is None or not 0 <= value <= most:
            self.refuse("bad_number", f"{field} is a number from 0 to {most}.", field)
            return 0
        return value

    def switch(self, field: str) -> bool:
        value = self.act.get(field, False)
        if not isinstance(value, bool):
            self.refuse("bad_switch", f"{field} is true or false.", field)
        return value is True


def _king_problems(coins: int, others: int, porbis: bool, sowee: Card | None) -> tuple[Problem, ...]:
    on_table = int(sowee is not None and sowee.rank is Rank.KING)
    coins_on_table = int(on_table and sowee is not None and sowee.suit is Suit.OROS)
    found = []
    if coins + coins_on_table > MOST_KINGS_OF_COINS or others + on_table - coins_on_table > MOST_OTHER_KINGS:
        message = "One of these kings is the sowee, so the hand cannot hold so many (C3)."
        found.append(Problem(code="too_many_copies", message=message, cards=(str(sowee),), field="sowee"))
    if porbis and coins + others > 1:
        message = "Porbis allows one king at most (C32)."
        found.append(Problem(code="porbis_with_kings", message=message, field="porbis"))
    if not porbis and coins + others == 0:
        message = "A complete hand without a king is porbis (C32)."
        found.append(Problem(code="no_king_is_porbis", message=message, field="porbis"))
    return tuple(found)


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
