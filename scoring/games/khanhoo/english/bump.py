"""Who has the card just discarded: the next player, or somebody who bumps (E6, E9)."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.games.khanhoo.english.cards import Card
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

    @property
    def is_failed_bump(self) -> bool:
        """Return whether the player may be challenged and pays the penalty."""
        return self in (Ground.NO_MELD, Ground.BUMPED_FOR_SEQUENCE)


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
    """What came of a wish: the meld it would make, whether the player has the card, and why."""

    seat: int
    meld: Meld | None
    takes: bool
    ground: Ground


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
    asked = [_asked(wish, discard, order, table) for wish in sorted(wishes, key=lambda wish: order.index(wish.seat))]
    winner = min((one for one in asked if one.barred is None), key=lambda one: one.standing, default=None)
    claimants = tuple(
        Claimant(seat=one.wish.seat, meld=one.meld, takes=one is winner, ground=_ground(one, winner, asked))
        for one in asked
    )
    return BumpRuling(winner=None if winner is None else winner.wish.seat, claimants=claimants)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    wish: Wish
    meld: Meld | None
    place: int
    barred: Ground | None

    @property
    def points(self) -> int:
        return self.meld.kind.points if self.meld else 0

    @property
    def takes_sequence(self) -> bool:
        return self.meld is not None and self.meld.kind.is_sequence

    @property
    def standing(self) -> tuple[bool, bool, int, int]:
        """Return what the claims are ordered by; the smallest has the card."""
        return not self.wish.from_cache, self.takes_sequence, -self.points, self.place


def _asked(wish: Wish, discard: Card, order: tuple[int, ...], table: MeldTable) -> _Asked:
    meld = meld_of(cards=(*wish.cards, discard), table=table)
    place = order.index(wish.seat)
    if wish.from_cache and set(wish.cards) != {discard}:
        meld = None
    return _Asked(wish=wish, meld=meld, place=place, barred=_bar(meld, place, len(order)))


def _bar(meld: Meld | None, place: int, players: int) -> Ground | None:
    if place == players - 1:
        return Ground.OWN_DISCARD
    if meld is None:
        return Ground.NO_MELD
    return Ground.BUMPED_FOR_SEQUENCE if place and meld.kind.is_sequence else None


def _ground(one: _Asked, winner: _Asked | None, asked: list[_Asked]) -> Ground:
    if one.barred is not None or winner is None:
        return one.barred or Ground.NO_MELD
    if one is winner:
        return _winning_ground(one, [other for other in asked if other is not one and other.barred is None])
    if winner.wish.from_cache:
        return Ground.AFTER_CACHE
    if one.takes_sequence:
        return Ground.SEQUENCE_WAITS
    return Ground.COMES_LATER if one.points == winner.points else Ground.PAYS_LESS


def _winning_ground(one: _Asked, others: list[_Asked]) -> Ground:
    if one.wish.from_cache:
        return Ground.CACHE
    if one.takes_sequence:
        return Ground.NOBODY_BUMPS
    return Ground.SOONEST if any(other.points == one.points for other in others) else Ground.PAYS_MOST
