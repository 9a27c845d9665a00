"""What a win pays: the lines of the account, each with its rule (C26 to C28, C32, C34, C37)."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.games.base import Line
from scoring.games.cuajo.conditions import Conditions
from scoring.games.cuajo.entry import Source
from scoring.games.cuajo.rules import HouseRules, PorbisAdds


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """Everything about a win that decides its money; `conditions` is None unless C28 asks for them."""

    source: Source
    kings_of_coins: int
    other_kings: int
    porbis: bool
    conditions: Conditions | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What each opponent pays for a win, in minor units before any stake factor."""

    lines: tuple[Line, ...]
    king_cents: int

    @property
    def per_opponent_cents(self) -> int:
        """Return the sum of the lines."""
        return sum(line.cents for line in self.lines)


def account_for(*, win: Win, rules: HouseRules) -> Account:
    """Return the account of a win; lines that come to nothing are left out."""
    kings = tuple(_king_lines(win, rules)) if _pays_kings(win, rules) else ()
    lines = (*_porbis_lines(win, rules), *_base_lines(win, rules), *kings)
    return Account(
        lines=tuple(line for line in lines if line.cents), king_cents=sum(line.cents for line in kings)
    )


def conditions_matter(*, source: Source, porbis: bool, rules: HouseRules) -> bool:
    """Return whether conditions and extra cards belong to the verdict: not drawn or dealt, no flat porbis."""
    flat = porbis and rules.porbis_adds is PorbisAdds.NOTHING
    return source.has_conditions and not flat


def _pays_kings(win: Win, rules: HouseRules) -> bool:
    return not win.porbis or rules.porbis_adds is not PorbisAdds.NOTHING


def _porbis_lines(win: Win, rules: HouseRules) -> Iterator[Line]:
    if win.porbis:
        how = "one king, used in a run" if win.kings_of_coins + win.other_kings else "no king"
        yield Line(what=f"Porbis: {how}", rule="C32", cents=rules.porbis * rules.unit)


def _base_lines(win: Win, rules: HouseRules) -> Iterator[Line]:
    if win.porbis and rules.porbis_adds is not PorbisAdds.ALL:
        return
    match win.source:
        case Source.SELF_DRAWN:
            what, rule, amount = "Bounit drawn from the stock", "C27", rules.self_drawn
        case Source.DEALT:
            what, rule, amount = "Complete hand dealt, paid as drawn", "C34", rules.self_drawn
        case Source.CLAIMED | Source.DISCARD:
            what, amount = _conditions_line(win.conditions, rules)
            rule = "C28"
    yield Line(what=what, rule=rule, cents=amount * rules.unit)


def _conditions_line(conditions: Conditions | None, rules: HouseRules) -> tuple[str, int]:
    match conditions:
        case Conditions(bounit=True, sowee=True):
            return "Both conditions met", rules.both_conditions
        case Conditions(bounit=True):
            return "Only the bounit condition met", rules.bounit_condition
        case Conditions(sowee=True):
            return "Only the sowee condition met", rules.sowee_condition
        case _:
            return "Neither condition met", rules.neither_condition


def _king_lines(win: Win, rules: HouseRules) -> Iterator[Line]:
    coins, others = win.kings_of_coins, win.other_kings
    if coins:
        what = f"{coins} {'king' if coins == 1 else 'kings'} of coins"
        yield Line(what=what, rule="C26", cents=coins * rules.king_of_coins * rules.unit)
    if others:
        what = f"{others} other {'king' if others == 1 else 'kings'}"
        yield Line(what=what, rule="C26", cents=others * rules.other_king * rules.unit)
