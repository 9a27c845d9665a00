"""What games have in common that ask for nothing beyond their forms: no secrets, no notes between hands."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar

from scoring.games.base import Act, ActKind, Data, Feature, HouseRules, Problem, Said, Seat, Table
from scoring.games.fields import Field
from scoring.games.house_rules import labels_of, profile_fields, read_profile
from scoring.games.offers import ByCards, Companion
from scoring.games.reading import alone, read, unknown_act

type Reading[S] = tuple[tuple[str, ...], Callable[..., S]]
"""The keys an act may have, and how it is read from `act`, `rules` and `seats`."""


class PlainGame[R: HouseRules, S: Said]:
    """A part of a game; it keeps nothing, so that one instance serves everybody.

    `profiles` are the house rules of each preset, the usual one first; `readings` the acts the game knows,
    `seats_rule` says how many may play.
    """

    name: str
    profiles: Mapping[str, R]
    seat_counts: tuple[int, ...]
    seats_rule: str
    readings: Mapping[ActKind, Reading[S]]
    preset_labels: Mapping[str, str]
    presets: tuple[str, ...]
    house_rules: tuple[Field, ...]
    by_cards: ByCards[R] | None = None
    companion: Companion[R] | None = None
    labels: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        cls.presets = tuple(cls.profiles)
        cls.preset_labels = {**labels_of(presets=cls.presets), **cls.labels}
        cls.house_rules = profile_fields(profile=cls.profiles[cls.presets[0]])

    def read_rules(self, *, value: object, minor_digits: int = 2) -> R:  # noqa: ARG002 - no price list
        """Read house rules from a preset's name, or from a preset and changes; raises ImpossibleError."""
        return read_profile(value=value, presets=self.profiles)

    def features(self, *, rules: R) -> frozenset[Feature]:  # noqa: ARG002 - the same for all
        """Return nothing: every act has its form and no more."""
        return frozenset()

    def sides(self, *, rules: R, seat_count: int) -> tuple[Seat, ...]:
        """Return the seats, all alone; raises ImpossibleError with `wrong_seat_count`."""
        return alone(seat_count=seat_count, allowed=self.seats_allowed(rules=rules), rule=self.seats_rule)

    def seats_allowed(self, *, rules: R) -> tuple[int, ...]:  # noqa: ARG002 - mostly the same for all
        """Return how many may play under these rules."""
        return self.seat_counts

    def read_act(self, *, kind: ActKind, data: Data, rules: R, seats: tuple[Seat, ...]) -> Act[S]:
        """Read an act of a kind that the game knows."""
        if kind not in self.readings:
            return unknown_act(game=self.name, kind=kind)
        keys, how = self.readings[kind]
        return read(kind=kind, data=data, keys=keys, how=partial(how, act=data, rules=rules, seats=seats))

    def refusals(self, *, act: Act[S], rules: R, table: Table) -> tuple[Problem, ...]:  # noqa: ARG002
        """Return nothing: what can be true may be recorded."""
        return ()
