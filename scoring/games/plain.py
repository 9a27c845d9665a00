"""A match of points: who has reached a target alone, and what the differences come to."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar, Protocol, cast

from scoring.games import dealing
from scoring.games.base import (
    Act,
    ActKind,
    Data,
    Debt,
    Feature,
    Followed,
    HouseRules,
    Line,
    Mark,
    Outcome,
    Problem,
    Said,
    Score,
    Seat,
    Table,
    Tally,
    TallyLine,
)
from scoring.games.dealing import DealRules, Dealt, VoidHand
from scoring.games.fields import Field
from scoring.games.house_rules import profile_fields, read_profile
from scoring.games.reading import alone, read, unknown_act
from scoring.texts import Text, say


class PointRules(HouseRules, Protocol):
    """House rules of a game for points; a point is so many minor units, and there need not be a target."""

    @property
    def point(self) -> int:
        """Return what a point of difference pays, in minor units."""
        ...

    @property
    def target(self) -> int | None:
        """Return how many points win, None where a table settles when it likes."""
        ...


def typical_match(*, points: Mapping[int, int], rules: PointRules) -> tuple[Line, ...]:
    """Return what the winner of a usual match gets from the others together."""
    best = max(points.values())
    gets = sum(best - count for count in points.values()) * rules.point
    ended = " : ".join(map(str, points.values()))
    return (Line(text=say("match.typical", ended=ended), rule="", cents=gets),)


class PointsMatch[R: PointRules]:
    """First alone at the target wins; level totals play on. Every pair settles the difference."""

    def is_over(self, *, points: Mapping[int, int], rules: R) -> bool:
        """Tell whether one player has reached the target and nobody is level with that player."""
        best = max(points.values())
        return rules.target is not None and best >= rules.target and list(points.values()).count(best) == 1

    def debts(self, *, points: Mapping[int, int], rules: R) -> tuple[Debt, ...]:
        """Return what every pair settles: the one behind pays the difference."""
        return tuple(
            Debt(payer=behind, payee=ahead, cents=(more - less) * rules.point)
            for ahead, more in points.items()
            for behind, less in points.items()
            if more > less and rules.point
        )


type Reading[S] = tuple[tuple[str, ...], Callable[..., S]]
"""The keys an act may have, and how it is read from `act`, `rules` and `seats`."""


class PlainGame[R: HouseRules, S: Said]:
    """A part of a game; it keeps nothing, so that one instance serves everybody.

    `profiles` are the house rules of each preset, the usual one first; `readings` the acts the game knows,
    `rule_of_seats` says how many may play.
    """

    name: str
    profiles: Mapping[str, R]
    seat_counts: tuple[int, ...]
    rule_of_seats: str
    readings: Mapping[ActKind, Reading[S]]
    preset_labels: Mapping[str, str]
    presets: tuple[str, ...]
    house_rules: tuple[Field, ...]
    marks: tuple[Mark, ...] = ()

    def __init_subclass__(cls) -> None:
        if "profiles" in cls.__dict__:
            cls.presets = tuple(cls.profiles)
            cls.house_rules = profile_fields(profile=cls.profiles[cls.presets[0]])

    def read_rules(self, *, value: object, minor_digits: int = 2) -> R:  # noqa: ARG002 - no price list
        """Read house rules from a preset's name, or from a preset and changes; raises ImpossibleError."""
        return read_profile(value=value, presets=self.profiles)

    def features(self, *, rules: R) -> frozenset[Feature]:  # noqa: ARG002 - the same for all
        """Return nothing: every act has its form and no more."""
        return frozenset()

    def sides(self, *, rules: R, seat_count: int) -> tuple[Seat, ...]:
        """Return the seats, all alone; raises ImpossibleError with `wrong_seat_count`."""
        return alone(seat_count=seat_count, allowed=self.seats_allowed(rules=rules), rule=self.rule_of_seats)

    def seats_allowed(self, *, rules: R) -> tuple[int, ...]:  # noqa: ARG002 - mostly the same for all
        """Return how many may play under these rules."""
        return self.seat_counts

    def about_deal(self, *, rules: R, seats: tuple[int, ...], dealer: int) -> tuple[Text, ...]:  # noqa: ARG002
        """Return nothing that a table should know when it deals."""
        return ()

    def follow(self, *, act: Data, rules: R, seats: tuple[Seat, ...]) -> Followed | None:  # noqa: ARG002
        """Return nothing: the hand is not entered play by play."""
        return None

    def typical(self, *, rules: R) -> tuple[Line, ...]:  # noqa: ARG002
        """Return nothing: the amounts of the rules say it."""
        return ()

    def read_act(self, *, kind: ActKind, data: Data, rules: R, seats: tuple[Seat, ...]) -> Act[S]:
        """Read an act of a kind that the game knows."""
        if kind not in self.readings:
            return unknown_act(game=self.name, kind=kind)
        keys, how = self.readings[kind]
        return read(kind=kind, data=data, keys=keys, how=partial(how, act=data, rules=rules, seats=seats))

    def refusals(self, *, act: Act[S], rules: R, table: Table) -> tuple[Problem, ...]:  # noqa: ARG002
        """Return nothing: what can be true may be recorded."""
        return ()

    def marked(self, *, act: Data, verdict: Data) -> Mapping[Mark, int]:  # noqa: ARG002
        """Return nothing: a hand is counted for who won it."""
        return {}


class TableRules(HouseRules, DealRules, Protocol):
    """House rules of a game whose tables deal in turn."""


class DealtGame[R: TableRules, H: Said](PlainGame[R, Said], ABC):
    """A plain game of which somebody deals every hand, and whose hands may not count.

    `rule_of_deal` is the number of the rule about both. Where play begins beside the dealer, the dealer is
    asked for also where the deal stands still.
    """

    rule_of_deal: str
    hand_fields: tuple[Field, ...] = ()
    plays_drawn_again: ClassVar[bool] = False
    plays_from_dealer: ClassVar[bool] = False
    match: object

    def asks(self, *, kind: ActKind, rules: R) -> tuple[Field, ...]:
        """Return what a hand says; nothing for other kinds of act."""
        if kind is not ActKind.HAND:
            return ()
        asks_dealer = self.plays_from_dealer or dealing.passes_deal(rules=rules)
        return (*self.asked_of_hand(rules=rules), *dealing.deal_fields(rule=self.rule_of_deal, asks_dealer=asks_dealer))

    def asked_of_hand(self, *, rules: R) -> tuple[Field, ...]:  # noqa: ARG002 - mostly the same for all
        """Return what a hand that counts says."""
        return self.hand_fields

    def read_act(self, *, kind: ActKind, data: Data, rules: R, seats: tuple[Seat, ...]) -> Act[Said]:
        """Read an act of a kind that the game knows; of a hand also who dealt it, and why it does not count."""
        if kind is not ActKind.HAND:
            return super().read_act(kind=kind, data=data, rules=rules, seats=seats)
        keys, how = self.readings[kind]

        def dealt() -> Said:
            void = dealing.read_void(act=data, seats=seats)
            return Dealt(
                hand=how(act=data, rules=rules, seats=seats) if void is None else void,
                dealer=dealing.read_dealer(act=data, seats=seats),
            )

        return read(kind=kind, data=data, keys=(*keys, *dealing.KEYS), how=dealt)

    def judge(self, *, act: Act[Said], rules: R, seats: tuple[Seat, ...]) -> Outcome:
        """Return what a hand comes to, and who deals the next one; raises ImpossibleError."""
        dealt = cast(Dealt[H], act.possible())
        if isinstance(dealt.hand, VoidHand):
            outcome, again = self._void(dealt.hand, rules, seats), True
        else:
            outcome = self.judge_hand(hand=dealt.hand, rules=rules, seats=seats)
            again = self.plays_drawn_again and outcome.winner is None
        deals_next = dealing.next_dealer(
            dealer=dealt.dealer, winner=outcome.winner, again=again, rules=rules, seats=seats
        )
        return replace(outcome, said=dealt, deals_next=deals_next)

    @abstractmethod
    def judge_hand(self, *, hand: H, rules: R, seats: tuple[Seat, ...]) -> Outcome:
        """Return what a hand that counts comes to."""

    def sentence(self, *, kind: ActKind, act: Data) -> Text:
        """Return an act that was judged in a few words."""
        void = dealing.void_hand(act=act)
        return void.text if void else self.sentence_of(kind=kind, act=act)

    @abstractmethod
    def sentence_of(self, *, kind: ActKind, act: Data) -> Text:
        """Return an act that counts in a few words."""

    def _void(self, void: VoidHand, rules: R, seats: tuple[Seat, ...]) -> Outcome:
        """Return the penalty for a hand that does not count: points in a match, else money."""
        line = TallyLine(text=void.text, rule=self.rule_of_deal, seat=void.by)
        others = [seat.number for seat in seats if void.by and rules.void_penalty and seat.number != void.by]
        return Outcome(
            said=void,
            debts=()
            if self.match
            else tuple(Debt(payer=void.by or 0, payee=seat, cents=rules.void_penalty) for seat in others),
            scores=tuple(Score(seat=seat, points=rules.void_penalty) for seat in others) if self.match else (),
            verdict=Tally(lines=(line,)),
        )
