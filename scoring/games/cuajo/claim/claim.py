"""A claimed win with cards: complete, possible, and typed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scoring.games.base import ImpossibleError
from scoring.games.cuajo.claim.checks import contradictions, gaps, in_order
from scoring.games.cuajo.claim.reading import CLAIM_KEYS, Code, Entry, Source, read_entry
from scoring.games.cuajo.hand.splits import Holding, hold
from scoring.games.cuajo.pack.cards import Card, write_cards
from scoring.games.cuajo.rules import HouseRules
from scoring.games.reading import unknown_keys


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Sixteen cards that somebody claims to have won with; made by `read_claim`, so it is possible.

    `bounit` is None exactly when the hand was dealt complete. `secrets` are the kinds laid down and paid.
    `holding` is the hand with its laid secrets set apart.
    """

    rules: HouseRules
    hand: tuple[Card, ...]
    bounit: Card | None
    source: Source
    sowee: Card | None
    secrets: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()
    holding: Holding = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        holding = hold(
            cards=self.hand,
            sowee=self.sowee,
            secrets=self.secrets,
            three_must_be_laid=self.rules.sowee_three_must_be_laid,
            scheme=self.rules.scheme,
        )
        object.__setattr__(self, "holding", holding)

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

    Raises ImpossibleError with every problem at once, in the order of `Code`, among them keys that the
    contract does not know. A bounit named for a dealt hand is left out, because such a hand has none.
    """
    entry = read_entry(data=data)
    unknown = tuple(unknown_keys(data=data, keys=CLAIM_KEYS)) if isinstance(data, Mapping) else ()
    return claim_of(entry=replace(entry, problems=(*entry.problems, *unknown)) if unknown else entry)


def claim_of(*, entry: Entry, needs_sowee: bool = True) -> Claim:
    """Make a claim of an entry; raises ImpossibleError with everything wrong or missing."""
    problems = entry.problems
    if Code.BAD_JSON not in {problem.code for problem in problems}:
        problems = in_order(
            problems=(*problems, *contradictions(entry=entry), *gaps(entry=entry, needs_sowee=needs_sowee))
        )
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
