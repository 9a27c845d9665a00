"""A verdict in plain words for a terminal or a chat; amounts in whole minor units."""

from collections.abc import Iterable, Iterator

from scoring.games.base import Problem
from scoring.games.cuajo.hand.exchanges import Change
from scoring.games.cuajo.hand.melds import Meld, MeldKind
from scoring.games.cuajo.hand.near_miss import NearMiss
from scoring.games.cuajo.hand.splits import HAND_SIZE
from scoring.games.cuajo.pack.cards import write_cards
from scoring.games.cuajo.payout.account import NotAWin, Verdict
from scoring.texts import say

MELD_WORDS = {
    MeldKind.SET: "set",
    MeldKind.RUN: "run",
    MeldKind.SECRET: "secret",
    MeldKind.KING: "king",
    MeldKind.SOWEE_SECRET: "secret of the sowee",
    MeldKind.PONG: "pong",
}


def result_text(*, result: Verdict | NotAWin) -> str:
    """Return a verdict in lines of text: the amount, the account, the melds, or what is missing."""
    lines = _verdict_lines(result) if isinstance(result, Verdict) else _not_a_win_lines(result)
    return "\n".join(lines)


def problems_text(*, problems: Iterable[Problem]) -> str:
    """Return every reason why a claim is impossible, one a line, with its code."""
    return "\n".join(["Impossible:", *(f"  {problem.code}: {problem.message}" for problem in problems)])


def _verdict_lines(verdict: Verdict) -> Iterator[str]:
    yield f"Valid: {verdict.per_opponent_cents} from each opponent ({verdict.rules_revision})"
    for line in verdict.lines:
        yield f"  {line.cents:>6}  {line.what} ({line.rule})"
    if verdict.turned is not None:
        conditions = verdict.turned.conditions
        yield f"Bounit condition: {_met(conditions.bounit)}; sowee condition: {_met(conditions.sowee)}"
        yield f"Extra cards used: {verdict.turned.used}"
    yield from _meld_lines(verdict.arrangement)
    if verdict.left_over:
        yield f"Left over: {write_cards(cards=verdict.left_over)}"


def no_win_problem(*, result: NotAWin) -> Problem:
    """Return sixteen cards that do not win as a problem of whoever says that they do."""
    strays = tuple(card.notation for card in result.near_miss.strays)
    if not strays:
        return Problem(text=say("not_a_win.kings", rule=result.rule), field="hand")
    text = say(
        "not_a_win.strays",
        melded=result.near_miss.melded,
        size=HAND_SIZE,
        cards=", ".join(strays),
        strays=len(strays),
        rule=result.rule,
    )
    return Problem(text=text, cards=strays, field="hand")


def not_a_win_text(*, result: NotAWin) -> str:
    """Return in one phrase why sixteen cards do not win, without the rule."""
    near = result.near_miss
    if near.strays:
        return f"{near.melded} of {HAND_SIZE} cards lie in melds"
    return "a hand with a king needs a pong, three or four aces, a run or a laid secret"


def _not_a_win_lines(result: NotAWin) -> Iterator[str]:
    near = result.near_miss
    yield f"Not valid: {not_a_win_text(result=result)} ({result.rule})"
    yield from _meld_lines(near.melds)
    if near.strays:
        yield f"Left over: {write_cards(cards=near.strays)}"
    yield from _change_lines(near)


def _change_lines(near: NearMiss) -> Iterator[str]:
    if not near.changes:
        yield "No change of a single card makes it a win."
        if near.distance is not None:
            yield f"{near.distance} cards would have to be others."
        return
    yield "Changes of one card that make it a win:"
    for out in dict.fromkeys(change.out for change in near.changes):
        yield f"  {out} into {_into(near.changes, out=str(out))}"


def _into(changes: Iterable[Change], *, out: str) -> str:
    return write_cards(cards=(change.into for change in changes if str(change.out) == out))


def _meld_lines(melds: Iterable[Meld]) -> Iterator[str]:
    yield "Melds:"
    for meld in melds:
        yield f"  {write_cards(cards=meld.cards)}  {MELD_WORDS[meld.kind]}"


def _met(condition: bool) -> str:
    return "met" if condition else "not met"
