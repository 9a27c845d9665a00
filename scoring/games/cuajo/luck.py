"""What a won hand of cuajo owes to the cards: kings, the sowee's copies, its wait, and what extra cards brought."""

from collections.abc import Mapping
from typing import Any

from scoring.games.chances import Draw, Fortune, Trial, Wait
from scoring.games.cuajo.hand.exchanges import waits
from scoring.games.cuajo.hand.splits import count_kinds, hold
from scoring.games.cuajo.judging.extra import extra_chances
from scoring.games.cuajo.pack.cards import COPIES, KINDS, Card, Rank, Suit, read_cards
from scoring.games.cuajo.rules import HouseRules


def fortune_of(*, act: Mapping[str, Any], verdict: Mapping[str, Any], rules: HouseRules) -> Fortune | None:
    """Return what the cards gave a won hand; None where they are not known.

    The books do not tell what lay open or how much stock was left: all cards not named count as unseen.
    """
    if act["declared"] or not (act.get("hand") and act.get("sowee")):
        return None
    (sowee,) = read_cards(text=act["sowee"]).cards
    hand = read_cards(text=act["hand"]).cards
    pack = COPIES * len(KINDS) - 1
    kings = COPIES * len(Suit) - (sowee.rank is Rank.KING)
    held = sum(card.rank is Rank.KING for card in hand)
    return Fortune(
        kings=Draw(held=len(hand), marked=kings, of=pack, came=held),
        sowee=Draw(held=len(hand), marked=COPIES - 1, of=pack, came=hand.count(sowee)),
        wait=_wait(act, hand, sowee, rules),
        extra=trial_of(act=act, verdict=verdict, rules=rules),
    )


def _wait(act: Mapping[str, Any], hand: tuple[Card, ...], sowee: Card, rules: HouseRules) -> Wait | None:
    """Return the wait of the fifteen cards before the one that won; None for a hand that was dealt complete."""
    if not act.get("bounit"):
        return None
    (bounit,) = read_cards(text=act["bounit"]).cards
    fifteen = list(hand)
    fifteen.remove(bounit)
    seen = count_kinds(cards=(*fifteen, sowee))
    laid = act.get("secrets") or ()
    secrets = read_cards(text=laid if isinstance(laid, str) else " ".join(laid)).cards
    found = waits(holding=hold(cards=fifteen, sowee=sowee, secrets=secrets, scheme=rules.scheme), seen=seen)
    unseen = [COPIES - count for count in seen]
    return Wait(winning=sum(unseen[card.index] for card in found), unseen=sum(unseen))


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
