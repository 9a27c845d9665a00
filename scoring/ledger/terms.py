"""Which house rules and stakes a night is played by, and since when. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.base import AnyGame, Data, HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class InForce:
    """House rules and stakes from a position on, as line `entry` says, 0 for those a session started with."""

    since: int
    entry: int
    data: Data
    rules: HouseRules
    stakes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AllTerms:
    """The rules and stakes of a session in the order in which they came into force."""

    all: tuple[InForce, ...]

    @property
    def now(self) -> InForce:
        return self.all[-1]

    def at(self, *, position: int) -> InForce:
        return next(each for each in reversed(self.all) if each.since <= position)


def terms_in(*, game: AnyGame, entry: int, act: Mapping[str, Any]) -> InForce:
    """Return what the act of a line says is in force from then on."""
    rules: HouseRules = game.read_rules(value=act["rules"])
    return InForce(since=int(act["from"]), entry=entry, data=act["rules"], rules=rules, stakes=int(act["stake_factor"]))
