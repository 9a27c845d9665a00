"""English khanhoo as a game of the house: hands and penalties in, points out; a match of them is paid."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import assert_never

from scoring.games.base import Act, ActKind, Data, Debt, Match, Outcome, Score, Seat, Tally, TallyLine
from scoring.games.fields import Field, Question
from scoring.games.house_rules import labels_of, profile_fields
from scoring.games.khanhoo.english.fields import PENALTY_FIELDS, QUESTIONS, hand_fields, sentence_of
from scoring.games.khanhoo.english.hand import FULL_HAND_POINTS, HAND_KEYS, Melded, PlayedHand, read_hand
from scoring.games.khanhoo.english.penalty import Penalty, penalty_scores, read_penalty
from scoring.games.khanhoo.english.reasons import reasons_for
from scoring.games.khanhoo.english.rules import PRESETS, EnglishRules
from scoring.games.match import differences, leads_at
from scoring.games.plain import PlainGame
from scoring.games.reading import alone, read, unknown_act
from scoring.texts import Text, say


class EnglishMatch:
    """First alone at the target; every pair settles the difference (E3, E8)."""

    def is_over(self, *, points: Mapping[int, int], rules: EnglishRules) -> bool:
        """Return whether somebody has reached the target and leads alone; level totals play on."""
        return leads_at(points=points, target=rules.target)

    def debts(self, *, points: Mapping[int, int], rules: EnglishRules) -> tuple[Debt, ...]:
        """Return what every pair settles.

        >>> debts = EnglishMatch().debts(points={1: 52, 2: 49, 3: 47, 4: 47}, rules=PRESETS["wilkinson"])
        >>> [(debt.payer, debt.payee, debt.cents) for debt in debts]
        [(2, 1, 3), (3, 1, 5), (4, 1, 5), (3, 2, 2), (4, 2, 2)]
        """
        return differences(points=points, cents_per_point=rules.point)


class KhanhooEnglish(PlainGame[EnglishRules, PlayedHand | Penalty]):
    """The English version of khanhoo; keeps nothing, so that one instance serves everybody."""

    id = "khanhoo"
    name = "Khanhoo"
    engine_version = "1"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8)
    profiles = PRESETS
    presets: tuple[str, ...] = tuple(PRESETS)
    preset_labels: Mapping[str, str] = labels_of(presets=PRESETS)
    stakes_shown: tuple[str, ...] = ("point",)
    match: Match[EnglishRules] | None = EnglishMatch()
    house_rules: tuple[Field, ...] = profile_fields(profile=EnglishRules())
    questions: tuple[Question[EnglishRules], ...] = QUESTIONS
    rules_document = "khanhoo"

    def sides(self, *, rules: EnglishRules, seat_count: int) -> tuple[Seat, ...]:
        """Return the seats, all alone; raises ImpossibleError with `wrong_seat_count` (E1)."""
        return alone(seat_count=seat_count, allowed=rules.seat_counts, rule="E1")

    def asks(self, *, kind: ActKind, rules: EnglishRules) -> tuple[Field, ...]:
        """Return what a hand or a penalty says; nothing for other kinds of act."""
        match kind:
            case ActKind.HAND:
                return hand_fields(rules=rules)
            case ActKind.PENALTY:
                return PENALTY_FIELDS
            case ActKind.SECRET | ActKind.FALSE_SECRET | ActKind.FALSE_WIN:
                return ()
            case _:
                assert_never(kind)

    def read_act(
        self, *, kind: ActKind, data: Data, rules: EnglishRules, seats: tuple[Seat, ...]
    ) -> Act[PlayedHand | Penalty]:
        """Read a hand or a penalty."""
        match kind:
            case ActKind.HAND:
                how = partial(read_hand, act=data, rules=rules, seats=seats)
                return read(kind=kind, data=data, keys=HAND_KEYS, how=how)
            case ActKind.PENALTY:
                keys = (field.name for field in PENALTY_FIELDS)
                return read(kind=kind, data=data, keys=keys, how=partial(read_penalty, act=data, seats=seats))
            case ActKind.SECRET | ActKind.FALSE_SECRET | ActKind.FALSE_WIN:
                return unknown_act(game=self.name, kind=kind)
            case _:
                assert_never(kind)

    def judge(self, *, act: Act[PlayedHand | Penalty], rules: EnglishRules, seats: tuple[Seat, ...]) -> Outcome:
        """Return the points of a hand (E3 to E7) or of a penalty (E9); raises ImpossibleError."""
        match act.possible():
            case PlayedHand() as hand:
                return _judge_hand(hand, rules)
            case Penalty() as penalty:
                scores = penalty_scores(penalty=penalty, rules=rules, seats=seats)
                return Outcome(said=penalty, debts=(), scores=scores)
            case unknown:
                assert_never(unknown)

    def sentence(self, *, kind: ActKind, act: Data) -> Text:
        """Return an act that was judged in a few words."""
        return sentence_of(kind=kind, act=act)


def _judge_hand(hand: PlayedHand, rules: EnglishRules) -> Outcome:
    points = {one.seat: hand.points_of(melded=one) for one in hand.melded}
    return Outcome(
        said=hand,
        debts=(),
        scores=tuple(Score(seat=seat, points=count) for seat, count in points.items() if count),
        verdict=Tally(
            lines=tuple(line for one in hand.melded for line in _lines(one, hand)),
            reasons=tuple(reason for one in hand.melded for reason in _reasons(one, rules)),
        ),
        winner=hand.out,
    )


def _lines(melded: Melded, hand: PlayedHand) -> Iterator[TallyLine]:
    seat = melded.seat
    for meld in melded.split.melds if melded.split else ():
        jokers = " ".join(map(str, meld.jokers_for))
        kind, cards = meld.kind, tuple(str(card) for card in meld.cards)
        text = say("melds.with_jokers", meld=kind.text, cards=jokers) if jokers else kind.text
        yield TallyLine(seat=seat, text=text, rule=kind.rule, count=kind.points, cards=cards)
    for kind, times in melded.declared:
        text = kind.text if times == 1 else say("melds.times", times=times, meld=kind.text)
        yield TallyLine(seat=seat, text=text, rule=kind.rule, count=kind.points * times)
    if seat == hand.out:
        yield TallyLine(seat=seat, text=say("meld.full_hand"), rule="E4", count=FULL_HAND_POINTS)


def _reasons(melded: Melded, rules: EnglishRules) -> Iterator[TallyLine]:
    if melded.split is not None:
        for reason in reasons_for(split=melded.split, cards=melded.cards, table=rules.table):
            yield TallyLine(seat=melded.seat, text=reason.text, rule="E7")
