"""What each card that answers an open question comes to: told before it is chosen, because it decides the money."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.games.base import ImpossibleError
from scoring.games.cuajo.claim.claim import GAME_ID, Entry, read_entry
from scoring.games.cuajo.hand.splits import count_kinds
from scoring.games.cuajo.pack.cards import COPIES, KINDS, Card, Reading
from scoring.games.cuajo.payout.verdict import cents_of, claim_to_pay
from scoring.games.cuajo.rules import HouseRules


def prices(*, rules: HouseRules, entry: Mapping[str, object], asked: str) -> tuple[tuple[str, int], ...]:
    """Return the cards that may answer for a field with what each opponent then pays, in minor units.

    `asked` is "bounit", "sowee", or "extra" for the card turned next. Cards with which the hand would be no win
    are left out; so is every card while something else is unknown that decides the amount.
    """
    read = read_entry(data={**entry, "game": GAME_ID, "rules": rules})
    if read.problems:
        return ()
    paid = ((card, _cents(_with(read, asked, card))) for card in _candidates(read, asked))
    return tuple((card.notation, cents) for card, cents in paid if cents is not None)


def _candidates(entry: Entry, asked: str) -> tuple[Card, ...]:
    if asked == "bounit":
        return tuple(dict.fromkeys(entry.hand.cards))
    sowee = () if entry.sowee is None or asked == "sowee" else (entry.sowee,)
    seen = count_kinds(cards=entry.hand.cards + entry.extra.cards + sowee)
    return tuple(card for card in KINDS if seen[card.index] < COPIES)


def _with(entry: Entry, asked: str, card: Card) -> Entry:
    match asked:
        case "bounit":
            return replace(entry, bounit=card)
        case "sowee":
            return replace(entry, sowee=card)
        case _:
            return replace(entry, extra=Reading(cards=(*entry.extra.cards, card)))


def _cents(entry: Entry) -> int | None:
    try:
        return cents_of(claim=claim_to_pay(entry=entry))
    except ImpossibleError:
        return None
