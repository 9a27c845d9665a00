"""Stored acts: check them, and move them to other seats."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from scoring.games.base import ActKind, AnyGame, Data, HouseRules
from scoring.games.cuajo.cards import find_card
from scoring.games.cuajo.claim import GAME_ID
from scoring.games.fields import Field, FieldKind

type Json = Mapping[str, Any]

# A type, a list or an object. A key with a question mark may be missing or null.
type Shape = type | list[Shape] | dict[str, Shape]

_CARDS: Shape = [str]
_LINE: Shape = {"what": str, "rule": str, "cents?": int, "count?": int, "seat?": int, "to?": int, "cards?": _CARDS}
_VERDICT: Shape = {
    "lines?": [_LINE],
    "reasons?": [_LINE],
    "valid?": bool,
    "declared?": bool,
    "per_opponent?": int,
    "king_cents?": int,
    "porbis?": bool,
    "arrangement?": [_CARDS],
    "conditions?": {"bounit": bool, "sowee": bool},
    "extra_used?": int,
    "king_win?": str,
    "left_over?": _CARDS,
    "rules_revision?": str,
}


def is_readable(
    *, game: AnyGame, rules: HouseRules, act: Json, verdict: Json, winner: int | None, seats: Collection[int]
) -> bool:
    """Check that pages can show a stored hand."""
    try:
        asked = game.asks(kind=ActKind.HAND, rules=rules)
        if not (_fits(verdict, _VERDICT) and all(field.holds(act.get(field.name)) for field in asked)):
            return False
        sentence = game.sentence(kind=ActKind.HAND, act=act)
        if winner is not None:
            game.marked(act=act, verdict=verdict)
        cards = (*_cards_of(act, asked), *(card for meld in verdict.get("arrangement") or () for card in meld))
    # Files come from outside: any error means that the page cannot show the hand.
    except Exception:
        return False
    known = game.id != GAME_ID or all(find_card(text=card) for card in cards)
    return known and {*sentence.seats.values()} <= {*seats}


def _cards_of(act: Json, asked: tuple[Field, ...]) -> Iterator[str]:
    for field in asked:
        if field.kind is FieldKind.CARDS and not field.for_each_seat:
            cards = act.get(field.name) or ()
            yield from cards.split() if isinstance(cards, str) else cards


def is_answer_readable(*, answer: Json) -> bool:
    """Check that pages can show a stored answer."""
    return _fits(answer, _VERDICT)


def without_sentences(verdict: object) -> object:
    """Return a copy without `what`, at any depth."""
    match verdict:
        case dict():
            return {name: without_sentences(value) for name, value in verdict.items() if name != "what"}
        case list() | tuple():
            return [without_sentences(value) for value in verdict]
    return verdict


def _fits(value: object, shape: Shape) -> bool:
    match shape:
        case dict():
            return isinstance(value, dict) and all(
                (name.endswith("?") and value.get(name[:-1]) is None) or _fits(value.get(name.rstrip("?")), inner)
                for name, inner in shape.items()
            )
        case list():
            return isinstance(value, list) and all(_fits(each, shape[0]) for each in value)
    return type(value) is shape


def seats_named(*, act: Data, asked: Iterable[Field]) -> frozenset[int]:
    """Return the seats that a judged act names.

    >>> out = Field(name="out", label="Who went out", kind=FieldKind.SEAT)
    >>> melds = Field(name="melds", label="Melds", kind=FieldKind.COUNTS, for_each_seat=True)
    >>> act = {"out": 2, "melds": {"2": {"aces": 1}, "3": {"aces": 1}}}
    >>> sorted(seats_named(act=act, asked=(out, melds)))
    [2, 3]
    """
    return frozenset(seat for field in asked for seat in _named(field, act.get(field.name)))


def moved(*, act: Data, asked: Iterable[Field], to: Mapping[int, int]) -> Data:
    """Move a judged act from old to new seats.

    >>> out = Field(name="out", label="Who went out", kind=FieldKind.SEAT)
    >>> melds = Field(name="melds", label="Melds", kind=FieldKind.COUNTS, for_each_seat=True)
    >>> act = {"out": 2, "melds": {"2": {"aces": 1}, "3": {"aces": 1}}}
    >>> moved(act=act, asked=(out, melds), to={2: 5, 3: 2})
    {'out': 5, 'melds': {'5': {'aces': 1}, '2': {'aces': 1}}}
    """
    return {**act, **{field.name: _moved(field, act[field.name], to) for field in asked if field.name in act}}


def _named(field: Field, said: object) -> Iterator[int]:
    match said:
        case Mapping() if field.for_each_seat:
            yield from map(int, said)
        case int() if field.kind is FieldKind.SEAT:
            yield said


def _moved(field: Field, said: object, to: Mapping[int, int]) -> object:
    match said:
        case Mapping() if field.for_each_seat:
            return {str(to[int(seat)]): value for seat, value in said.items()}
        case int() if field.kind is FieldKind.SEAT:
            return to[said]
        case _:
            return said
