"""What games have in common that ask for nothing beyond their forms: no secrets, no notes between hands."""

from collections.abc import Mapping

from scoring.games.base import Act, Feature, HouseRules, Problem, Said, Table
from scoring.games.house_rules import read_profile


class PlainGame[R: HouseRules, S: Said]:
    """A part of a game; it keeps nothing, so that one instance serves everybody."""

    profiles: Mapping[str, R]
    """The house rules of each preset, the usual one first."""

    def read_rules(self, *, value: object, minor_digits: int = 2) -> R:  # noqa: ARG002 - no price list
        """Read house rules from a preset's name, or from a preset and changes; raises ImpossibleError."""
        return read_profile(value=value, presets=self.profiles)

    def features(self, *, rules: R) -> frozenset[Feature]:  # noqa: ARG002 - the same for all
        """Return nothing: every act has its form and no more."""
        return frozenset()

    def refusals(self, *, act: Act[S], rules: R, table: Table) -> tuple[Problem, ...]:  # noqa: ARG002
        """Return nothing: what can be true may be recorded."""
        return ()
