"""What speaks against recording a possible act at a table: nothing is guessed, nothing left out (C9, L6)."""

from collections.abc import Iterator

from scoring.games.base import Problem, Table
from scoring.games.cuajo.claim.acts import CONDITIONS, COUNTED, CardsWin, DeclaredWin, Reported
from scoring.games.cuajo.payout.account import conditions_decide
from scoring.games.cuajo.rules import HouseRules, Scheme
from scoring.texts import say


def needs_sowee(*, rules: HouseRules) -> bool:
    """Tell whether the sowee decides what every win pays: a price list pays cards like it (L6)."""
    return rules.scheme is Scheme.PRICELIST and bool(rules.price_sowee_card)


def refusals_of(*, said: Reported, rules: HouseRules, table: Table) -> Iterator[Problem]:
    """Yield what a new act lacks.

    Codes: `missing_field`, `sowee_missing` (L6), `secrets_not_named` and `secrets_not_paid` (C9).
    """
    match said:
        case DeclaredWin():
            yield from _declared(said, rules)
        case CardsWin():
            yield from _with_cards(said, rules, table)


def _declared(said: DeclaredWin, rules: HouseRules) -> Iterator[Problem]:
    win = said.win
    asked = CONDITIONS if conditions_decide(source=win.source, porbis=win.porbis, rules=rules) else ()
    for name in (*COUNTED, *asked):
        if name in said.unsaid:
            yield Problem(text=say(f"missing_field.{name}"), field=name)


def _with_cards(said: CardsWin, rules: HouseRules, table: Table) -> Iterator[Problem]:
    if needs_sowee(rules=rules) and said.claim.sowee is None:
        yield Problem(text=say("sowee_missing.price_list"), field="sowee")
    paid, named = table.secrets.get(said.winner, 0), len(said.claim.secrets)
    if named < paid:
        yield Problem(text=say("secrets_not_named", paid=paid, named=named), field="secrets")
    if named > paid:
        yield Problem(text=say("secrets_not_paid", paid=paid, named=named), field="secrets")
