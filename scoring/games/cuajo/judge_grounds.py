"""What decides a verdict: the rulings it rests on, and the sentence that ends a dispute."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scoring.games.base import Data, Problem
from scoring.games.cuajo.account import Condition, NotAWin, Turned, Verdict, met_by, turn_extra
from scoring.games.cuajo.cards import Card, Rank
from scoring.games.cuajo.claim import Claim, Code, Entry, Source
from scoring.games.cuajo.rules import HOUSE_RULES, HouseRules, PorbisAdds, Scheme
from scoring.games.cuajo.splits import Meld, MeldKind
from scoring.texts import Text, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A ruling that decides something of a verdict; `house_rule` says otherwise, empty where none does."""

    text: Text
    rule: str
    house_rule: str = ""

    @property
    def label(self) -> str:
        """Return what the house rule is called."""
        return next((about.label for about in HOUSE_RULES if about.name == self.house_rule), "")


def rulings_data(*, rulings: Iterable[Ruling]) -> list[Data]:
    """Return rulings as JSON data."""
    return [
        {"text": one.text.english(), "rule": one.rule, "name": one.house_rule, "label": one.label} for one in rulings
    ]


def rulings_of(*, result: Verdict | NotAWin, claim: Claim) -> tuple[Ruling, ...]:
    """Return the rulings a verdict rests on, in the order of their rules."""
    return tuple(_of_win(result, claim)) if isinstance(result, Verdict) else rulings_against(result=result)


def rulings_against(*, result: Verdict | NotAWin | None, problems: Iterable[Problem] = ()) -> tuple[Ruling, ...]:
    """Return the rulings by which a hand is no win, or cannot be one."""
    by_kings = isinstance(result, NotAWin) and result.rule == "L4"
    codes = {problem.code for problem in problems}
    return (*_CLAIMED_RUB * by_kings, *(one for code, one in _AGAINST.items() if code in codes))


def _ruling(which: str, rule: str, house_rule: str = "") -> Ruling:
    return Ruling(text=say(f"ruling.{which}"), rule=rule, house_rule=house_rule)


BEST_SPLIT = (_ruling("best_split", "C11"),)
_CLAIMED_RUB = (_ruling("claimed_rub", "L4", "kings_claimable"),)
_AGAINST: Mapping[str, Ruling] = {
    Code.BOUNIT_IN_LAID_SECRET: _ruling("bounit_in_laid_secret", "C36"),
    Code.DEALT_WIN_NOT_ALLOWED: _ruling("dealt_no_win", "C34", "dealt_win"),
}


def _of_win(verdict: Verdict, claim: Claim) -> Iterator[Ruling]:
    if claim.rules.scheme is Scheme.PRICELIST:
        yield from _of_price(verdict, claim)
        return
    kinds = (meld.cards[0] for meld in verdict.arrangement if meld.kind is MeldKind.SOWEE_SECRET)
    if any(kind not in claim.secrets for kind in kinds):
        yield _ruling("three_undeclared", "C10", "sowee_three_must_be_laid")
    if verdict.turned is not None:
        yield from _of_conditions(verdict.turned, claim)
    if verdict.porbis:
        yield from _of_porbis(claim.rules, has_king=any(card.rank is Rank.KING for card in claim.hand))
    if claim.source is Source.DEALT:
        yield _ruling("dealt", "C34", "dealt_win")


def _of_conditions(turned: Turned, claim: Claim) -> Iterator[Ruling]:
    assert claim.bounit is not None
    assert claim.sowee is not None
    met = met_by(seen=claim.hand + claim.extra[: turned.used], bounit=claim.bounit, sowee=claim.sowee)
    by_bounit, by_sowee = set(met.get(Condition.BOUNIT, ())), set(met.get(Condition.SOWEE, ()))
    if by_bounit & by_sowee or claim.bounit in by_sowee or (by_bounit | by_sowee) & set(claim.secrets):
        yield _ruling("same_cards", "C30")
    before = turn_extra(hand=claim.hand, bounit=claim.bounit, sowee=claim.sowee).conditions
    if before != turned.conditions and turned.needs:
        yield _ruling("one_condition", "C31")


def _of_porbis(rules: HouseRules, *, has_king: bool) -> Iterator[Ruling]:
    if rules.porbis_adds is PorbisAdds.ALL:
        yield _ruling("porbis_base", "C32", "porbis_adds")
    elif rules.porbis_adds is PorbisAdds.NOTHING and has_king:
        yield _ruling("porbis_single_king", "C32", "porbis_adds")


def _of_price(verdict: Verdict, claim: Claim) -> Iterator[Ruling]:
    if verdict.king_win is not None and claim.source is Source.DEALT:
        yield _ruling("dealt_kings", "L4")
    if verdict.king_win is not None and claim.source is Source.CLAIMED and not claim.rules.kings_claimable:
        yield from _CLAIMED_RUB
    if verdict.kings_were_held:
        yield _ruling("held_kings", "L5")


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """The sentence that decides a dispute."""

    text: Text
    rule: str
    cards: tuple[Card, ...] = ()

    def data(self) -> Data:
        return {"text": self.text.english(), "rule": self.rule, "cards": [card.notation for card in self.cards]}


def point(which: str, rule: str, cards: Iterable[Card] = ()) -> Point:
    """Return a point of the catalogue."""
    return Point(text=say(f"point.{which}"), rule=rule, cards=tuple(cards))


def point_of_win(*, verdict: Verdict, entry: Entry) -> Point:
    """Return the point of a win: kings alone, the sowee's three, porbis or its single king, then the bounit."""
    kings = [card for card in entry.hand.cards if card.rank is Rank.KING]
    three = next((meld for meld in verdict.arrangement if is_undeclared_three(meld=meld, entry=entry)), None)
    if verdict.king_win is not None:
        return point(f"king_win_{verdict.king_win}", "L4", kings)
    if three is not None:
        return point("sowee_three", "C10", three.cards)
    if verdict.lines and verdict.lines[0].rule == "L5":
        return Point(text=verdict.lines[0].text, rule="L5", cards=tuple(kings))
    if verdict.porbis:
        return point("porbis_one_king" if kings else "porbis_no_king", "C32", kings)
    if len(kings) == 1:
        return point("king_outside_run", "C32", kings)
    return _of_bounit(verdict, entry)


def _of_bounit(verdict: Verdict, entry: Entry) -> Point:
    bounit = () if entry.bounit is None else (entry.bounit,)
    if entry.source is Source.DEALT:
        return point("dealt", "C34")
    if verdict.turned is None:
        return point("self_drawn", "C27", bounit)
    conditions = verdict.turned.conditions
    return point(f"conditions_{conditions.bounit:d}{conditions.sowee:d}", "C28", bounit)


def is_undeclared_three(*, meld: Meld, entry: Entry) -> bool:
    """Return whether a meld is the three cards like the sowee, which nobody laid down (C10)."""
    return meld.kind is MeldKind.SOWEE_SECRET and meld.cards[0] not in entry.secrets
