"""English khanhoo as a game of the house: hands and penalties in, points out; a match of them is paid."""

from collections.abc import Iterator

from scoring.games.base import (
    Act,
    ActKind,
    Data,
    Feature,
    Line,
    Match,
    Outcome,
    Problem,
    Said,
    Score,
    Seat,
    Table,
    Tally,
    TallyLine,
)
from scoring.games.dealing import Dealt
from scoring.games.fields import Field, Question
from scoring.games.khanhoo.cards import written
from scoring.games.khanhoo.english.fields import PENALTY_FIELDS, QUESTIONS, hand_fields
from scoring.games.khanhoo.english.hand import (
    FULL_HAND_POINTS,
    HAND_KEYS,
    PENALTY_KEYS,
    Melded,
    Offence,
    Penalty,
    PlayedHand,
    names_over_the_pack,
    read_hand,
    read_penalty,
)
from scoring.games.khanhoo.english.melds import MeldTable
from scoring.games.khanhoo.english.rules import PRESETS, EnglishRules
from scoring.games.khanhoo.english.splits import reasons_for
from scoring.games.match import PointsMatch, typical_match
from scoring.games.plain import DealtGame
from scoring.texts import Text, say


class KhanhooEnglish(DealtGame[EnglishRules, PlayedHand]):
    """The English version of khanhoo."""

    id = "khanhoo"
    name = "Khanhoo"
    engine_version = "2"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8)
    rule_of_seats = "E1"
    rule_of_deal = "E13"
    profiles = PRESETS
    stakes_shown: tuple[str, ...] = ("point",)
    match: Match[EnglishRules] | None = PointsMatch[EnglishRules]()
    questions: tuple[Question[EnglishRules], ...] = QUESTIONS
    rules_document = "khanhoo"
    readings = {ActKind.HAND: (HAND_KEYS, read_hand), ActKind.PENALTY: (PENALTY_KEYS, read_penalty)}

    def seats_allowed(self, *, rules: EnglishRules) -> tuple[int, ...]:
        """Return how many may play with so many packs (E1)."""
        return rules.seat_counts

    def asks(self, *, kind: ActKind, rules: EnglishRules) -> tuple[Field, ...]:
        """Return what a hand or a penalty says; nothing for other kinds of act."""
        return PENALTY_FIELDS if kind is ActKind.PENALTY else super().asks(kind=kind, rules=rules)

    def asked_of_hand(self, *, rules: EnglishRules) -> tuple[Field, ...]:
        """Return what a hand that counts says, by the options that are played."""
        return hand_fields(rules=rules)

    def features(self, *, rules: EnglishRules) -> frozenset[Feature]:
        """Return whether play goes clockwise, as the source has it (E3)."""
        return frozenset((Feature.CLOCKWISE,) if rules.clockwise else ())

    def about_deal(self, *, rules: EnglishRules, seats: tuple[int, ...], dealer: int) -> tuple[Text, ...]:
        """Return who has sixteen cards (E3), and that four players run out of 61 (E12)."""
        first = seats[(seats.index(dealer) + 1) % len(seats)]
        short = len(seats) == 4 and rules.packs == 2 and not rules.orphan
        return (
            say("deal.english", seats={"first": first}),
            *((say("deal.no_stock", cards=60 + rules.jokers_of(seat_count=4)),) if short else ()),
        )

    def typical(self, *, rules: EnglishRules) -> tuple[Line, ...]:
        """Return what the match of the source comes to, three points behind and five and five (E8)."""
        target = rules.target
        points = {1: target + 2, 2: max(0, target - 1), 3: max(0, target - 3), 4: max(0, target - 3)}
        return typical_match(points=points, rules=rules)

    def refusals(self, *, act: Act[Said], rules: EnglishRules, table: Table) -> tuple[Problem, ...]:
        """Return names that want more cards than the pack holds, and penalties nobody can cause (E9, E11)."""
        match act.possible():
            case Penalty(offence=Offence.FAILED_BUMP) if table.players == _NOBODY_TO_BUMP:
                return (Problem(text=say("no_bump_of_two"), field="offence"),)
            case Penalty(offence=Offence.MISDEAL, seat=seat) if table.dealer not in (None, seat):
                return (Problem(text=say("not_the_dealer", seats={"dealer": table.dealer}), field="seat"),)
            case Dealt(hand=PlayedHand() as hand) if text := names_over_the_pack(hand=hand, rules=rules):
                return (Problem(text=text, field="melds"),)
            case _:
                return ()

    def judge(self, *, act: Act[Said], rules: EnglishRules, seats: tuple[Seat, ...]) -> Outcome:
        """Return the points of a hand or of a penalty (E9); raises ImpossibleError."""
        said = act.possible()
        if isinstance(said, Penalty):
            return Outcome(said=said, debts=(), scores=said.scores(rules=rules, seats=seats))
        return super().judge(act=act, rules=rules, seats=seats)

    def judge_hand(self, *, hand: PlayedHand, rules: EnglishRules, seats: tuple[Seat, ...]) -> Outcome:
        """Return the points of a hand (E3 to E7)."""
        table = rules.table_of(seat_count=len(seats))
        points = {one.seat: hand.points_of(melded=one) for one in hand.melded}
        return Outcome(
            said=hand,
            debts=(),
            scores=tuple(Score(seat=seat, points=count) for seat, count in points.items() if count),
            verdict=Tally(
                lines=tuple(line for one in hand.melded for line in _lines(one, hand)),
                reasons=tuple(reason for one in hand.melded for reason in _reasons(one, table)),
            ),
            winner=hand.out,
        )

    def sentence_of(self, *, kind: ActKind, act: Data) -> Text:
        """Return an act that was judged in a few words."""
        if kind is ActKind.PENALTY:
            return say(f"act.{act['offence']}", seats=_player(act["seat"]))
        return say(f"act.out_{act['ending']}", seats=_player(act["out"]))


_NOBODY_TO_BUMP = 2
"""With two players the other one is always the next, who takes the discard in turn."""


def _player(seat: object) -> dict[str, int]:
    assert isinstance(seat, int), "a judged act names its seat by number"
    return {"player": seat}


def _lines(melded: Melded, hand: PlayedHand) -> Iterator[TallyLine]:
    seat = melded.seat
    for meld in melded.split.melds if melded.split else ():
        kind, cards = meld.kind, tuple(map(str, meld.cards))
        text = (
            say("melds.with_jokers", meld=kind.text, cards=written(meld.jokers_for)) if meld.jokers_for else kind.text
        )
        yield TallyLine(seat=seat, text=text, rule=kind.rule, count=kind.points, cards=cards)
    for named in melded.declared:
        kind, name = named.kind, named.kind.text
        text = name if named.times == 1 else say("melds.times", times=named.times, meld=name)
        by_parts = named.points > kind.points
        told = say("melds.by_parts", melds=text) if by_parts else text
        rule = "E11" if by_parts else kind.rule
        yield TallyLine(seat=seat, text=told, rule=rule, count=named.points * named.times)
    if seat == hand.out:
        yield TallyLine(seat=seat, text=say("meld.full_hand"), rule="E4", count=FULL_HAND_POINTS)


def _reasons(melded: Melded, table: MeldTable) -> Iterator[TallyLine]:
    if melded.split is not None:
        for reason in reasons_for(split=melded.split, cards=melded.cards, table=table):
            yield TallyLine(seat=melded.seat, text=reason, rule="E7")
