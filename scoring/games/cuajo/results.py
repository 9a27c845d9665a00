"""What judging a claimed win comes to: a verdict with its account, or a hand that is no win."""

from dataclasses import dataclass

from scoring.games.base import Line
from scoring.games.cards import Card
from scoring.games.cuajo.account import Account
from scoring.games.cuajo.conditions import Turned
from scoring.games.cuajo.melds import Meld
from scoring.games.cuajo.near_miss import NearMiss
from scoring.games.cuajo.pricelist.kings import KingWin


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a valid win pays, in minor units from each opponent, before any stake factor.

    `turned` holds conditions and extra cards, None where they do not belong to the verdict (a drawn or dealt
    bounit, a flat porbis, a price list). `king_win` names kings that win alone, and `left_over` the cards
    that then lie in no meld (L4, L6). `rules_revision` names preset and revision.
    """

    arrangement: tuple[Meld, ...]
    porbis: bool
    account: Account
    turned: Turned | None
    rules_revision: str
    king_win: KingWin | None = None
    left_over: tuple[Card, ...] = ()

    @property
    def per_opponent_cents(self) -> int:
        """Return what each opponent pays."""
        return self.account.per_opponent_cents

    @property
    def lines(self) -> tuple[Line, ...]:
        """Return the lines of the account; they add up to the amount."""
        return self.account.lines


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAWin:
    """Sixteen cards that do not win, the rule they break (C8, C10 or L3), and what they lack."""

    rule: str
    near_miss: NearMiss
