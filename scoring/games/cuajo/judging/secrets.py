"""Whether cards laid down are a secret, and what it pays (C6, C10, C17)."""

from scoring.games.base import Data, ImpossibleError, Problem
from scoring.games.cuajo.judging.answer import as_kept, entry_of
from scoring.games.cuajo.judging.points import Point, point
from scoring.games.cuajo.pack.cards import COPIES, Card
from scoring.games.cuajo.rules import HouseRules, Scheme, presets_in
from scoring.games.fields import KeptAnswer
from scoring.money import currency_for
from scoring.texts import say


def secret_answer(entered: Data, rules: HouseRules) -> KeptAnswer:
    """Say whether three or four cards are a secret, why, and what each opponent pays for it.

    Raises ImpossibleError with `unknown_card`, `wrong_card_count` and `too_many_copies`.
    """
    asked = as_kept(entered)
    entry = entry_of({**asked, "source": "self_drawn"}, rules)
    cards, sowee = entry.hand.cards, entry.sowee
    problems = list(entry.problems)
    if not problems and len(cards) not in (COPIES - 1, COPIES):
        problems.append(Problem(text=say("wrong_card_count.secret", given=len(cards)), field="hand"))
    seen = (*cards, *(() if sowee is None else (sowee,)))
    if not problems and (excess := {str(card) for card in seen if seen.count(card) > COPIES}):
        problems.append(Problem(text=say("too_many_copies.named", cards=", ".join(excess)), field="hand"))
    if problems:
        raise ImpossibleError(problems)
    is_secret, why = _ruled(cards, sowee)
    digits = currency_for(code=str(entered["currency"])).minor_digits if entered.get("currency") else 2
    told = {
        "is_secret": is_secret,
        "point": why.data(),
        "per_opponent": rules.secret * rules.unit if is_secret else 0,
        "penalty": 0 if is_secret else rules.false_secret_penalty * rules.unit,
        "is_pong": rules.scheme is Scheme.PRICELIST and any(cards.count(card) >= COPIES - 1 for card in cards),
        "partnerships": rules.partnerships,
        "presets": [
            {"preset": name, "per_opponent": preset.secret * preset.unit if is_secret else None}
            for name, preset in presets_in(minor_digits=digits).items()
        ],
        "rules_revision": rules.identity,
    }
    return KeptAnswer(asked={"hand": asked["hand"], "sowee": asked["sowee"]}, told=told)


def _ruled(cards: tuple[Card, ...], sowee: Card | None) -> tuple[bool, Point]:
    most = max(cards, key=cards.count)
    alike = [card for card in cards if card == most]
    match len(alike), len(cards):
        case 4, _:
            return True, point("secret_four", "C6", alike)
        case 3, 4 if most == sowee:
            return True, point("secret_sowee", "C10", alike)
        case 3, 3 if most == sowee:
            return False, point("secret_fourth_missing", "C10", alike)
        case 3, _:
            return False, point("secret_three", "C10", alike)
    if len({card.rank for card in cards}) == 1 and len({card.suit for card in cards}) == len(cards):
        return False, point("secret_set", "C4", cards)
    return False, point("secret_none", "C6", cards)
