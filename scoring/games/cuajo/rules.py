"""The house rules of cuajo: every amount and switch by name, and the presets that fill them (section 7)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scoring.games.base import Data, ImpossibleError, Problem
from scoring.games.cuajo.house_rule import (
    CONDITIONS_ONLY,
    DealtWin,
    HouseRule,
    PorbisAdds,
    Scheme,
    choice,
    money,
    number,
    switch,
)
from scoring.games.cuajo.prices import Prices
from scoring.games.house_rules import (
    RuleKind,
    descriptions,
    profile_data,
    read_profile,
    shown,
    unknown_house_rule,
)

__all__ = [
    "DEFAULT_PRESET",
    "HOUSE_RULES",
    "PRESETS",
    "DealtWin",
    "HouseRule",
    "HouseRules",
    "PorbisAdds",
    "RuleKind",
    "Scheme",
    "house_rules_of",
    "in_whole_units",
    "read_rules",
    "rules_data",
    "shown",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules(Prices):
    """All house rules of a table. Amounts count in `unit` minor units and are per opponent.

    `scheme` goes with the preset. The rules of the other scheme keep their normal values and change nothing.
    """

    preset: str = "pagat"
    revision: int = 1
    source: str = "pagat.com, Cuajo, 2008"
    scheme: Scheme = Scheme.CONDITIONS

    partnerships: bool = switch(True, rule="C16", label="Opposite players are partners")
    partners_share: bool = switch(False, rule="C25", label="Partners share wins and losses at the end")
    secret: int = money(50, rule="C17", label="Secret laid down")
    secrets_shown: bool = switch(False, rule="C18", label="All paid secrets are shown at the end")
    false_secret_penalty: int = money(0, rule="C18", label="Penalty for a false secret")
    sowee_three_must_be_laid: bool = switch(
        False,
        rule="C10",
        label="The three cards like the sowee must be laid down to count as a meld",
        schemes=CONDITIONS_ONLY,
    )
    king_of_coins: int = money(50, rule="C26", label="King of coins", schemes=CONDITIONS_ONLY)
    other_king: int = money(20, rule="C26", label="Other king", schemes=CONDITIONS_ONLY)
    self_drawn: int = money(110, rule="C27", label="Bounit drawn from the stock", schemes=CONDITIONS_ONLY)
    both_conditions: int = money(110, rule="C28", label="Both conditions met", schemes=CONDITIONS_ONLY)
    bounit_condition: int = money(
        60, rule="C28", label="Only the bounit condition met", schemes=CONDITIONS_ONLY
    )
    sowee_condition: int = money(
        70, rule="C28", label="Only the sowee condition met", schemes=CONDITIONS_ONLY
    )
    neither_condition: int = money(20, rule="C28", label="Neither condition met", schemes=CONDITIONS_ONLY)
    discard_win: bool = switch(True, rule="C15", label="A discard may be the winning card")
    extra_cards: int = number(
        15,
        rule="C31",
        label="Extra cards the winner may turn",
        minimum=0,
        maximum=80,
        schemes=CONDITIONS_ONLY,
    )
    porbis: int = money(300, rule="C32", label="Porbis", schemes=CONDITIONS_ONLY)
    porbis_adds: PorbisAdds = field(
        default=PorbisAdds.NOTHING,
        metadata=choice(PorbisAdds, rule="C32", label="Paid on top of porbis", schemes=CONDITIONS_ONLY),
    )
    dealt_win: DealtWin = field(
        default=DealtWin.NONE,
        metadata=choice(DealtWin, rule="C34", label="Complete hand dealt to the dealer"),
    )
    false_win_penalty: int = money(0, rule="C35", label="Penalty for a false win")
    purro_required: bool = switch(False, rule="C24", label="Purro must be said to win on the own turn")
    penalty_draw_claimable: bool = switch(
        True, rule="C23", label="A card drawn on a penalty turn may be claimed"
    )
    unit: int = number(
        1, rule="C26", label="Minor units in one unit of these amounts", minimum=1, maximum=10_000
    )

    @property
    def identity(self) -> str:
        """Return preset and revision in one word, as verdicts quote it.

        >>> HouseRules().identity
        'pagat/1'
        """
        return f"{self.preset}/{self.revision}"


HOUSE_RULES: tuple[HouseRule, ...] = tuple(
    sorted(
        descriptions(profile=HouseRules, kind=HouseRule),
        key=lambda about: Scheme.CONDITIONS not in about.schemes,
    )
)
"""Every house rule described, in the order of the form; those of a price list come last."""

PRESETS: dict[str, HouseRules] = {
    rules.preset: rules
    for rules in (
        HouseRules(),
        HouseRules(
            preset="family",
            source="A Filipino family's rules, published on their blog",
            extra_cards=0,
            porbis_adds=PorbisAdds.ALL,
            secrets_shown=True,
            partners_share=True,
            penalty_draw_claimable=False,
        ),
        HouseRules(preset="gamerules", source="gamerules.com, Cuajo"),
        HouseRules(
            preset="pricelist",
            source="A family's price list, with Kapampangan words",
            scheme=Scheme.PRICELIST,
            partnerships=False,
            discard_win=False,
            dealt_win=DealtWin.AS_SELF_DRAWN,
            extra_cards=0,
            unit=100,
        ),
    )
}
DEFAULT_PRESET = "pagat"


def in_whole_units(*, rules: Data, minor_digits: int) -> Data:
    """Return complete rules whose prices are whole units of a currency with so many minor digits (L8).

    Only a price list that leaves `unit` as its preset has it is changed.

    >>> in_whole_units(rules=rules_data(rules=PRESETS["pricelist"]), minor_digits=0)["unit"]
    1
    """
    preset = PRESETS[str(rules["preset"])]
    if preset.scheme is not Scheme.PRICELIST or rules["unit"] != preset.unit:
        return rules
    return {**rules, "unit": 10**minor_digits}


def house_rules_of(*, scheme: Scheme) -> tuple[HouseRule, ...]:
    """Return the house rules that change anything in a scheme, in the order of the form.

    >>> [about.name for about in house_rules_of(scheme=Scheme.PRICELIST)][-1]
    'price_sowee_card'
    """
    return tuple(about for about in HOUSE_RULES if scheme in about.schemes)


def read_rules(*, value: object) -> HouseRules:
    """Read house rules from a preset's name, or from an object naming a preset and changes to it.

    Nothing (None) means the preset `pagat`, and so does an object without `preset`. What `rules_data` wrote
    is read back unchanged, and house rules already read are returned as they are. Raises ImpossibleError
    with `unknown_rules` for a preset nobody knows, `unknown_house_rule` for each wrong name or value.
    """
    if isinstance(value, HouseRules):
        return value
    if not isinstance(value, Mapping):
        return read_profile(value=value, presets=PRESETS)
    base = read_profile(value=value.get("preset", DEFAULT_PRESET), presets=PRESETS)
    problems = tuple(_scheme_problems(base, value))
    try:
        rules = read_profile(
            value={name: item for name, item in value.items() if name != "scheme"}, presets=PRESETS
        )
    except ImpossibleError as error:
        raise ImpossibleError((*problems, *error.problems)) from error
    if problems:
        raise ImpossibleError(problems)
    return rules


def rules_data(*, rules: HouseRules) -> dict[str, object]:
    """Return every house rule as plain JSON data, together with preset, revision and source."""
    return profile_data(profile=rules)


def _scheme_problems(base: HouseRules, value: Mapping[object, object]) -> Iterator[Problem]:
    if value.get("scheme", base.scheme) != base.scheme:
        message = f"The preset {base.preset} pays by {base.scheme}, not by {shown(value['scheme'])}."
        yield unknown_house_rule(message=message)
