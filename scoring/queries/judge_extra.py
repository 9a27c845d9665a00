"""The judge's answer about extra cards turned one by one, as plain data that can be kept (C28 to C31)."""

from scoring.games.base import Data
from scoring.games.cards import find_card
from scoring.games.cuajo.chances import Chances, extra_chances
from scoring.games.cuajo.rules import HouseRules
from scoring.games.notation import read_words
from scoring.queries.judge import Question, need_data


def extra_answer(*, rules: HouseRules, claim: Question) -> Data:
    """Say what the conditions need and how the turning can end; chances are exact fractions as text.

    Raises ImpossibleError where more copies or a larger stock are named than there are.
    """
    bounit, sowee = find_card(text=claim["bounit"]), find_card(text=claim["sowee"])
    assert bounit is not None
    assert sowee is not None
    chances = extra_chances(
        hand=read_words(text=claim["hand"]).cards,
        bounit=bounit,
        sowee=sowee,
        extra=read_words(text=claim["extra"]).cards,
        allowed=rules.extra_cards,
        stock=claim["stock"],
    )
    return {
        "needs": [need_data(need) for need in chances.turned.needs],
        "may_turn": chances.may_turn,
        "allowed": rules.extra_cards,
        "used": chances.turned.used,
        "both": str(chances.both),
        "endings": _endings(chances, rules),
        "unseen": list(chances.unseen),
        "rules_revision": rules.identity,
    }


def _endings(chances: Chances, rules: HouseRules) -> list[Data]:
    """Return the ways the turning can end: which conditions hold, the chance, what it pays without kings."""
    found = (
        ("both", chances.both, rules.both_conditions),
        ("only_sowee", chances.only_sowee, rules.sowee_condition),
        ("only_bounit", chances.only_bounit, rules.bounit_condition),
        ("neither", chances.neither, rules.neither_condition),
    )
    return [
        {"name": name, "chance": str(chance), "cents": amount * rules.unit}
        for name, chance, amount in found
        if chance
    ]
