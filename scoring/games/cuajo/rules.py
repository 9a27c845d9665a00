"""The house rules and presets of cuajo."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from typing import Any

from scoring.games import base
from scoring.games.base import ImpossibleError, Problem
from scoring.games.dealing import PENALTY, VoidDeals, dealing_again
from scoring.games.fields import Field
from scoring.games.house_rules import choice, money, number, profile_fields, read_profile, rules_problem, shown, switch
from scoring.texts import say
from scoring.texts.words import gettext_noop as _

CONDITIONS_ONLY = ("pagat", "family", "gamerules")
PRICELIST_ONLY = ("pricelist",)


class Scheme(StrEnum):
    """Payment by conditions (C27, C28) or prices (L5, L6)."""

    CONDITIONS = "conditions"
    PRICELIST = "pricelist"


class PorbisAdds(StrEnum):
    """The additions to porbis (C32)."""

    NOTHING = "nothing"
    KINGS = "kings"
    ALL = "all"


class DealtWin(StrEnum):
    """The effect of a hand complete as dealt (C34)."""

    NONE = "none"
    AS_SELF_DRAWN = "as_self_drawn"


_price = partial(money, presets=PRICELIST_ONLY, folded_under=_("Prices of a price list"))


@dataclass(frozen=True, kw_only=True)
class HouseRules(base.HouseRules):
    """The house rules of a table. Amounts count in `unit` minor units, from each opponent."""

    # The rules of the other scheme keep their normal values, so that one class serves both.

    start_four_kings: int = _price(1000, rule="L5", label=_("Start price: four kings of one suit"))
    start_special: int = _price(500, rule="L5", label=_("Start price: special hand"))
    start_plain: int = _price(200, rule="L5", label=_("Start price: plain hand"))
    price_king: int = _price(5, rule="L6", label=_("Each king"))
    price_low_run: int = _price(5, rule="L6", label=_("Each run 3-4-5"))
    price_high_run: int = _price(10, rule="L6", label=_("Each run 10-11-12"))
    price_pong: int = _price(20, rule="L6", label=_("Each pong"))
    price_three_aces: int = _price(5, rule="L6", label=_("Three aces in one meld"))
    price_four_aces: int = _price(10, rule="L6", label=_("Four aces in one meld"))
    price_set_of_four: int = _price(5, rule="L6", label=_("Each set of four, no aces"))
    price_sowee_card: int = _price(20, rule="L6", label=_("Each card like the sowee"))

    preset: str = "pagat"
    source: str = _("pagat.com, Cuajo, 2008")
    scheme: Scheme = Scheme.CONDITIONS

    partnerships: bool = switch(True, rule="C16", label=_("Opposite players are partners"))
    partners_share: bool = switch(False, rule="C25", label=_("Partners share at the end"))
    secret: int = money(50, rule="C17", label=_("Secret"))
    secrets_shown: bool = switch(False, rule="C18", label=_("Secrets are shown at the end"))
    false_secret_penalty: int = money(0, rule="C18", label=_("Penalty for a false secret"))
    sowee_three_must_be_laid: bool = switch(
        False, rule="C10", label=_("Three like the sowee must be laid to count"), presets=CONDITIONS_ONLY
    )
    king_of_coins: int = money(50, rule="C26", label=_("King of coins"), presets=CONDITIONS_ONLY)
    other_king: int = money(20, rule="C26", label=_("Other king"), presets=CONDITIONS_ONLY)
    self_drawn: int = money(110, rule="C27", label=_("Own draw"), presets=CONDITIONS_ONLY)
    both_conditions: int = money(110, rule="C28", label=_("Both conditions met"), presets=CONDITIONS_ONLY)
    bounit_condition: int = money(60, rule="C28", label=_("Only the bounit condition met"), presets=CONDITIONS_ONLY)
    sowee_condition: int = money(70, rule="C28", label=_("Only the sowee condition met"), presets=CONDITIONS_ONLY)
    neither_condition: int = money(20, rule="C28", label=_("Neither condition met"), presets=CONDITIONS_ONLY)
    discard_win: bool = switch(True, rule="C15", label=_("A discard may win"))
    extra_cards: int = number(15, rule="C31", label=_("Extra cards"), minimum=0, maximum=80, presets=CONDITIONS_ONLY)
    porbis: int = money(300, rule="C32", label=_("Porbis"), presets=CONDITIONS_ONLY)
    porbis_adds: PorbisAdds = choice(
        PorbisAdds.NOTHING,
        rule="C32",
        label=_("Paid on top of porbis"),
        words=(_("nothing"), _("the kings"), _("the base and the kings")),
        presets=CONDITIONS_ONLY,
    )
    dealt_win: DealtWin = choice(
        DealtWin.NONE, rule="C34", label=_("Hand complete as dealt"), words=(_("does not win"), _("wins as if drawn"))
    )
    false_win_penalty: int = money(0, rule="C35", label=_("Penalty for a false win"))
    void_deals: VoidDeals = dealing_again(rule="C38", label=_("Who deals after a void hand"))
    void_penalty: int = money(0, rule="C38", label=PENALTY)
    purro_required: bool = switch(False, rule="C24", label=_("Purro must be said to win on your turn"))
    penalty_draw_claimable: bool = switch(True, rule="C23", label=_("A draw of a penalty turn may be claimed"))
    silent_drawer_first: bool = switch(False, rule="C22", label=_("A drawer not in purro goes first"), before=True)
    kings_claimable: bool = switch(
        False, rule="L4", label=_("Kings win out of turn with any card"), presets=PRICELIST_ONLY, before=True
    )
    unit: int = number(1, rule="C26", label=_("Cents in an amount of 1"), minimum=1, maximum=10_000)

    @property
    def identity(self) -> str:
        """Return preset and revision: `pagat/1`."""
        return f"{self.preset}/{self.revision}"


HOUSE_RULES: tuple[Field, ...] = profile_fields(profile=HouseRules())

PRESETS: dict[str, HouseRules] = {
    rules.preset: rules
    for rules in (
        HouseRules(),
        HouseRules(
            preset="family",
            source=_("A Filipino family's rules, published on their blog"),
            extra_cards=0,
            porbis_adds=PorbisAdds.ALL,
            secrets_shown=True,
            partners_share=True,
            penalty_draw_claimable=False,
        ),
        HouseRules(preset="gamerules", source=_("gamerules.com, Cuajo")),
        HouseRules(
            preset="pricelist",
            source=_("A family's price list, with Kapampangan words"),
            scheme=Scheme.PRICELIST,
            partnerships=False,
            discard_win=False,
            dealt_win=DealtWin.AS_SELF_DRAWN,
            extra_cards=0,
            unit=100,
        ),
    )
}


def single_changes(rules: HouseRules, turned: int = 0) -> Iterator[tuple[dict[str, str], HouseRules]]:
    """Yield the rules with each other value of one house rule. They allow at least `turned` extra cards."""
    # Amounts never decide whether a hand wins, so they are not tried.
    for about in (each for each in HOUSE_RULES if each.is_known_in(preset=rules.preset)):
        current: object = getattr(rules, about.name)
        values: tuple[object, ...] = ()
        if isinstance(current, bool):
            values = (not current,)
        elif isinstance(current, StrEnum):
            values = tuple(type(current)(each.value) for each in about.choices)
        elif about.name == "extra_cards":
            # Tables choose among the limits of presets, so the lowest that is enough comes first.
            known = (preset.extra_cards for preset in PRESETS.values())
            enough = min((allowed for allowed in known if allowed >= turned), default=turned)
            values = (enough,) if enough <= about.maximum else ()
        for value in values:
            if value != current:
                changes: dict[str, Any] = {about.name: value}
                said = {"label": about.label, "name": about.name, "value": str(value).lower(), "rule": about.rule}
                yield said, replace(rules, **changes)


@cache
def presets_in(*, minor_digits: int) -> Mapping[str, HouseRules]:
    """Return the presets, price lists in the currency's unit (L8)."""
    return {
        name: replace(rules, unit=10**minor_digits) if rules.scheme is Scheme.PRICELIST else rules
        for name, rules in PRESETS.items()
    }


def read_rules(*, value: object, minor_digits: int = 2) -> HouseRules:
    """Read house rules of a currency. Raises ImpossibleError, also for the scheme of another preset."""
    presets = presets_in(minor_digits=minor_digits)
    if not isinstance(value, Mapping):
        return read_profile(value=value, presets=presets)
    base = read_profile(value=value.get("preset"), presets=presets)
    problems: list[Problem] = []
    asked = value.get("scheme", base.scheme)
    if asked != base.scheme:
        text = say("unknown_house_rule.scheme", preset=base.preset, scheme=base.scheme, value=shown(asked))
        problems.append(rules_problem(text))
    try:
        rules = read_profile(value={name: value[name] for name in value if name != "scheme"}, presets=presets)
    except ImpossibleError as error:
        problems += error.problems
    if problems:
        raise ImpossibleError(problems)
    return rules
