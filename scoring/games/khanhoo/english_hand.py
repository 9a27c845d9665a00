"""House rules and acts of English khanhoo."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum

from scoring.frozen import Frozen
from scoring.games.base import Points, Seat
from scoring.games.cards.pack import written
from scoring.games.dealing import PENALTY, DealPasses, PointRules, VoidDeals, dealing_again, passing
from scoring.games.house_rules import choice, money, number, switch
from scoring.games.khanhoo import KhanhooCard
from scoring.games.khanhoo.english_melds import JOKER, PACK, RANKS, EnglishMeld, EnglishMeldKind, MeldTable, fixed_melds
from scoring.games.khanhoo.english_splits import EnglishSplit, best_split, named_points, over_the_pack, score, strays
from scoring.games.reading import ActReader, named
from scoring.texts import Text, say
from scoring.texts.words import gettext_noop as _

FEW_PLAYERS = (2, 3, 4)
ORPHAN_PLAYERS = (4, 8)
MANY_PACKS = 4


class Trios(StrEnum):
    """The option of three and four alike (E6)."""

    NONE = "none"
    MELDS = "melds"
    CACHE = "cache"


class ThreePackNames(StrEnum):
    """The option of triple melds with four packs (E12)."""

    MANY = "many"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, kw_only=True)
class EnglishRules(PointRules):
    preset: str = "wilkinson"
    source: str = _("W. H. Wilkinson, The Game of Khanhoo, 1891")

    packs: int = number(2, rule="E1", label=_("Copies of each card"), minimum=2, maximum=MANY_PACKS)
    jokers: int = number(1, rule="E1", label=_("Jokers with five or more players"), minimum=0, maximum=5)
    trios: Trios = choice(
        Trios.NONE,
        rule="E6",
        label=_("Three and four cards alike"),
        words=(_("no melds"), _("melds"), _("melds, with the cache")),
    )
    orphan: bool = switch(False, rule="E10", label=_("One of four or eight may go orphan"))
    three_pack_names: ThreePackNames = choice(
        ThreePackNames.MANY,
        rule="E12",
        label=_("With four copies, triple melds count"),
        words=(_("with five or more"), _("always"), _("never")),
        before=ThreePackNames.ALWAYS.value,
    )
    clockwise: bool = switch(True, rule="E3", label=_("Play goes clockwise"), before=False)
    without_jokers: bool = switch(False, rule="E12", label=_("No jokers"))
    target: int = number(50, rule="E8", label=_("Points that win the match"), minimum=1, maximum=10_000)
    misdeal: int = number(5, rule="E9", label=_("Points for a misdeal"), minimum=0, maximum=1_000)
    point: int = money(1, rule="E8", label=_("Each point of difference"))
    deal_passes: DealPasses = passing(rule="E13")
    void_deals: VoidDeals = dealing_again(rule="E13")
    void_penalty: int = number(0, rule="E13", label=PENALTY, minimum=0, maximum=1_000)

    def table_of(self, *, seat_count: int) -> MeldTable:
        """Return the melds for a number of players (E5, E12)."""
        names = self.three_pack_names
        has_many = names is ThreePackNames.ALWAYS or (names is ThreePackNames.MANY and seat_count > FEW_PLAYERS[-1])
        return MeldTable(
            has_triples=self.packs == 3 or (self.packs == MANY_PACKS and has_many), trios=self.trios is not Trios.NONE
        )

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """Return the player counts for these packs (E1)."""
        return (4, 5, 6, 7, 8) if self.packs == MANY_PACKS else FEW_PLAYERS

    def jokers_of(self, *, seat_count: int) -> int:
        """Count the jokers in the pack (E1).

        >>> [EnglishRules().jokers_of(seat_count=players) for players in (2, 3, 4)]
        [1, 2, 1]
        """
        if self.without_jokers:
            return 0
        if self.packs == MANY_PACKS:
            return 1 if seat_count == 4 else self.jokers
        return 2 if self.packs == 3 or seat_count == 3 else 1


PRESETS = {
    "wilkinson": EnglishRules(),
    "three_packs": EnglishRules(preset="three_packs", source=_("Wilkinson, the variation with three packs"), packs=3),
    "four_packs": EnglishRules(
        preset="four_packs", source=_("Wilkinson, four packs for four to eight players"), packs=MANY_PACKS
    ),
}

FULL_HAND = 15
ORPHAN_HAND = 6
FULL_HAND_POINTS = 5
FAILED_BUMP_POINTS = 5


class EnglishEnding(StrEnum):
    """The end of a hand (E3, E6)."""

    FULL_HAND = "full_hand"
    QUARTETTE = "quartette"


class Offence(StrEnum):
    # Dealing out of turn and exposing a card are no misdeal by the source (E9).

    MISDEAL = "misdeal"
    FAILED_BUMP = "failed_bump"


class PenaltyTarget(StrEnum):
    """The form of the penalty that opponents choose."""

    OFF_OFFENDER = "off_offender"
    ONTO_OPPONENTS = "onto_opponents"


class NamedMelds(Frozen):
    """Melds given by name (E11)."""

    kind: EnglishMeldKind
    times: int
    points: int


class SeatMelds(Frozen):
    """The melds of a player, by cards or by name."""

    seat: int
    split: EnglishSplit | None = None
    cards: tuple[KhanhooCard, ...] = ()
    declared: tuple[NamedMelds, ...] = ()

    @property
    def points(self) -> int:
        """Return the points without a full hand."""
        if self.split is not None:
            return score(self.split)
        return sum(each.points * each.times for each in self.declared)


class EnglishHand(Frozen):
    out: int
    ending: EnglishEnding
    orphan: int | None
    melded: tuple[SeatMelds, ...]

    def data(self) -> dict[str, object]:
        melds = {str(one.seat): {each.kind.value: each.times for each in one.declared} for one in self.melded}
        return {
            "out": self.out,
            "ending": self.ending.value,
            "orphan": self.orphan,
            "cards": {str(one.seat): written(one.cards) for one in self.melded if one.cards},
            "melds": {seat: counts for seat, counts in melds.items() if counts},
        }


class Penalty(Frozen):
    seat: int
    offence: Offence
    chosen: PenaltyTarget

    def data(self) -> dict[str, object]:
        return asdict(self)

    def scores(self, *, rules: EnglishRules, seats: tuple[Seat, ...]) -> tuple[Points, ...]:
        """Compute the points off or onto players."""
        points = rules.misdeal if self.offence is Offence.MISDEAL else FAILED_BUMP_POINTS
        if not points:
            return ()
        if self.chosen is PenaltyTarget.OFF_OFFENDER:
            return (Points(seat=self.seat, points=-points),)
        return tuple(Points(seat=seat.number, points=points) for seat in seats if seat.number != self.seat)


def read_penalty(reader: ActReader, rules: EnglishRules) -> Penalty:  # noqa: ARG001 - no house rule changes it
    """Read a penalty. Raises ImpossibleError with `unknown_seat` and `unknown_word`."""
    seat, offence, chosen = reader.seat("seat"), reader.word("offence", Offence), reader.word("chosen", PenaltyTarget)
    reader.check()
    return Penalty(seat=named(seat), offence=named(offence), chosen=named(chosen))


def read_hand(reader: ActReader, rules: EnglishRules) -> EnglishHand:
    """Read a hand. Raises ImpossibleError with every problem."""
    return _HandReader(reader, rules).hand()


def refuse_excess(*, reader: ActReader, cards: Iterable[KhanhooCard], packs: int, jokers: int) -> None:
    """Refuse more cards than the pack holds (E1)."""
    for card, count in sorted(Counter(cards).items()):
        most = jokers if card is JOKER else packs
        if count > most:
            text = say("too_many_copies.melded", count=count, card=str(card), most=most)
            reader.note(text, field="cards", cards=[card])


def names_over_the_pack(*, hand: EnglishHand, rules: EnglishRules) -> Text | None:
    """Return a sentence if the pack lacks named melds (E11)."""
    names = [each.kind for one in hand.melded for each in one.declared for _ in range(each.times)]
    held = PACK.count([card for one in hand.melded for card in one.cards])
    pack = (*(rules.packs for _ in held[:-1]), rules.jokers_of(seat_count=len(hand.melded)))
    over = over_the_pack(names=names, left=tuple(most - count for most, count in zip(pack, held, strict=True)))
    if not over:
        return None
    melds = over[0].text
    for kind in over[1:]:
        melds = say("melds.also", melds=melds, meld=kind.text)
    return say("too_many_copies.melds", melds=melds)


class _HandReader:
    def __init__(self, reader: ActReader, rules: EnglishRules) -> None:
        self.reader, self.rules, self.table = reader, rules, rules.table_of(seat_count=len(reader.seats))
        self.out = reader.seat("out")
        self.ending = reader.word("ending", EnglishEnding, normal=EnglishEnding.FULL_HAND)
        self.orphan = reader.seat("orphan") if reader.has("orphan") else None
        cards = {seat: reader.cards_of(laid, f"cards.{seat}", PACK) for seat, laid in reader.by_seat("cards").items()}
        self.cards = {seat: laid for seat, laid in cards.items() if laid}
        melds = {seat: self._named(said, f"melds.{seat}") for seat, said in reader.by_seat("melds").items()}
        self.declared = {seat: said for seat, said in melds.items() if said}

    def hand(self) -> EnglishHand:
        """Check the hand, then split the melded cards."""
        if self.orphan is not None and not (self.rules.orphan and len(self.reader.seats) in ORPHAN_PLAYERS):
            self.reader.note(say("orphan_not_allowed"), field="orphan")
        if self.ending is EnglishEnding.QUARTETTE and self.rules.trios is not Trios.CACHE:
            self.reader.note(say("cache_not_played"), field="ending")
        for seat in sorted(self.cards.keys() & self.declared.keys()):
            self.reader.note(say("cards_and_melds", seats={"player": seat}), field=f"cards.{seat}")
        cards = [card for cards in self.cards.values() for card in cards]
        jokers = self.rules.jokers_of(seat_count=len(self.reader.seats))
        refuse_excess(reader=self.reader, cards=cards, packs=self.rules.packs, jokers=jokers)
        # The quartette that ends a hand must be there, without jokers (E6).
        if self.ending is EnglishEnding.QUARTETTE and self.out is not None:
            by_name = [each.kind for each in self.declared.get(self.out, ())]
            if EnglishMeldKind.QUARTETTE not in by_name and not any(
                self._natural_quartettes(self.cards.get(self.out, ()))
            ):
                self.reader.note(say("no_quartette", seats={"player": self.out}), field=f"cards.{self.out}")
        self.reader.check()
        for seat in self.reader.seats:
            self._check_size(seat)
        melded = tuple(
            SeatMelds(
                seat=seat,
                split=self._split(seat, self.cards[seat]) if seat in self.cards else None,
                cards=self.cards.get(seat, ()),
                declared=self.declared.get(seat, ()),
            )
            for seat in self.reader.seats
        )
        self.reader.check()
        return EnglishHand(out=named(self.out), ending=named(self.ending), orphan=self.orphan, melded=melded)

    def _named(self, value: object, name: str) -> tuple[NamedMelds, ...]:
        counts = self.reader.counts_of(value, name, self.table.kinds, called="meld", maximum=FULL_HAND // 3)
        return tuple(
            NamedMelds(kind=kind, times=times, points=named_points(kind=kind, table=self.table))
            for kind, times in counts.items()
        )

    def _check_size(self, seat: int) -> None:
        """Check the size of the melded cards (E3, E10)."""
        # A sequence given by name may be as long as its suit, so its size is a range.
        full = ORPHAN_HAND if seat == self.orphan else FULL_HAND
        melds = {each.kind: each.times for each in self.declared.get(seat, ())}
        least = len(self.cards.get(seat, ())) or sum(kind.size * times for kind, times in melds.items())
        most = least + (len(RANKS) - EnglishMeldKind.SEQUENCE.size) * melds.get(EnglishMeldKind.SEQUENCE, 0)
        is_short = self.ending is EnglishEnding.FULL_HAND and most < full
        if (least > full or is_short) if seat == self.out else least >= full:
            wrong = "full_hand" if seat == self.out else "not_out"
            text = say(f"wrong_card_count.{wrong}", seats={"player": seat}, count=least, full=full)
            self.reader.note(text, field=f"cards.{seat}")

    def _split(self, seat: int, cards: tuple[KhanhooCard, ...]) -> EnglishSplit | None:
        """Return the best split, or note stray cards."""
        # If a quartette ended the hand, the split must hold it, even if another split scores more (E6).
        ends = self.ending is EnglishEnding.QUARTETTE and seat == self.out
        within = self._natural_quartettes(cards) if ends else [None]
        ways = [best_split(cards=cards, table=self.table, holding=meld) for meld in within]
        split = max(filter(None, ways), key=score, default=None)
        if split is None:
            over, player = strays(cards=cards, table=self.table), {"player": seat}
            left = say("not_melded.left_over", seats=player, cards=written(over)) if over else None
            self.reader.note(left or say("not_melded", seats=player), field=f"cards.{seat}", cards=over or ())
        return split

    def _natural_quartettes(self, cards: tuple[KhanhooCard, ...]) -> Iterator[EnglishMeld]:
        quartettes = (meld for meld in fixed_melds(table=self.table) if meld.kind is EnglishMeldKind.QUARTETTE)
        return (meld for meld in quartettes if cards.count(meld.cards[0]) == len(meld.cards))
