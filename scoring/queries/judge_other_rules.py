"""What a hand would come to by other rules, as plain data that can be kept with a verdict."""

from scoring.games.base import Data
from scoring.games.cuajo.other_rules import OtherWin, wins_by_other_rules
from scoring.games.cuajo.rules import HouseRules


def by_other_rules(*, rules: HouseRules, claim: Data, cents: int | None) -> list[Data]:
    """Return where the claim is a win for another amount; `cents` is what it pays now, None for no win."""
    return [_data(win) for win in wins_by_other_rules(rules=rules, claim=claim, cents=cents)]


def _data(win: OtherWin) -> Data:
    about = win.other.about
    return {
        "preset": win.other.preset,
        "label": about.label if about else "",
        "name": about.name if about else "",
        "value": str(win.other.value).lower() if about else "",
        "rule": about.rule if about else "",
        "per_opponent": win.per_opponent_cents,
    }
