"""A claimed win with cards: complete, possible, and typed."""

from dataclasses import dataclass

from scoring.games.base import ImpossibleError
from scoring.games.cards import Card, write_cards
from scoring.games.cuajo.checks import contradictions, gaps, in_order
from scoring.games.cuajo.entry import Code, Entry, Source, read_entry
from scoring.games.cuajo.rules import HouseRules
from scoring.games.cuajo.splits import Holding, hold


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Sixteen cards that somebody claims to have won with; made by `read_claim`, so it is possible.

    `bounit` is None exactly when the hand was dealt complete. `secrets` are the kinds laid down and paid.
    """

    rules: HouseRules
    hand: tuple[Card, ...]
    bounit: Card | None
    source: Source
    sowee: Card | None
    secrets: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()

    @property
    def holding(self) -> Holding:
        """Return the hand with its laid secrets set apart."""
        return hold(
            cards=self.hand,
            sowee=self.sowee,
            secrets=self.secrets,
            three_must_be_laid=self.rules.sowee_three_must_be_laid,
            scheme=self.rules.scheme,
        )

    def data(self) -> dict[str, object]:
        """Return the claim without game and rules as JSON data in canonical notation."""
        return {
            "hand": write_cards(cards=self.hand),
            "bounit": None if self.bounit is None else self.bounit.notation,
            "source": self.source.value,
            "sowee": None if self.sowee is None else self.sowee.notation,
            "secrets": [card.notation for card in self.secrets],
            "extra": write_cards(cards=self.extra),
        }


def read_claim(*, data: object) -> Claim:
    """Read a claim of the verify contract from any JSON value.

    Raises ImpossibleError with every problem at once, in the order of `Code`. A bounit named for a dealt
    hand is left out, because such a hand has none.
    """
    return claim_of(entry=read_entry(data=data))


def claim_of(*, entry: Entry) -> Claim:
    """Make a claim of an entry; raises ImpossibleError with everything wrong or missing."""
    problems = entry.problems
    if Code.BAD_JSON not in {problem.code for problem in problems}:
        problems = in_order(problems=(*problems, *contradictions(entry=entry), *gaps(entry=entry)))
    if problems or entry.rules is None or entry.source is None:
        raise ImpossibleError(problems)
    return Claim(
        rules=entry.rules,
        hand=entry.hand.cards,
        bounit=None if entry.source is Source.DEALT else entry.bounit,
        source=entry.source,
        sowee=entry.sowee,
        secrets=entry.secrets,
        extra=entry.extra.cards,
    )
