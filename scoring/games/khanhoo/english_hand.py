"""What a table of English khanhoo reports: who melded what and who went out (E3, E6, E10), and penalties (E9)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum

from scoring.games.base import Data, Score, Seat
from scoring.games.khanhoo.cards import Card, count_kinds, written
from scoring.games.khanhoo.english_melds import JOKER, PACK, RANKS, Meld, MeldKind, fixed_melds
from scoring.games.khanhoo.english_rules import ORPHAN_PLAYERS, EnglishRules, Trios
from scoring.games.khanhoo.english_splits import Split, best_split, named_points, over_the_pack, strays
from scoring.games.reading import ActReader, named
from scoring.texts import Text, say

HAND_KEYS = ("out", "ending", "orphan", "cards", "melds")
PENALTY_KEYS = ("seat", "offence", "chosen")
FULL_HAND = 15
ORPHAN_HAND = 6
FULL_HAND_POINTS = 5
FAILED_BUMP_POINTS = 5


class Ending(StrEnum):
    """How the hand ended: with a full hand (E3), or with a quartette that ends it (E6)."""

    FULL_HAND = "full_hand"
    QUARTETTE = "quartette"


class Offence(StrEnum):
    """What is penalised; dealing out of turn and exposing a card are no misdeal."""

    MISDEAL = "misdeal"
    FAILED_BUMP = "failed_bump"


class Chosen(StrEnum):
    """What the opponents, or whoever challenged the bump, choose."""

    OFF_OFFENDER = "off_offender"
    ONTO_OPPONENTS = "onto_opponents"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """Melds of a kind by name; each scores its price, or what its parts pay where that is more (E11)."""

    kind: MeldKind
    times: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Melded:
    """What one player laid: the best split of the cards, or the names of melds declared without cards."""

    seat: int
    split: Split | None = None
    cards: tuple[Card, ...] = ()
    declared: tuple[Declared, ...] = ()

    @property
    def points(self) -> int:
        """Return what the melds score, without the points for a full hand."""
        if self.split is not None:
            return self.split.points
        return sum(each.points * each.times for each in self.declared)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedHand:
    """A hand that can be true."""

    out: int
    ending: Ending
    orphan: int | None
    melded: tuple[Melded, ...]

    def points_of(self, *, melded: Melded) -> int:
        """Return what a player scores: the melds, and 5 for the one who went out (E3, E4)."""
        return melded.points + (FULL_HAND_POINTS if melded.seat == self.out else 0)

    def data(self) -> dict[str, object]:
        """Return the act in canonical form."""
        melds = {str(one.seat): {each.kind.value: each.times for each in one.declared} for one in self.melded}
        return {
            "out": self.out,
            "ending": self.ending.value,
            "orphan": self.orphan,
            "cards": {str(one.seat): written(one.cards) for one in self.melded if one.cards},
            "melds": {seat: counts for seat, counts in melds.items() if counts},
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """A penalty and how it is taken."""

    seat: int
    offence: Offence
    chosen: Chosen

    def data(self) -> dict[str, object]:
        """Return the act in canonical form."""
        return asdict(self)

    def scores(self, *, rules: EnglishRules, seats: tuple[Seat, ...]) -> tuple[Score, ...]:
        """Return the points off the offender, or onto each opponent."""
        points = rules.misdeal if self.offence is Offence.MISDEAL else FAILED_BUMP_POINTS
        if not points:
            return ()
        if self.chosen is Chosen.OFF_OFFENDER:
            return (Score(seat=self.seat, points=-points),)
        return tuple(Score(seat=seat.number, points=points) for seat in seats if seat.number != self.seat)


def read_penalty(*, act: Data, rules: EnglishRules, seats: tuple[Seat, ...]) -> Penalty:  # noqa: ARG001
    """Read a penalty; raises ImpossibleError with `unknown_seat` and `unknown_word`."""
    reader = ActReader.at(act=act, table=seats)
    seat, offence, chosen = reader.seat("seat"), reader.word("offence", Offence), reader.word("chosen", Chosen)
    reader.check()
    return Penalty(seat=named(seat), offence=named(offence), chosen=named(chosen))


def read_hand(*, act: Data, rules: EnglishRules, seats: tuple[Seat, ...]) -> PlayedHand:
    """Read a hand; raises ImpossibleError with every problem at once.

    Codes: `unknown_seat`, `unknown_word`, `unknown_card`, `bad_number`, `bad_value`, `cards_and_melds`,
    `orphan_not_allowed`, `cache_not_played`, `too_many_copies`, `no_quartette`, `wrong_card_count`,
    `not_melded`.
    """
    return _HandReader(act=act, rules=rules, seats=tuple(seat.number for seat in seats)).hand()


def refuse_excess(*, reader: ActReader, cards: Iterable[Card], packs: int, jokers: int) -> None:
    """Refuse cards of which there are more than the pack holds (E1)."""
    for card, count in sorted(Counter(cards).items()):
        most = jokers if card is JOKER else packs
        if count > most:
            text = say("too_many_copies.melded", count=count, card=str(card), most=most)
            reader.note(text, field="cards", cards=[card])


def names_over_the_pack(*, hand: PlayedHand, rules: EnglishRules) -> Text | None:
    """Return what is wrong where the pack does not hold the cards that names fix, beside those entered (E11)."""
    names = [each.kind for one in hand.melded for each in one.declared for _ in range(each.times)]
    held = count_kinds(cards=[card for one in hand.melded for card in one.cards], pack=PACK)
    left = tuple(rules.packs - count for count in held[:-1])
    jokers = rules.jokers_of(seat_count=len(hand.melded)) - held[JOKER.index]
    over = over_the_pack(names=names, left=left, jokers=jokers)
    if not over:
        return None
    melds = over[0].text
    for kind in over[1:]:
        melds = say("melds.also", melds=melds, meld=kind.text)
    return say("too_many_copies.melds", melds=melds)


class _HandReader:
    def __init__(self, *, act: Data, rules: EnglishRules, seats: tuple[int, ...]) -> None:
        self.reader = ActReader(act=act, seats=seats)
        self.rules = rules
        self.table = rules.table_of(seat_count=len(seats))
        self.out = self.reader.seat("out")
        self.ending = self.reader.word("ending", Ending, normal=Ending.FULL_HAND)
        self.orphan = self.reader.seat("orphan") if self.reader.has("orphan") else None
        self.cards = {
            seat: cards
            for seat, value in self.reader.by_seat("cards").items()
            if (cards := self.reader.cards_of(value, f"cards.{seat}", PACK))
        }
        self.declared = {
            seat: counts
            for seat, value in self.reader.by_seat("melds").items()
            if (counts := self._counts(value, f"melds.{seat}"))
        }

    def hand(self) -> PlayedHand:
        self._check_options()
        cards = [card for cards in self.cards.values() for card in cards]
        jokers = self.rules.jokers_of(seat_count=len(self.reader.seats))
        refuse_excess(reader=self.reader, cards=cards, packs=self.rules.packs, jokers=jokers)
        self._check_quartette()
        self.reader.check()
        for seat in self.reader.seats:
            self._check_size(seat)
        melded = tuple(
            Melded(
                seat=seat,
                split=self._split(seat, self.cards[seat]) if seat in self.cards else None,
                cards=self.cards.get(seat, ()),
                declared=self.declared.get(seat, ()),
            )
            for seat in self.reader.seats
        )
        self.reader.check()
        return PlayedHand(out=named(self.out), ending=named(self.ending), orphan=self.orphan, melded=melded)

    def _counts(self, value: object, name: str) -> tuple[Declared, ...]:
        kinds = {kind.value: kind for kind in self.table.kinds}
        counts = self.reader.counts_of(
            value,
            name,
            kinds,
            maximum=FULL_HAND // 3,
            bad=say("bad_value.melds"),
            unknown=lambda word: say("unknown_word.meld", word=word),
        )
        table = self.table
        return tuple(
            Declared(kind=kinds[word], times=times, points=named_points(kind=kinds[word], table=table))
            for word, times in counts.items()
        )

    def _check_options(self) -> None:
        players = len(self.reader.seats)
        if self.orphan is not None and not (self.rules.orphan and players in ORPHAN_PLAYERS):
            self.reader.note(say("orphan_not_allowed"), field="orphan")
        if self.ending is Ending.QUARTETTE and self.rules.trios is not Trios.CACHE:
            self.reader.note(say("cache_not_played"), field="ending")
        for seat in sorted(self.cards.keys() & self.declared.keys()):
            self.reader.note(say("cards_and_melds", seats={"player": seat}), field=f"cards.{seat}")

    def _check_size(self, seat: int) -> None:
        """Check that whoever went out melded a full hand, and nobody else did (E3, E10)."""
        full = ORPHAN_HAND if seat == self.orphan else FULL_HAND
        least, most = self._sizes(seat)
        if seat != self.out:
            wrong = "not_out" if least >= full else ""
        else:
            wrong = "full_hand" if least > full or (self.ending is Ending.FULL_HAND and most < full) else ""
        if wrong:
            text = say(f"wrong_card_count.{wrong}", seats={"player": seat}, count=least, full=full)
            self.reader.note(text, field=f"cards.{seat}")

    def _sizes(self, seat: int) -> tuple[int, int]:
        """Return the fewest and the most cards a player can have melded; a sequence may be as long as its suit."""
        if seat in self.cards:
            return (len(self.cards[seat]),) * 2
        melds = {each.kind: each.times for each in self.declared.get(seat, ())}
        least = sum(kind.size * times for kind, times in melds.items())
        return least, least + (len(RANKS) - MeldKind.SEQUENCE.size) * melds.get(MeldKind.SEQUENCE, 0)

    def _check_quartette(self) -> None:
        """Check that a quartette which ends the hand is there; its cards must be natural (E6)."""
        if self.ending is not Ending.QUARTETTE or self.out is None:
            return
        by_name = [each.kind for each in self.declared.get(self.out, ())]
        if MeldKind.QUARTETTE not in by_name and not any(self._natural_quartettes(self.cards.get(self.out, ()))):
            self.reader.note(say("no_quartette", seats={"player": self.out}), field=f"cards.{self.out}")

    def _split(self, seat: int, cards: tuple[Card, ...]) -> Split | None:
        """Return the best split, which holds a quartette where one ends the hand; notes what is left over."""
        table, ends = self.table, self.ending is Ending.QUARTETTE and seat == self.out
        ways = [
            best_split(cards=cards, table=table, holding=meld)
            for meld in (self._natural_quartettes(cards) if ends else [None])
        ]
        split = max(filter(None, ways), key=lambda way: way.points, default=None)
        if split is None:
            over, player = strays(cards=cards, table=table), {"player": seat}
            left = say("not_melded.left_over", seats=player, cards=written(over)) if over else None
            self.reader.note(left or say("not_melded", seats=player), field=f"cards.{seat}", cards=over or ())
        return split

    def _natural_quartettes(self, cards: tuple[Card, ...]) -> Iterator[Meld]:
        return (
            meld
            for meld in fixed_melds(table=self.table)
            if meld.kind is MeldKind.QUARTETTE and cards.count(meld.cards[0]) == len(meld.cards)
        )
