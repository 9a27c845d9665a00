"""What a table knows about a hand that the hand does not say: nothing is guessed, nothing left out."""

from collections.abc import Iterator

from scoring.games.base import Data, Problem
from scoring.games.cuajo.entry import GAME_ID, Source
from scoring.games.cuajo.rules import PorbisAdds
from scoring.queries.desks import Desk

_COUNTS = ("kings_of_coins", "other_kings", "porbis")
_CONDITIONS = ("bounit_condition", "sowee_condition")


def entry_problems(*, desk: Desk, act: Data) -> tuple[Problem, ...]:
    """Return what speaks against recording an act at this table although its game could judge it.

    Codes: `missing_field`, `cards_needed` and `sowee_missing` (L6), `secrets_not_named` and
    `secrets_not_paid` (C9).
    """
    if desk.session.game != GAME_ID or act.get("result") != "win":
        return ()
    problems = _declared_problems(desk, act) if act.get("declared") is True else _cards_problems(desk, act)
    return tuple(problems)


def _declared_problems(desk: Desk, act: Data) -> Iterator[Problem]:
    if not desk.takes_declared:
        message = "The price list pays for melds and kings, so the cards are needed (L6)."
        yield Problem(code="cards_needed", message=message, field="declared")
        return
    decide = (*_COUNTS, *(_CONDITIONS if _conditions_decide(desk, act) else ()))
    for name in decide:
        if act.get(name) is None:
            yield Problem(code="missing_field", message=f"The field {name} is missing.", field=name)


def _conditions_decide(desk: Desk, act: Data) -> bool:
    flat = act.get("porbis") is True and desk.rules["porbis_adds"] != PorbisAdds.ALL
    return not flat and act.get("source") in (Source.CLAIMED, Source.DISCARD)


def _cards_problems(desk: Desk, act: Data) -> Iterator[Problem]:
    if desk.needs_sowee and not act.get("sowee"):
        message = "Say which card is the sowee: cards like it are paid (L6)."
        yield Problem(code="sowee_missing", message=message, field="sowee")
    winner, named = act.get("winner"), act.get("secrets") or ()
    paid = desk.secrets_by_seat.get(winner, 0) if isinstance(winner, int) else 0
    count = len(named.split() if isinstance(named, str) else named) if isinstance(named, str | list) else 0
    if count < paid:
        message = (
            f"The winner was paid for {paid} secrets and {count} are named: name each, or refund one (C9)."
        )
        yield Problem(code="secrets_not_named", message=message, field="secrets")
    if count > paid:
        message = (
            f"{count} secrets are named and the winner was paid for {paid}: record the secret first (C9)."
        )
        yield Problem(code="secrets_not_paid", message=message, field="secrets")
