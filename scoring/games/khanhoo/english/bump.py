"""Who has the card just discarded: the next player, or somebody who bumps (E6, E9)."""

from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.games.khanhoo.cards import Card
from scoring.games.khanhoo.english.melds import Meld, MeldTable, meld_of
from scoring.texts import Text, say


class Ground(StrEnum):
    """Why a player has the discard or not."""

    CACHE = "cache"
    PAYS_MOST = "pays_most"
    SOONEST = "soonest"
    NOBODY_BUMPS = "nobody_bumps"
    PAYS_LESS = "pays_less"
    COMES_LATER = "comes_later"
    SEQUENCE_WAITS = "sequence_waits"
    AFTER_CACHE = "after_cache"
    NO_MELD = "no_meld"
    BUMPED_FOR_SEQUENCE = "bumped_for_sequence"
    OWN_DISCARD = "own_discard"

    @property
    def rule(self) -> str:
        """Return the number of the rule the ground rests on."""
        return "E6" if self in (Ground.CACHE, Ground.AFTER_CACHE) else "E9"

    @property
    def text(self) -> Text:
        """Return the ground as a sentence.

        >>> Ground.PAYS_MOST.text.english()
        'The meld scores most.'
        """
        return say(f"ground.{self.value}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A player who wants the discard, and the cards of the hand to be melded with it at once.

    `from_cache` are three natural cards alike that lie face down as a cache.
    """

    seat: int
    cards: tuple[Card, ...]
    from_cache: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimant:
    """What came of a wish: the meld it would make, and why the player has the card or not.

    `place` counts from the next player, `ground` is None as long as the others decide.
    """

    seat: int
    place: int
    meld: Meld | None
    from_cache: bool
    ground: Ground | None

    @property
    def points(self) -> int:
        """Return what the meld scores."""
        return self.meld.kind.points if self.meld else 0

    @property
    def takes_sequence(self) -> bool:
        """Return whether the card is wanted for a sequence, which waits for everybody else."""
        return self.meld is not None and self.meld.kind.is_sequence

    @property
    def standing(self) -> tuple[bool, bool, int, int]:
        """Return what the claims are ordered by; the smallest has the card."""
        return not self.from_cache, self.takes_sequence, -self.points, self.place


@dataclass(frozen=True, slots=True, kw_only=True)
class BumpRuling:
    """Who has the discard, None for nobody; the claimants in the order of play."""

    winner: int | None
    claimants: tuple[Claimant, ...]


def who_takes(
    *, discard: Card, by: int, seats: tuple[int, ...], wishes: tuple[Wish, ...], table: MeldTable
) -> BumpRuling:
    """Return who has a discard; `seats` stand in the order of play.

    The next player and all who bump compete: the meld that scores most, equal melds by order of play. The
    next player may take it for a sequence only if nobody bumps, and the owner of a cache comes first of all.
    """
    start = seats.index(by) + 1
    order = seats[start:] + seats[:start]
    asked = [_claimant(wish, discard, order, table) for wish in sorted(wishes, key=lambda wish: order.index(wish.seat))]
    rivals = sorted((one for one in asked if one.ground is None), key=lambda one: one.standing)
    claimants = tuple(replace(one, ground=one.ground or _ground(one, rivals)) for one in asked)
    return BumpRuling(winner=rivals[0].seat if rivals else None, claimants=claimants)


def _claimant(wish: Wish, discard: Card, order: tuple[int, ...], table: MeldTable) -> Claimant:
    place = order.index(wish.seat)
    is_fourth = not wish.from_cache or set(wish.cards) == {discard}
    meld = meld_of(cards=(*wish.cards, discard), table=table) if is_fourth else None
    barred = None
    if place == len(order) - 1:
        barred = Ground.OWN_DISCARD
    elif meld is None:
        barred = Ground.NO_MELD
    elif place and meld.kind.is_sequence:
        barred = Ground.BUMPED_FOR_SEQUENCE
    return Claimant(seat=wish.seat, place=place, meld=meld, from_cache=wish.from_cache, ground=barred)


def _ground(one: Claimant, rivals: list[Claimant]) -> Ground:
    """Return why one of the rivals, who stand in the order of their claims, has the card or not."""
    winner = rivals[0]
    if winner.from_cache:
        return Ground.CACHE if one is winner else Ground.AFTER_CACHE
    if one.takes_sequence:
        return Ground.NOBODY_BUMPS if one is winner else Ground.SEQUENCE_WAITS
    if one is winner:
        is_level = any(other.points == one.points for other in rivals[1:])
        return Ground.SOONEST if is_level else Ground.PAYS_MOST
    return Ground.COMES_LATER if one.points == winner.points else Ground.PAYS_LESS
