"""Questions to the judge as a program asks them, and the answers; cards are texts in notation."""

from typing import Any, NotRequired, TypedDict

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.api.web.answers import Shape
from scoring.api.web.errors import Problem as ProblemShape
from scoring.api.web.parsing import Choice, Input, Several, Text, Whole, YesNo, words
from scoring.games import FIRST
from scoring.games.base import ImpossibleError, Problem
from scoring.games.cuajo.cards import KINDS, find_card
from scoring.games.cuajo.claim import Source
from scoring.games.cuajo.judge_claims import Happened, Standing
from scoring.games.cuajo.rules import Scheme
from scoring.operations.table.seating import MOST_PLAYERS
from scoring.texts import say

_ANY_CARDS = {
    "oneOf": [{"type": "string", "maxLength": 1000}, {"type": "array", "items": {"type": "string"}, "maxItems": 112}]
}
_SEPARATORS = str.maketrans(",;", "  ")
_RULES = {"oneOf": [{"type": "string"}, {"type": "object"}]}


@extend_schema_field(_ANY_CARDS)
class AnyCards(serializers.JSONField):
    """Cards as the verify contract takes them: one text, or a list with one text for each."""


@extend_schema_field(_RULES)
class Rules(serializers.JSONField):
    """House rules: a preset's name, or an object with a preset and changes to it."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the rules; raises ImpossibleError for those nobody knows."""
        return FIRST.read_rules(value=data)


class Cards(Text):
    """Cards in notation, separated by spaces."""

    def to_internal_value(self, data: Any) -> str:
        """Return the cards; raises ImpossibleError for words that are none."""
        text, name = super().to_internal_value(data), str(self.field_name)
        found = [(word, find_card(text=word)) for word in text.translate(_SEPARATORS).split()]
        if unknown := tuple(word[:40] for word, card in found if card is None):
            told = say("unknown_card.claim", name=name, cards=", ".join(unknown))
            raise ImpossibleError([Problem(text=told, cards=unknown, field=name)])
        return " ".join(card.notation for _, card in found if card)


def hand_of(*, size: int) -> Cards:
    """Return the field for a hand of so many cards."""
    return Cards(max_length=200, help_text=f"{size} cards in notation.")


def one_card(**options: Any) -> Choice:
    """Return the field for one card."""
    return Choice(choices=words(*(card.notation for card in KINDS)), **options)


class Claim(serializers.Serializer[Any]):
    """A hand that somebody claims to have won with; the engine itself says everything that is wrong in it."""

    game = serializers.CharField()
    rules = serializers.JSONField(required=False, help_text="A preset, or an object: a preset and changes.")
    hand = AnyCards(help_text="Sixteen cards, the bounit among them.")
    bounit = AnyCards(allow_null=True, required=False, help_text="The winning card; null where it was dealt.")
    source = serializers.CharField(  # type: ignore[assignment]  # what programs send
        help_text="self_drawn, claimed, discard or dealt."
    )
    sowee = AnyCards(allow_null=True, required=False, help_text="The card under the stock.")
    secrets = AnyCards(allow_null=True, required=False, help_text="Kinds of the secrets laid down and paid.")
    extra = AnyCards(allow_null=True, required=False, help_text="Extra cards turned, in order.")


class AboutCards(Input):
    """What every question about a hand says beside its cards."""

    rules = Rules(required=False)
    sowee = one_card(allow_null=True, default=None)
    secrets = Several(child=one_card(), max_length=4, default=list)


class AboutWin(AboutCards):
    """Is this a win? The fields of a claim."""

    hand = hand_of(size=16)
    source = Choice(choices=words(*Source))  # type: ignore[assignment]  # what programs send
    bounit = one_card(allow_null=True, default=None)
    extra = Cards(max_length=400, allow_blank=True, default="")


class AboutPurro(AboutCards):
    """What do fifteen cards wait for? `extra` is whatever else lies open."""

    hand = hand_of(size=15)
    extra = Cards(max_length=400, allow_blank=True, default="")


class AboutDistance(AboutCards):
    """How far is a hand of up to sixteen cards from a win?"""

    hand = Cards(max_length=200, allow_blank=True, help_text="Up to sixteen cards in notation.")
    extra = Cards(max_length=400, allow_blank=True, default="", help_text="Extra cards that were turned.")


class AboutExtra(AboutCards):
    """May the winner go on turning extra cards? `stock` is how many are left, null where nobody knows."""

    hand = hand_of(size=16)
    bounit = one_card()
    sowee = one_card()
    extra = Cards(max_length=400, allow_blank=True, default="")
    stock = Whole(max_value=112, allow_null=True, default=None)


class AboutPlayer(Input):
    """How a player stands; a running penalty turn is one of those left."""

    seat = Whole(min_value=1, max_value=MOST_PLAYERS)
    standing = Choice(choices=words(*Standing), allow_blank=True, default="")
    completes = YesNo(default=False, help_text="The card completes this hand.")
    by_kings = YesNo(default=False, help_text="With the card the kings win alone (L4).")


class AboutClaim(Input):
    """Whose card is it? `players` stand in the order of play."""

    rules = Rules(required=False)
    how = Choice(choices=words(*Happened))
    by = Whole(min_value=1, max_value=MOST_PLAYERS)
    card = one_card(allow_null=True, default=None)
    players = Several(child=AboutPlayer(), min_length=2, max_length=6)


class LineShape(Shape):
    """A line of the account."""

    what: str
    rule: str
    cents: int


class ChangeOfCardShape(Shape):
    """Another card in the place of one that is held."""

    out: str
    into: str


class RulingShape(Shape):
    """What rests on a ruling, as the sources are silent, and the house rule that says otherwise, if any."""

    text: str
    rule: str
    name: str
    label: str


class NearMissShape(Shape):
    """How far the cards are from a win."""

    melded: int
    melds: tuple[tuple[str, ...], ...]
    strays: tuple[str, ...]
    changes: tuple[ChangeOfCardShape, ...]
    distance: int | None


class Verdict(TypedDict):
    """The verdict; a hand that is no win has `valid` false, the rule it breaks and the near miss.

    `conditions` and `extra_used` are there where extra cards are turned, `king_win` and `left_over`
    by a price list.
    """

    valid: bool
    rule: NotRequired[str]
    per_opponent: NotRequired[int]
    porbis: NotRequired[bool]
    king_cents: NotRequired[int]
    arrangement: NotRequired[tuple[tuple[str, ...], ...]]
    lines: NotRequired[tuple[LineShape, ...]]
    conditions: NotRequired[dict[str, bool]]
    extra_used: NotRequired[int]
    king_win: NotRequired[str]
    left_over: NotRequired[tuple[str, ...]]
    near_miss: NotRequired[NearMissShape]
    rules_revision: NotRequired[str]
    rulings: NotRequired[tuple[RulingShape, ...]]


class DistanceShape(Shape):
    """What is known of a hand so far; `near_miss` is null while its cards cannot be."""

    count: int
    waits: tuple[str, ...]
    near_miss: NearMissShape | None
    problems: tuple[ProblemShape, ...]


class WayShape(Shape):
    """What a card would pay if it came this way, null where it cannot; `best` with extra cards at best."""

    source: Source
    per_opponent: int | None
    best: int | None
    lay_first: str


class WaitShape(Shape):
    """A card that completes the hand, and how many copies nobody has seen."""

    card: str
    unseen: int
    ways: tuple[WayShape, ...]


class PurroShape(Shape):
    """Whether fifteen cards are purro, and what they wait for."""

    purro: bool
    unseen: int
    away: int | None
    waits: tuple[WaitShape, ...]
    reasons: tuple[str, ...]
    melds: tuple[tuple[str, ...], ...]
    strays: tuple[str, ...]
    scheme: Scheme
    rules_revision: str


class NeedShape(Shape):
    """What a condition still lacks: so many of these cards."""

    condition: str
    number: int
    cards: tuple[str, ...]


class EndingShape(Shape):
    """A way the turning can end: its chance as an exact fraction, and what it pays without kings."""

    name: str
    chance: str
    cents: int


class ExtraShape(Shape):
    """Where the turning of extra cards stands; `both` is the chance that both conditions will hold."""

    needs: tuple[NeedShape, ...]
    may_turn: int
    allowed: int
    used: int
    both: str
    endings: tuple[EndingShape, ...]
    unseen: tuple[int, ...]
    rules_revision: str


class GroundShape(Shape):
    """A reason and the rules it rests on."""

    text: str
    rules: tuple[str, ...]


class ClaimantShape(Shape):
    """Somebody whose hand the card completes."""

    seat: int
    who: str
    wins: bool
    grounds: tuple[GroundShape, ...]


class RulingOnCardShape(Shape):
    """Whose card it is, empty for nobody, and on which grounds; and what each may do now."""

    winner: str
    claimants: tuple[ClaimantShape, ...]
    show: dict[str, Any]
    win: tuple[dict[str, Any], ...]
    purro: tuple[dict[str, Any], ...]
    discard: dict[str, Any] | None
    deals: tuple[GroundShape, ...]
    rules_revision: str
