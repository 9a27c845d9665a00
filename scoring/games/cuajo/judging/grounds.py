"""Where a verdict rests on a ruling, because the sources are silent, and which house rule says otherwise."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scoring.games.base import Data, Problem
from scoring.games.cuajo.claim.claim import Claim, Code, Source
from scoring.games.cuajo.hand.melds import MeldKind
from scoring.games.cuajo.pack.cards import Rank
from scoring.games.cuajo.payout.account import NotAWin, Verdict
from scoring.games.cuajo.payout.conditions import Condition, Turned, conditions_after, met_by
from scoring.games.cuajo.rules import HOUSE_RULES, HouseRules, PorbisAdds, Scheme
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
    before = conditions_after(claim.hand, claim.bounit, claim.sowee, ())
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
