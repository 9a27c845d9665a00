"""English khanhoo as a game of the house: hands and penalties in, points out; a match of them is paid."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from scoring.games.asking import Field, Question, Sentence
from scoring.games.base import ActKind, Data, Debt, Match, Outcome, Score, Seat
from scoring.games.house_rules import profile_data, profile_fields
from scoring.games.khanhoo.english.asking import PENALTY_FIELDS, QUESTIONS, hand_fields, sentence_of
from scoring.games.khanhoo.english.hand import FULL_HAND_POINTS, Melded, PlayedHand, read_hand
from scoring.games.khanhoo.english.penalty import penalty_scores, read_penalty
from scoring.games.khanhoo.english.reasons import reasons_for
from scoring.games.khanhoo.english.rules import PRESETS, EnglishRules, read_rules
from scoring.games.match import differences, leads_at
from scoring.games.reading import alone, unknown_act


class EnglishMatch:
    """First alone at the target; every pair settles the difference (E3, E8)."""

    def is_over(self, *, points: Mapping[int, int], rules: Data) -> bool:
        """Return whether somebody has reached the target and leads alone; level totals play on."""
        return leads_at(points=points, target=read_rules(value=rules).target)

    def debts(self, *, points: Mapping[int, int], rules: Data) -> tuple[Debt, ...]:
        """Return what every pair settles.

        >>> debts = EnglishMatch().debts(points={1: 52, 2: 49, 3: 47, 4: 47}, rules={})
        >>> [(debt.payer, debt.payee, debt.cents) for debt in debts]
        [(2, 1, 3), (3, 1, 5), (4, 1, 5), (3, 2, 2), (4, 2, 2)]
        """
        return differences(points=points, cents_per_point=read_rules(value=rules).point)


class KhanhooEnglish:
    """The English version of khanhoo; keeps nothing, so that one instance serves everybody."""

    id = "khanhoo"
    name = "Khanhoo"
    engine_version = "1"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8)
    presets: tuple[str, ...] = tuple(PRESETS)
    match: Match | None = EnglishMatch()
    house_rules: tuple[Field, ...] = profile_fields(profile=EnglishRules())
    questions: tuple[Question, ...] = QUESTIONS
    rules_document = "khanhoo"

    def complete_rules(self, *, rules: object) -> Data:
        """Return every house rule as JSON data; raises ImpossibleError as `read_profile`."""
        return profile_data(profile=read_rules(value=rules))

    def sides(self, *, rules: Data, seat_count: int) -> tuple[Seat, ...]:
        """Return the seats, all alone; raises ImpossibleError with `wrong_seat_count` (E1)."""
        return alone(seat_count=seat_count, allowed=read_rules(value=rules).seat_counts, rule="E1")

    def asks(self, *, kind: ActKind, rules: Data) -> tuple[Field, ...]:
        """Return what a hand or a penalty says; nothing for other kinds of act."""
        match kind:
            case ActKind.HAND:
                return hand_fields(rules=read_rules(value=rules))
            case ActKind.PENALTY:
                return PENALTY_FIELDS
            case ActKind.SECRET | ActKind.FALSE_SECRET | ActKind.FALSE_WIN:
                return ()
            case _:
                assert_never(kind)

    def judge(self, *, kind: ActKind, act: Data, rules: Data, seats: tuple[Seat, ...]) -> Outcome:
        """Return the points of a hand (E3 to E7) or of a penalty (E9); raises ImpossibleError."""
        house = read_rules(value=rules)
        match kind:
            case ActKind.HAND:
                return _judge_hand(read_hand(act=act, rules=house, seats=seats), house)
            case ActKind.PENALTY:
                penalty = read_penalty(act=act, seats=seats)
                scores = penalty_scores(penalty=penalty, rules=house, seats=seats)
                return Outcome(act=penalty.data(), debts=(), scores=scores)
            case ActKind.SECRET | ActKind.FALSE_SECRET | ActKind.FALSE_WIN:
                raise unknown_act(game=self.name, kind=kind)
            case _:
                assert_never(kind)

    def sentence(self, *, kind: ActKind, act: Data) -> Sentence:
        """Return an act that was judged in a few words."""
        return sentence_of(kind=kind, act=act)


def _judge_hand(hand: PlayedHand, rules: EnglishRules) -> Outcome:
    points = {one.seat: hand.points_of(melded=one) for one in hand.melded}
    return Outcome(
        act=hand.data(),
        debts=(),
        scores=tuple(Score(seat=seat, points=count) for seat, count in points.items() if count),
        verdict={
            "lines": [line for one in hand.melded for line in _lines(one, hand)],
            "reasons": [reason for one in hand.melded for reason in _reasons(one, rules)],
        },
        winner=hand.out,
    )


def _lines(melded: Melded, hand: PlayedHand) -> Iterator[dict[str, object]]:
    for meld in melded.split.melds if melded.split else ():
        joker = f", joker for {' '.join(map(str, meld.jokers_for))}" if meld.jokers_for else ""
        yield {
            "seat": melded.seat,
            "what": meld.kind.label + joker,
            "rule": meld.kind.rule,
            "count": meld.kind.points,
            "cards": [str(card) for card in meld.cards],
        }
    for kind, times in melded.declared:
        what = kind.label if times == 1 else f"{times} x {kind.label}"
        yield {"seat": melded.seat, "what": what, "rule": kind.rule, "count": kind.points * times}
    if melded.seat == hand.out:
        yield {"seat": melded.seat, "what": "full hand", "rule": "E4", "count": FULL_HAND_POINTS}


def _reasons(melded: Melded, rules: EnglishRules) -> Iterator[dict[str, object]]:
    if melded.split is not None:
        for reason in reasons_for(split=melded.split, cards=melded.cards, table=rules.table):
            yield {"seat": melded.seat, "what": reason.text, "rule": "E7"}
