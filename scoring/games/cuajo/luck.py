"""What a won hand of cuajo left to the cards: whether the extra cards brought what its conditions lacked."""

from collections.abc import Mapping
from typing import Any

from scoring.games.chances import Trial
from scoring.games.cuajo.judging.extra import extra_chances
from scoring.games.cuajo.pack.cards import read_cards
from scoring.games.cuajo.rules import HouseRules


def trial_of(*, act: Mapping[str, Any], verdict: Mapping[str, Any], rules: HouseRules) -> Trial | None:
    """Return the chance of both conditions before any extra card was turned, and whether both held in the end.

    None where the cards are not known, the conditions decided nothing, or nothing was left to turn for. The
    books do not tell what lay open or how much stock was left: all cards not named count as unseen.
    """
    met = verdict.get("conditions")
    if act["declared"] or met is None or not act.get("extra"):
        return None
    (bounit,), (sowee,) = read_cards(text=act["bounit"]).cards, read_cards(text=act["sowee"]).cards
    hand = read_cards(text=act["hand"]).cards
    chances = extra_chances(hand=hand, bounit=bounit, sowee=sowee, allowed=rules.extra_cards)
    return Trial(chance=chances.both, came=met["bounit"] and met["sowee"]) if chances.may_turn else None
