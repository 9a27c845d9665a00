"""Who deals the next hand, and hands that do not count (C38, E13)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from scoring.games.base import Data, HouseRules, Said, Seat
from scoring.games.fields import Field, FieldKind, choices_of
from scoring.games.house_rules import choice
from scoring.games.reading import ActReader, named
from scoring.texts import Text, say
from scoring.texts.words import gettext_noop as _

KEYS = ("void", "by", "dealer")


class DealPasses(StrEnum):
    """Who deals after a hand that somebody won."""

    NEXT = "next"
    WINNER = "winner"
    SAME = "same"


class VoidDeals(StrEnum):
    """Who deals after a hand that does not count, or that nobody won."""

    SAME = "same"
    NEXT = "next"


class VoidReason(StrEnum):
    """Why a hand does not count."""

    MISDEAL = "misdeal"
    EXPOSED = "exposed"
    WRONG_COUNT = "wrong_count"
    ABANDONED = "abandoned"


class DealRules(Protocol):
    """The house rules about the deal; whoever caused that a hand does not count gives each other `void_penalty`."""

    @property
    def deal_passes(self) -> DealPasses: ...

    @property
    def void_deals(self) -> VoidDeals: ...

    @property
    def void_penalty(self) -> int: ...


PENALTY = _("Each other player gets from whoever caused that a hand does not count")
PENALTY_POINTS = _("Each other player gets from whoever caused that a hand does not count, in points")


def passing(*, rule: str) -> dict[str, Field]:
    """Return the metadata of a house rule that says who deals; the deal stood still before there was one."""
    words = {
        DealPasses.NEXT: _("the next player"),
        DealPasses.WINNER: _("the winner"),
        DealPasses.SAME: _("the same player"),
    }
    return choice(rule=rule, label=_("After a hand deals"), words=words, before=DealPasses.SAME.value)


def dealing_again(*, rule: str) -> dict[str, Field]:
    """Return the metadata of a house rule that says who deals after a hand that does not count."""
    words = {VoidDeals.SAME: _("the same player"), VoidDeals.NEXT: _("the next player")}
    return choice(rule=rule, label=_("After one that does not count, or that nobody won, deals"), words=words)


def passes_deal(*, rules: HouseRules) -> bool:
    """Return whether hands say who dealt, so that the deal passes on; before there was a rule it stood still."""
    return getattr(rules, "deal_passes", DealPasses.SAME) is not DealPasses.SAME


def says_dealer(*, rules: HouseRules, act: Data) -> bool:
    """Return whether a hand says who dealt: where the deal passes on, or passes on after a hand that does not count."""
    is_void = bool(act.get("void")) and getattr(rules, "void_deals", VoidDeals.SAME) is VoidDeals.NEXT
    return is_void or passes_deal(rules=rules)


def deal_fields(*, rule: str, asks_dealer: bool) -> tuple[Field, ...]:
    """Return what is asked of the deal with every hand: who dealt, and why the hand does not count, if so."""
    reasons: dict[str, str] = {
        "": _("it counts"),
        VoidReason.MISDEAL: _("misdeal"),
        VoidReason.EXPOSED: _("a card was exposed"),
        VoidReason.WRONG_COUNT: _("somebody held too many or too few cards"),
        VoidReason.ABANDONED: _("abandoned"),
    }
    folded = _("The hand does not count")
    dealer = Field(name="dealer", label=_("Who dealt"), kind=FieldKind.SEAT, is_required=False, rule=rule)
    return (
        *((dealer,) if asks_dealer else ()),
        Field(
            name="void",
            label=_("Why it does not count"),
            kind=FieldKind.CHOICE,
            choices=choices_of(reasons),
            is_required=False,
            normal="",
            rule=rule,
            folded_under=folded,
        ),
        Field(
            name="by",
            label=_("Who caused it"),
            kind=FieldKind.SEAT,
            is_required=False,
            or_nobody=True,
            rule=rule,
            folded_under=folded,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidHand:
    """A hand that does not count, and who caused it, if anybody did."""

    reason: VoidReason
    by: int | None

    def data(self) -> Data:
        """Return the act in canonical form."""
        return {"void": self.reason.value} if self.by is None else {"void": self.reason.value, "by": self.by}

    @property
    def text(self) -> Text:
        """Return it in a few words."""
        why = say(f"void.{self.reason}")
        return why if self.by is None else say("void.by", why=why, seats={"player": self.by})


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt[S: Said]:
    """A hand and who dealt it, None where nobody said; a hand that does not count has no winner."""

    hand: S | VoidHand
    dealer: int | None

    def data(self) -> Data:
        """Return the act in canonical form."""
        return self.hand.data() if self.dealer is None else {**self.hand.data(), "dealer": self.dealer}


def read_dealer(*, act: Data, seats: tuple[Seat, ...]) -> int | None:
    """Return who dealt; raises ImpossibleError with `unknown_seat`."""
    reader = ActReader.at(act=act, table=seats)
    dealer = reader.seat("dealer") if reader.has("dealer") else None
    reader.check()
    return dealer


def read_void(*, act: Data, seats: tuple[Seat, ...]) -> VoidHand | None:
    """Return why a hand does not count, None for one that does; raises ImpossibleError.

    Codes: `unknown_word`, `unknown_seat`.
    """
    reader = ActReader.at(act=act, table=seats)
    if not reader.has("void"):
        return None
    reason, by = reader.word("void", VoidReason), reader.seat("by") if reader.has("by") else None
    reader.check()
    return VoidHand(reason=named(reason), by=by)


def void_hand(*, act: Data) -> VoidHand | None:
    """Return what a judged act says of a hand that does not count, None for one that does."""
    if act.get("void") is None:
        return None
    by = act.get("by")
    return VoidHand(reason=VoidReason(str(act["void"])), by=by if isinstance(by, int) else None)


def counts(*, act: Data) -> bool:
    """Tell whether a hand was played to its end: a void one does not count, whatever made it void (C35, C38)."""
    return act.get("void") is None and act.get("result") != "void"


def next_dealer(
    *, dealer: int | None, winner: int | None, again: bool, rules: DealRules, seats: tuple[Seat, ...]
) -> int | None:
    """Return who deals next, None where nobody said who dealt or where the deal stands still.

    `again` says that the hand is played again.

    `seats` stand in the order of play.
    """
    if dealer is None or (rules.deal_passes is DealPasses.SAME and not again):
        return None
    passes = DealPasses(rules.void_deals) if again else rules.deal_passes
    if passes is DealPasses.WINNER:
        return winner or dealer
    order = [seat.number for seat in seats]
    return dealer if passes is DealPasses.SAME else order[(order.index(dealer) + 1) % len(order)]
