"""The house rules of cuajo as they are declared: the words they choose from and the scheme they belong to."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.games import house_rules
from scoring.games.house_rules import RuleKind, described


class Scheme(StrEnum):
    """How a win is paid: by the bounit and its conditions (C27, C28), or by a price list (L5, L6)."""

    CONDITIONS = "conditions"
    PRICELIST = "pricelist"


class PorbisAdds(StrEnum):
    """What is paid on top of porbis (C32)."""

    NOTHING = "nothing"
    KINGS = "kings"
    ALL = "all"


class DealtWin(StrEnum):
    """What a dealer dealt a complete hand may do (C34)."""

    NONE = "none"
    AS_SELF_DRAWN = "as_self_drawn"


EVERY_SCHEME = tuple(Scheme)
CONDITIONS_ONLY = (Scheme.CONDITIONS,)
PRICELIST_ONLY = (Scheme.PRICELIST,)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule(house_rules.HouseRule):
    """A house rule of cuajo; `schemes` are those in which it changes anything."""

    schemes: tuple[Scheme, ...] = EVERY_SCHEME


type Schemes = tuple[Scheme, ...]


def money(default: int, *, rule: str, label: str, schemes: Schemes = EVERY_SCHEME) -> int:
    """Declare a house rule that is an amount."""
    return described(default, HouseRule(rule=rule, label=label, kind=RuleKind.MONEY, schemes=schemes))


def switch(default: bool, *, rule: str, label: str, schemes: Schemes = EVERY_SCHEME) -> bool:
    """Declare a house rule that is true or false."""
    return described(default, HouseRule(rule=rule, label=label, kind=RuleKind.SWITCH, schemes=schemes))


def number(
    default: int, *, rule: str, label: str, minimum: int, maximum: int, schemes: Schemes = EVERY_SCHEME
) -> int:
    """Declare a house rule that is a count within limits."""
    about = HouseRule(
        rule=rule, label=label, kind=RuleKind.NUMBER, minimum=minimum, maximum=maximum, schemes=schemes
    )
    return described(default, about)


def choice(
    choices: type[StrEnum], *, rule: str, label: str, schemes: Schemes = EVERY_SCHEME
) -> dict[str, HouseRule]:
    """Return the metadata of a field that is a house rule with one of the words of an enum."""
    about = HouseRule(rule=rule, label=label, kind=RuleKind.CHOICE, choices=choices, schemes=schemes)
    return {"about": about}
