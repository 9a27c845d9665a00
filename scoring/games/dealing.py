"""Dealing in turn, and matches for points (C38, E13)."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import cast

from scoring.frozen import Frozen
from scoring.games.base import ActKind, Data, Debt, Feature, HouseRules, Outcome, Payload, Points, Seat, Tally
from scoring.games.fields import Field, FieldKind, TallyLine, choices_of
from scoring.games.house_rules import choice
from scoring.games.reading import ActReader, PlainGame, named
from scoring.texts import Text, say
from scoring.texts.words import gettext_noop as _

KEYS = ("void", "by", "dealer")


class DealPasses(StrEnum):
    """The dealer after a won hand."""

    NEXT = "next"
    WINNER = "winner"
    SAME = "same"


class VoidDeals(StrEnum):
    """The dealer after a void or drawn hand."""

    SAME = "same"
    NEXT = "next"


class VoidReason(StrEnum):
    MISDEAL = "misdeal"
    EXPOSED = "exposed"
    WRONG_COUNT = "wrong_count"
    ABANDONED = "abandoned"


class TableRules(HouseRules):
    deal_passes: DealPasses
    void_deals: VoidDeals
    void_penalty: int


PENALTY = _("Fine for a void hand, to each player")


def passing(*, rule: str) -> DealPasses:
    """Declare the house rule of the next dealer."""
    # Older stored rules have no value here, and their dealer stayed the same.
    words = (_("the next player"), _("the winner"), _("the same player"))
    before = DealPasses.SAME.value
    return choice(DealPasses.NEXT, rule=rule, label=_("Who deals after a hand"), words=words, before=before)


def dealing_again(*, rule: str, label: str = _("Who deals after a void or drawn hand")) -> VoidDeals:
    """Declare who deals after a void hand."""
    return choice(VoidDeals.SAME, rule=rule, label=label, words=(_("the same player"), _("the next player")))


def passes_deal(*, rules: HouseRules) -> bool:
    """Check whether the dealer can change after a hand."""
    return getattr(rules, "deal_passes", DealPasses.SAME) is not DealPasses.SAME


def says_dealer(*, rules: HouseRules, act: Data) -> bool:
    """Check whether this act records its dealer."""
    is_void = bool(act.get("void")) and getattr(rules, "void_deals", VoidDeals.SAME) is VoidDeals.NEXT
    return is_void or passes_deal(rules=rules)


def deal_fields(*, rule: str, asks_dealer: bool) -> tuple[Field, ...]:
    reasons = {"": _("it counts")} | {str(reason): say(f"void.{reason}").english() for reason in VoidReason}
    ask = partial(Field, is_required=False, rule=rule)
    void = partial(ask, folded_under=_("Void hand"))
    dealer = ask(name="dealer", label=_("Who dealt"), kind=FieldKind.SEAT, folded_under=_("Who dealt"))
    reason = void(name="void", label=_("Reason"), kind=FieldKind.CHOICE, choices=choices_of(reasons), normal="")
    by = void(name="by", label=_("Who caused it?"), kind=FieldKind.SEAT, or_nobody=True)
    return (dealer, reason, by) if asks_dealer else (reason, by)


class VoidHand(Frozen):
    """A void hand, with the seat at fault if known."""

    reason: VoidReason
    by: int | None

    def data(self) -> Data:
        return {"void": self.reason.value} | ({} if self.by is None else {"by": self.by})

    @property
    def text(self) -> Text:
        void = say("void.hand", why=say(f"void.{self.reason}"))
        return void if self.by is None else say("void.by", why=void, seats={"player": self.by})


class DealtHand[S: Payload](Frozen):
    hand: S | VoidHand
    dealer: int | None

    def data(self) -> Data:
        return self.hand.data() if self.dealer is None else {**self.hand.data(), "dealer": self.dealer}


def read_dealer(reader: ActReader) -> int | None:
    """Read the dealer. Raises ImpossibleError with `unknown_seat`."""
    dealer = reader.seat("dealer") if reader.has("dealer") else None
    reader.check()
    return dealer


def read_void(reader: ActReader) -> VoidHand | None:
    """Read the reason of a void hand, or None. Raises ImpossibleError with `unknown_word` and `unknown_seat`."""
    if not reader.has("void"):
        return None
    reason, by = reader.word("void", VoidReason), reader.seat("by") if reader.has("by") else None
    reader.check()
    return VoidHand(reason=named(reason), by=by)


def void_hand(*, act: Data) -> VoidHand | None:
    if act.get("void") is None:
        return None
    by = act.get("by")
    return VoidHand(reason=VoidReason(str(act["void"])), by=by if isinstance(by, int) else None)


def counts(*, act: Data) -> bool:
    """Check that a hand is not void (C35, C38)."""
    return act.get("void") is None and act.get("result") != "void"


def next_dealer(
    *, dealer: int | None, winner: int | None, again: bool, rules: TableRules, seats: tuple[Seat, ...]
) -> int | None:
    """Return the next dealer, None if not recorded. `again`: the hand was void, or drawn and is played again."""
    if dealer is None or (rules.deal_passes is DealPasses.SAME and not again):
        return None
    passes = DealPasses(rules.void_deals) if again else rules.deal_passes
    if passes is DealPasses.WINNER:
        return winner or dealer
    order = [seat.number for seat in seats]
    return dealer if passes is DealPasses.SAME else order[(order.index(dealer) + 1) % len(order)]


class DealtGame[R: TableRules, H: Payload](PlainGame[R, Payload]):
    # `plays_from_dealer`: the first play is next to the dealer, so each hand must record its dealer.

    rule_of_deal: str
    usual_prices = (1, 2, 5, 10, 20)
    hand_fields: tuple[Field, ...] = ()
    plays_drawn_again = False
    plays_from_dealer = False

    def features(self, *, rules: R) -> frozenset[Feature]:
        """Return the direction of play (E3, Q2)."""
        return frozenset((Feature.CLOCKWISE,) if getattr(rules, "clockwise", False) else ())

    def asks(self, *, kind: ActKind, rules: R) -> tuple[Field, ...]:
        if kind is not ActKind.HAND:
            return ()
        asks_dealer = self.plays_from_dealer or passes_deal(rules=rules)
        return (*self.asked_of_hand(rules=rules), *deal_fields(rule=self.rule_of_deal, asks_dealer=asks_dealer))

    def asked_of_hand(self, *, rules: R) -> tuple[Field, ...]:  # noqa: ARG002 - mostly the same for all
        """Return the fields of a hand that counts."""
        return self.hand_fields

    def keys_of(self, *, kind: ActKind) -> tuple[str, ...]:
        return (*super().keys_of(kind=kind), *(KEYS if kind is ActKind.HAND else ()))

    def read_act(self, *, kind: ActKind, data: Data, rules: R, seats: tuple[Seat, ...]) -> Payload:
        reader = ActReader.at(act=data, table=seats)
        void = read_void(reader) if kind is ActKind.HAND else None
        act = void or super().read_act(kind=kind, data=data, rules=rules, seats=seats)
        return DealtHand(hand=act, dealer=read_dealer(reader)) if kind is ActKind.HAND else act

    def judge(self, *, act: Payload, rules: R, seats: tuple[Seat, ...]) -> Outcome:
        dealt = cast(DealtHand[H], act)
        if isinstance(dealt.hand, VoidHand):
            outcome, again = self._void(dealt.hand, rules, seats), True
        else:
            outcome = self.judge_hand(hand=dealt.hand, rules=rules, seats=seats)
            again = self.plays_drawn_again and outcome.winner is None
        deals_next = next_dealer(dealer=dealt.dealer, winner=outcome.winner, again=again, rules=rules, seats=seats)
        return replace(outcome, said=dealt, deals_next=deals_next)

    @abstractmethod
    def judge_hand(self, *, hand: H, rules: R, seats: tuple[Seat, ...]) -> Outcome:
        """Compute the outcome of a hand that counts."""

    def sentence(self, *, kind: ActKind, act: Data) -> Text:
        void = void_hand(act=act)
        return void.text if void else self.sentence_of(kind=kind, act=act)

    @abstractmethod
    def sentence_of(self, *, kind: ActKind, act: Data) -> Text: ...

    def _void(self, void: VoidHand, rules: R, seats: tuple[Seat, ...]) -> Outcome:
        # A match keeps points only, so there the fine is points as well.
        points = rules.void_penalty
        pays = [seat.number for seat in seats if points and void.by and seat.number != void.by]
        return Outcome(
            said=void,
            debts=() if self.match else tuple(Debt(payer=void.by or 0, payee=seat, cents=points) for seat in pays),
            scores=tuple(Points(seat=seat, points=points) for seat in pays) if self.match else (),
            verdict=Tally(lines=(TallyLine(text=void.text, rule=self.rule_of_deal, seat=void.by),)),
        )


class PointRules(TableRules):
    """House rules of a game for points. One is `point` minor units. Without `target` the table decides the end."""

    point: int
    target: int | None = None


def typical_match(*, points: Mapping[int, int], rules: PointRules) -> tuple[TallyLine, ...]:
    """Return the amount that a usual winner gets."""
    best = max(points.values())
    gets = sum(best - count for count in points.values()) * rules.point
    ended = " : ".join(map(str, points.values()))
    return (TallyLine(text=say("match.typical", ended=ended), rule="", cents=gets),)


def scored(
    *,
    said: Payload,
    points: Mapping[int, int],
    lines: Iterable[TallyLine],
    reasons: tuple[TallyLine, ...] | None = None,
    winner: int | None,
) -> Outcome:
    """Make the outcome of a hand for points."""
    return Outcome(
        said=said,
        debts=(),
        scores=tuple(Points(seat=seat, points=count) for seat, count in points.items() if count),
        verdict=Tally(lines=tuple(lines), reasons=reasons),
        winner=winner,
    )


def sole_leader(points: Mapping[int, int]) -> int | None:
    """Return the seat with most points, None for a tie."""
    best = max(points.values())
    ahead = [seat for seat, count in points.items() if count == best]
    return ahead[0] if len(ahead) == 1 else None


class PointsMatch[R: PointRules]:
    """A match that ends with a sole leader at the target."""

    def is_over(self, *, points: Mapping[int, int], rules: R) -> bool:
        first = sole_leader(points)
        return rules.target is not None and first is not None and points[first] >= rules.target

    def debts(self, *, points: Mapping[int, int], rules: R) -> tuple[Debt, ...]:
        """Settle the difference of each pair of players."""
        return tuple(
            Debt(payer=behind, payee=ahead, cents=(more - less) * rules.point)
            for ahead, more in points.items()
            for behind, less in points.items()
            if more > less and rules.point
        )
