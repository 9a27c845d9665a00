"""Reading an act of any game: every problem is collected, and said at once.

A problem that concerns the value of one seat, or of one choice, names the field with dots: `melds.2.aces`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.games.asking import Choice, Sentence
from scoring.games.base import ActKind, Data, ImpossibleError, Problem, Seat
from scoring.games.house_rules import shown

_SEPARATORS = str.maketrans(",;/\n", "    ")


def unknown_act(*, game: str, kind: ActKind) -> ImpossibleError:
    """Return the refusal of a kind of act that a game does not know."""
    message = f"{game} knows no such act as {kind}."
    return ImpossibleError([Problem(code="unknown_act", message=message)])


def alone(*, seat_count: int, allowed: tuple[int, ...], rule: str) -> tuple[Seat, ...]:
    """Return the seats of a table where everybody plays alone; raises ImpossibleError: `wrong_seat_count`."""
    if seat_count not in allowed:
        message = f"These rules seat {' or '.join(map(str, allowed))} players, not {seat_count} ({rule})."
        raise ImpossibleError([Problem(code="wrong_seat_count", message=message, field="seats")])
    return tuple(Seat(number=number, side=number) for number in range(1, seat_count + 1))


def card_keys(*, pack: Iterable[str]) -> tuple[Choice, ...]:
    """Return the cards of a pack as keys to enter them with."""
    return tuple(Choice(value=notation, label=notation) for notation in pack)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActReader:
    """Reads the fields of an act; what is wrong with them is in `problems`, in the order of reading.

    A field that cannot be read gives nothing, 0 or None, so that reading can go on.
    """

    act: Data
    seats: tuple[int, ...]
    problems: list[Problem] = field(default_factory=list)

    def refuse(self, code: str, message: str, field: str, cards: Iterable[object] = ()) -> None:
        """Note a problem."""
        named = tuple(str(card) for card in cards)
        self.problems.append(Problem(code=code, message=message, field=field, cards=named))

    def refuse_seat(
        self, code: str, text: str, *, seat: int, field: str, cards: Iterable[object] = ()
    ) -> None:
        """Note a problem that speaks of a player, who is `%(player)s` in the text."""
        message = text % {"player": f"seat {seat}"}
        self.problems.append(
            Problem(
                code=code,
                message=message[0].upper() + message[1:],
                field=field,
                cards=tuple(str(card) for card in cards),
                sentence=Sentence(text=text, seats={"player": seat}),
            )
        )

    def check(self) -> None:
        """Raise ImpossibleError if there is any problem so far."""
        if self.problems:
            raise ImpossibleError(self.problems)

    def has(self, name: str) -> bool:
        """Return whether a field was given at all."""
        return self.act.get(name) not in (None, "", {}, [])

    def seat(self, name: str) -> int | None:
        """Return the seat a field names; `unknown_seat` if nobody sits there."""
        value = whole(self.act.get(name))
        if value in self.seats:
            return value
        missing = "Say which player." if not self.has(name) else ""
        message = missing or f"No seat {shown(self.act.get(name))} is at this table."
        self.refuse("unknown_seat", message, name)
        return None

    def word[W: StrEnum](self, name: str, words: type[W], normal: W | None = None) -> W | None:
        """Return the word of an enum that stands in a field; `unknown_word` if it is none of them."""
        value = self.act.get(name)
        if value in (None, "") and normal is not None:
            return normal
        if isinstance(value, str) and value in set(words):
            return words(value)
        self.refuse(
            "unknown_word", f"{name} cannot be {shown(value)}; it is one of {', '.join(words)}.", name
        )
        return None

    def switch(self, name: str) -> bool:
        """Return a field that is true or false, false if it is not given; otherwise `bad_switch`."""
        value = self.act.get(name)
        if value is not None and not isinstance(value, bool):
            self.refuse("bad_switch", f"{name} is true or false, not {shown(value)}.", name)
        return value is True

    def count(self, name: str, *, minimum: int = 0, maximum: int) -> int:
        """Return a whole number within limits, both inclusive; otherwise `bad_number`."""
        return self.count_of(self.act.get(name), name, minimum=minimum, maximum=maximum)

    def count_of(self, value: object, name: str, *, minimum: int = 0, maximum: int) -> int:
        """Return a value found in a field as a whole number within limits; otherwise `bad_number`."""
        number = whole(value)
        if number is None or not minimum <= number <= maximum:
            message = f"A whole number from {minimum} to {maximum} belongs here, not {shown(value)}."
            self.refuse("bad_number", message, name)
            return minimum
        return number

    def by_seat(self, name: str) -> dict[int, object]:
        """Return the values of a field that speaks of several seats; `unknown_seat` for wrong seats."""
        value = self.act.get(name)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.refuse("bad_value", f"{name} is an object with a value for each seat.", name)
            return {}
        texts = {str(seat): seat for seat in self.seats}
        for key in value:
            if str(key) not in texts:
                self.refuse("unknown_seat", f"No seat {shown(key)} is at this table.", name)
        return {texts[str(key)]: item for key, item in value.items() if str(key) in texts}

    def cards[C](self, name: str, pack: Mapping[str, C]) -> tuple[C, ...]:
        """Return the cards of a field in order; `unknown_card` if there are words that are none."""
        return self.cards_of(self.act.get(name), name, pack)

    def cards_of[C](self, value: object, name: str, pack: Mapping[str, C]) -> tuple[C, ...]:
        """Return the cards of a value found in a field; `unknown_card` if there are words that are none."""
        words = _words(value)
        unknown = tuple(word[:40] for word in words if word.upper() not in pack)
        if unknown:
            message = f"Not a card of this pack: {', '.join(unknown)}."
            self.refuse("unknown_card", message, name, unknown)
        return tuple(pack[word.upper()] for word in words if word.upper() in pack)


def whole(value: object) -> int | None:
    """Return a value that is a whole number, None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _words(value: object) -> list[str]:
    match value:
        case None:
            return []
        case str():
            return value.translate(_SEPARATORS).split()
        case list() | tuple():
            return [word for item in value for word in _words(item)]
        case int():
            return [str(value)]
        case _:
            return [shown(value)]
