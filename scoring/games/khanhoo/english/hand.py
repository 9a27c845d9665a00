"""A hand of English khanhoo as the table reports it: what each player melded, who went out (E3, E6, E10)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from scoring.games.base import Data, Seat
from scoring.games.khanhoo.english.cards import JOKER, PACK, Card
from scoring.games.khanhoo.english.covers import strays
from scoring.games.khanhoo.english.melds import Meld, MeldKind, fixed_melds
from scoring.games.khanhoo.english.rules import ORPHAN_PLAYERS, EnglishRules, Trios
from scoring.games.khanhoo.english.splits import Split, best_split
from scoring.games.reading import ActReader
from scoring.texts import say

HAND_KEYS = ("out", "ending", "orphan", "cards", "melds")
FULL_HAND = 15
ORPHAN_HAND = 6
FULL_HAND_POINTS = 5


class Ending(StrEnum):
    """How the hand ended: with a full hand (E3), or with a quartette that ends it (E6)."""

    FULL_HAND = "full_hand"
    QUARTETTE = "quartette"


@dataclass(frozen=True, slots=True, kw_only=True)
class Melded:
    """What one player laid: the best split of the cards, or the names of melds declared without cards."""

    seat: int
    split: Split | None = None
    cards: tuple[Card, ...] = ()
    declared: tuple[tuple[MeldKind, int], ...] = ()

    @property
    def points(self) -> int:
        """Return what the melds score, without the points for a full hand."""
        if self.split is not None:
            return self.split.points
        return sum(kind.points * times for kind, times in self.declared)


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
        return {
            "out": self.out,
            "ending": self.ending.value,
            "orphan": self.orphan,
            "cards": {str(one.seat): " ".join(str(card) for card in one.cards) for one in self.melded if one.cards},
            "melds": {
                str(one.seat): {kind.value: times for kind, times in one.declared}
                for one in self.melded
                if one.declared
            },
        }


def read_hand(*, act: Data, rules: EnglishRules, seats: tuple[Seat, ...]) -> PlayedHand:
    """Read a hand; raises ImpossibleError with every problem at once.

    Codes: `unknown_seat`, `unknown_word`, `unknown_card`, `bad_number`, `bad_value`, `cards_and_melds`,
    `orphan_not_allowed`, `cache_not_played`, `too_many_copies`, `no_quartette`, `wrong_card_count`,
    `not_melded`.
    """
    reader = _HandReader(act=act, rules=rules, seats=tuple(seat.number for seat in seats))
    return reader.hand()


def refuse_excess(*, reader: ActReader, cards: Iterable[Card], packs: int, jokers: int) -> None:
    """Refuse cards of which there are more than the pack holds (E1)."""
    for card, count in sorted(Counter(cards).items()):
        most = jokers if card is JOKER else packs
        if count > most:
            text = say("too_many_copies.melded", count=count, card=str(card), most=most)
            reader.note(text, field="cards", cards=[card])


class _HandReader:
    def __init__(self, *, act: Data, rules: EnglishRules, seats: tuple[int, ...]) -> None:
        self.reader = ActReader(act=act, seats=seats)
        self.rules = rules
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
        splits = {seat: self._split(seat, cards) for seat, cards in self.cards.items()}
        self.reader.check()
        assert self.out is not None
        assert self.ending is not None
        return PlayedHand(
            out=self.out,
            ending=self.ending,
            orphan=self.orphan,
            melded=tuple(
                Melded(
                    seat=seat,
                    split=splits.get(seat),
                    cards=self.cards.get(seat, ()),
                    declared=self.declared.get(seat, ()),
                )
                for seat in self.reader.seats
            ),
        )

    def _counts(self, value: object, name: str) -> tuple[tuple[MeldKind, int], ...]:
        if not isinstance(value, dict):
            self.reader.note(say("bad_value.melds"), field=name)
            return ()
        kinds = {kind.value: kind for kind in self.rules.table.kinds}
        for word in value:
            if word not in kinds:
                self.reader.note(say("unknown_word.meld", word=str(word)[:40]), field=name)
        return tuple(
            (kind, times)
            for word, kind in kinds.items()
            if (times := self.reader.count_of(value.get(word, 0), f"{name}.{word}", maximum=FULL_HAND // 3))
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
            if least >= full:
                text = say("wrong_card_count.not_out", seats={"player": seat}, count=least, full=full)
                self.reader.note(text, field=f"cards.{seat}")
        elif not least <= full or (self.ending is Ending.FULL_HAND and most < full):
            text = say("wrong_card_count.full_hand", seats={"player": seat}, count=least, full=full)
            self.reader.note(text, field=f"cards.{seat}")

    def _sizes(self, seat: int) -> tuple[int, int]:
        """Return the fewest and the most cards a player can have melded."""
        if seat in self.cards:
            return (len(self.cards[seat]),) * 2
        named = self.declared.get(seat, ())
        least = sum(kind.least_cards * times for kind, times in named)
        return least, sum(kind.most_cards * times for kind, times in named)

    def _check_quartette(self) -> None:
        """Check that a quartette which ends the hand is there; its cards must be natural (E6)."""
        if self.ending is not Ending.QUARTETTE or self.out is None:
            return
        named = dict(self.declared.get(self.out, ()))
        if MeldKind.QUARTETTE not in named and not any(self._natural_quartettes(self.cards.get(self.out, ()))):
            self.reader.note(say("no_quartette", seats={"player": self.out}), field=f"cards.{self.out}")

    def _split(self, seat: int, cards: tuple[Card, ...]) -> Split | None:
        table = self.rules.table
        if self.ending is Ending.QUARTETTE and seat == self.out:
            ways = [best_split(cards=cards, table=table, holding=meld) for meld in self._natural_quartettes(cards)]
            split = max(filter(None, ways), key=lambda way: way.points, default=None)
        else:
            split = best_split(cards=cards, table=table)
        if split is None:
            self._refuse_strays(seat, strays(cards=cards, table=table) or ())
        return split

    def _refuse_strays(self, seat: int, over: tuple[Card, ...]) -> None:
        player, cards = {"player": seat}, " ".join(map(str, over))
        text = say("not_melded.left_over", seats=player, cards=cards) if over else say("not_melded", seats=player)
        self.reader.note(text, field=f"cards.{seat}", cards=over)

    def _natural_quartettes(self, cards: tuple[Card, ...]) -> Iterator[Meld]:
        return (
            meld
            for meld in fixed_melds(table=self.rules.table)
            if meld.kind is MeldKind.QUARTETTE and cards.count(meld.cards[0]) == len(meld.cards)
        )
