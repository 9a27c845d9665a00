"""What a won hand of cuajo is counted for, read from its act and verdict as they are stored."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from scoring.games.cuajo.claim.claim import Source
from scoring.games.marks import Mark

MARKS = tuple(Mark)
_SOURCES: Mapping[str, Mark] = MappingProxyType(
    {
        Source.SELF_DRAWN: Mark.OWN_DRAW,
        Source.CLAIMED: Mark.CLAIMED,
        Source.DISCARD: Mark.DISCARD,
        Source.DEALT: Mark.COMPLETE,
    }
)


def marks_of(*, act: Mapping[str, Any], verdict: Mapping[str, Any]) -> Mapping[Mark, int]:
    """Return what a won hand is counted for, and how often; a declared one says its kings itself."""
    found = {_SOURCES[act["source"]]: 1, **dict(_kings(act)), **dict(_conditions(verdict.get("conditions")))}
    found |= {Mark.PORBIS: int(verdict["porbis"]), Mark.DECLARED: int(verdict["declared"])}
    found[Mark.EXTRA_CARDS] = verdict.get("extra_used") or 0
    return {mark: count for mark, count in found.items() if count}


def _kings(act: Mapping[str, Any]) -> Iterator[tuple[Mark, int]]:
    if act["declared"]:
        of_coins = act.get("kings_of_coins") or 0
        others = act.get("other_kings") or 0
    else:
        cards = act["hand"].split()
        of_coins = cards.count("12O")
        others = sum(card.startswith("12") for card in cards) - of_coins
    yield Mark.KINGS_OF_COINS, of_coins
    yield Mark.KINGS, of_coins + others


def _conditions(met: Mapping[str, bool] | None) -> Iterator[tuple[Mark, int]]:
    """Yield which conditions held, where they decided what was paid (C28)."""
    if met is not None:
        bounit, sowee = met["bounit"], met["sowee"]
        yield Mark.BOUNIT, bounit
        yield Mark.SOWEE, sowee
        yield Mark.BOTH, bounit and sowee
        yield Mark.NEITHER, not bounit and not sowee
