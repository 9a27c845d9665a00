"""What a claim would come to otherwise: by other rules, or with each card that is not known yet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.games.base import Data, ImpossibleError
from scoring.games.cuajo.account import Verdict
from scoring.games.cuajo.cards import COPIES, KINDS, Card, Reading
from scoring.games.cuajo.claim import GAME_ID, OPEN_QUESTIONS, Entry, read_entry
from scoring.games.cuajo.judge_answer import lines_data
from scoring.games.cuajo.rules import PRESETS, HouseRules, house_rules_of, presets_in
from scoring.games.cuajo.splits import count_kinds
from scoring.games.cuajo.verdict import cents_of, claim_to_pay, judge_claim, never_wins
from scoring.games.fields import Field, FieldKind


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRules:
    """Rules that differ in one thing: a preset's name, or one house rule with its other value."""

    rules: HouseRules
    preset: str = ""
    about: Field | None = None
    value: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherWin:
    """Other rules by which a claim wins, and what each opponent then pays, in minor units."""

    other: OtherRules
    per_opponent_cents: int

    def data(self) -> Data:
        about = self.other.about
        return {
            "preset": self.other.preset,
            "label": about.label if about else "",
            "name": about.name if about else "",
            "value": str(self.other.value).lower() if about else "",
            "rule": about.rule if about else "",
            "per_opponent": self.per_opponent_cents,
        }


def wins_by_other_rules(
    *, rules: HouseRules, claim: Mapping[str, object], cents: int | None, minor_digits: int = 2
) -> tuple[OtherWin, ...]:
    """Return by which other rules the claim wins another amount.

    `cents` is what it pays now, None for no win. All presets count, also the one that a table's own rules
    come from. Single house rules count only where they make a win of what is none, which amounts never do;
    they come first, in the order of the form. Presets are those of a currency with so many minor digits.
    """
    entry = read_entry(data={**claim, "game": GAME_ID, "rules": rules})
    singles = tuple(single_changes(rules, entry.extra.size)) if cents is None else ()
    found = ((other, _cents(entry, other.rules)) for other in (*singles, *presets_differing(rules, minor_digits)))
    return tuple(
        OtherWin(other=other, per_opponent_cents=paid) for other, paid in found if paid is not None and paid != cents
    )


def by_presets(*, entry: Entry, minor_digits: int = 2) -> list[Data]:
    """Return what each preset says of a claim: the amount with its account, or why it cannot be, empty for no win."""
    presets = presets_in(minor_digits=minor_digits)
    return [{"preset": name, **_said_by(replace(entry, rules=rules))} for name, rules in presets.items()]


def _said_by(entry: Entry) -> Data:
    nothing: Data = {"per_opponent": None, "lines": [], "why": ""}
    try:
        claim = claim_to_pay(entry=entry)
    except ImpossibleError as error:
        needless = OPEN_QUESTIONS if never_wins(entry=entry) else frozenset()
        why = (problem.message for problem in error.problems if problem.code not in needless)
        return {**nothing, "why": next(why, "")}
    if cents_of(claim=claim) is None:
        return nothing
    account = judge_claim(claim=claim)
    assert isinstance(account, Verdict)
    return {**nothing, "per_opponent": account.per_opponent_cents, "lines": lines_data(lines=account.lines)}


def _cents(entry: Entry, rules: HouseRules) -> int | None:
    try:
        return cents_of(claim=claim_to_pay(entry=replace(entry, rules=rules)))
    except ImpossibleError:
        return None


def presets_differing(rules: HouseRules, minor_digits: int) -> Iterator[OtherRules]:
    for name, preset in presets_in(minor_digits=minor_digits).items():
        if replace(rules, revision=preset.revision, source=preset.source) != preset:
            yield OtherRules(rules=preset, preset=name)


def single_changes(rules: HouseRules, turned: int) -> Iterator[OtherRules]:
    for about in house_rules_of(preset=rules.preset):
        own = getattr(rules, about.name)
        for value in _values(about, own, turned):
            if value != own:
                changes: dict[str, object] = {about.name: value}
                changed = replace(rules, **changes)  # type: ignore[arg-type]
                yield OtherRules(rules=changed, about=about, value=value)


def _values(about: Field, own: object, turned: int) -> tuple[object, ...]:
    """Return the values of a house rule that may decide whether a hand wins; no amount ever does."""
    match about.kind:
        case FieldKind.SWITCH:
            return (False, True)
        case FieldKind.CHOICE:
            word = type(own)
            return tuple(word(each.value) for each in about.choices)  # type: ignore[call-arg]
        case FieldKind.COUNT if about.name == "extra_cards":
            enough = _enough_extra_cards(turned)
            return (enough,) if enough <= about.maximum else ()
        case _:
            return ()


def _enough_extra_cards(turned: int) -> int:
    """Return the least number of a preset that allows so many extra cards, otherwise that very number."""
    known = (preset.extra_cards for preset in PRESETS.values())
    return min((allowed for allowed in known if allowed >= turned), default=turned)


def prices(*, rules: HouseRules, entry: Mapping[str, object], asked: str) -> tuple[tuple[str, int], ...]:
    """Return the cards that may answer for a field with what each opponent then pays, in minor units.

    `asked` is "bounit", "sowee", or "extra" for the card turned next. Cards with which the hand would be no win
    are left out; so is every card while something else is unknown that decides the amount.
    """
    read = read_entry(data={**entry, "game": GAME_ID, "rules": rules})
    if read.problems:
        return ()
    paid = ((card, _cents(_with(read, asked, card), rules)) for card in _candidates(read, asked))
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
