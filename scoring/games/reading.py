"""Reading of acts, with all problems at once."""

# The field of a problem can have dots: `melds.2.aces` is one box of one player.

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Self

from scoring.frozen import Frozen
from scoring.games.base import ActKind, Data, Game, HouseRules, ImpossibleError, Outcome, Payload, Problem, Seat, Table
from scoring.games.fields import Choice, Field, FieldKind
from scoring.games.house_rules import profile_fields, read_profile, shown
from scoring.texts import Text, Value, either, say
from scoring.texts.words import gettext_noop as _

# A whole pack in words is far shorter.
LONGEST_CARDS = 2_000

# A question away from a table has no seats, so it asks for their number.
PLAYERS = Field(name="players", label=_("Players"), kind=FieldKind.COUNT, minimum=2, maximum=8, normal=4)

_SEPARATORS = str.maketrans(",;/\n", "    ")


def unknown_keys(*, data: Mapping[Any, object], keys: tuple[str, ...]) -> Iterator[Problem]:
    """Yield a problem for each unknown key.

    >>> [problem.message for problem in unknown_keys(data={"extras": "1O"}, keys=("hand", "extra"))]
    ["'extras' is not known here. Is it 'extra'?"]
    """
    for key in data:
        if key not in keys:
            if near := get_close_matches(str(key), keys, n=1):
                text = say("unknown_key.nearest", key=shown(key), nearest=shown(near[0]))
            else:
                text = say("unknown_key", key=shown(key), known=", ".join(keys))
            yield Problem(text=text, field=str(key)[:40])


def judged_new[R: HouseRules, S: Payload](
    *, game: Game[R, S], kind: ActKind, data: Data, rules: R, seats: tuple[Seat, ...], table: Table
) -> Outcome:
    """Judge a new act. Raises ImpossibleError with everything against recording it."""
    known = game.keys_of(kind=kind)
    unknown = tuple(unknown_keys(data=data, keys=known))
    try:
        act = game.read_act(kind=kind, data=data, rules=rules, seats=seats)
    except ImpossibleError as error:
        raise ImpossibleError((*error.problems, *unknown)) from error
    table, asked = replace(table, players=len(seats)), game.asks(kind=kind, rules=rules)
    answers = {name: value for name, value in data.items() if name in known}
    against = (*_ignored(act.data(), answers, asked), *game.refusals(act=act, rules=rules, table=table))
    if problems := (*unknown, *against):
        raise ImpossibleError(problems)
    return game.judge(act=act, rules=rules, seats=seats)


def _ignored(read: Data, answers: Data, asked: Iterable[Field]) -> Iterator[Problem]:
    """Find answers that another answer made meaningless."""
    # If these answers were dropped silently, the books would differ from the entered form. Every hand has a dealer, so
    # the dealer is no contradiction.
    fields = {field.name: field for field in asked}
    for name, value in answers.items():
        if name == "dealer" or is_filled(read.get(name)):
            continue
        if is_filled(value) or (name in fields and not fields[name].holds(value)):
            yield Problem(text=say("contradicting_field"), field=name)


def is_filled(value: object) -> bool:
    """Check whether a field was filled in.

    >>> [is_filled(value) for value in (None, "", False, 0, {"1": 0}, {"1": 2}, "win")]
    [False, False, False, False, False, True, True]
    """
    return any(map(is_filled, value.values())) if isinstance(value, Mapping) else bool(value)


def error_data(*, problems: Iterable[Problem]) -> dict[str, object]:
    """Return all problems as JSON data."""
    # Code and message on top are those of the first problem, for programs that show only one.
    items = [problem_data(problem=problem) for problem in problems]
    return {"error": {"code": items[0]["code"], "message": items[0]["message"], "problems": items}}


def problem_data(*, problem: Problem) -> dict[str, object]:
    return {"code": problem.code, "message": problem.message, "cards": list(problem.cards), "field": problem.field}


def called(*, entered: Data, seat: int) -> Value:
    """Return a player's name, or number without a table."""
    names = entered.get("names")
    name = names.get(str(seat)) if isinstance(names, Mapping) else None
    return name if isinstance(name, str) and name != str(seat) else say("player", number=seat)


def player_on(seat: object) -> dict[str, int]:
    assert isinstance(seat, int), "a judged act names its seat by number"
    return {"player": seat}


def named[T](value: T | None) -> T:
    """Return a value that was read without a problem."""
    assert value is not None, "the reader was checked"
    return value


def card_keys(*, pack: Iterable[str], names: Mapping[str, str], suits: str = "", copies: int = 0) -> tuple[Choice, ...]:
    """Return the cards of a pack as keys, by suit. `copies` of 0 means unknown.

    >>> keys = card_keys(pack=["1C", "2S", "3C", "RF"], names={"C": "cash", "RF": "red_flower"}, suits="SC")
    >>> [(key.value, key.name and key.name.english()) for key in keys]
    [('2S', None), ('1C', '1 of cash'), ('3C', '3 of cash'), ('RF', 'red flower')]
    """
    suit = {word: word[1:] if word[1:] in tuple(suits) else "" for word in pack}
    cards = sorted(suit, key=lambda word: [*suits, ""].index(suit[word]))
    return tuple(
        Choice(value=word, label=word, name=_card_name(word, names), suit=suit[word], copies=copies) for word in cards
    )


def _card_name(word: str, names: Mapping[str, str]) -> Text | None:
    if alone := names.get(word):
        return say(f"card.{alone}")
    rank, of_suit = word[:-1], names.get(word[-1])
    if not (of_suit and rank):
        return None
    return say("card.of_suit", rank=say("card.ace") if rank == "A" else rank, suit=say(f"card.all_{of_suit}"))


class ActReader(Frozen):
    """A reader of an act that collects problems."""

    # A wrong field gives 0 or None and reading goes on, so that the player sees all problems at once.

    act: Data
    seats: tuple[int, ...]
    problems: list[Problem] = field(default_factory=list)

    @classmethod
    def at(cls, *, act: Data, table: Iterable[Seat]) -> Self:
        return cls(act=act, seats=tuple(seat.number for seat in table))

    @classmethod
    def of_players(cls, *, act: Data) -> "ActReader":
        """Return a reader for as many seats as `players`."""
        reader = cls(act=act, seats=())
        return cls(act=act, seats=tuple(range(1, reader.players() + 1)), problems=reader.problems)

    def players(self) -> int:
        return self.count("players", minimum=PLAYERS.minimum, maximum=PLAYERS.maximum)

    def note(self, text: Text, *, field: str, cards: Iterable[object] = ()) -> None:
        self.problems.append(Problem(text=text, field=field, cards=tuple(str(card) for card in cards)))

    def check(self) -> None:
        """Raise ImpossibleError if there are problems."""
        if self.problems:
            raise ImpossibleError(self.problems)

    def has(self, name: str) -> bool:
        """Check whether a field was filled in."""
        return self.act.get(name) not in (None, "", {}, [])

    def seat(self, name: str) -> int | None:
        """Read a seat, or note `unknown_seat`."""
        value = whole(self.act.get(name))
        if value in self.seats:
            return value
        unknown = say("unknown_seat", value=shown(self.act.get(name)))
        self.note(unknown if self.has(name) else say("unknown_seat.not_named"), field=name)
        return None

    def word[W: StrEnum](self, name: str, words: type[W], normal: W | None = None) -> W | None:
        """Read a value of an enum, or note `unknown_word`."""
        value = self.act.get(name)
        if value in (None, "") and normal is not None:
            return normal
        if isinstance(value, str) and value in set(words):
            return words(value)
        self.note(say("unknown_word", field=name, value=shown(value), known=", ".join(words)), field=name)
        return None

    def switch(self, name: str) -> bool:
        """Read true or false, or note `bad_switch`."""
        value = self.act.get(name)
        if value is not None and not isinstance(value, bool):
            self.note(say("bad_switch", field=name, value=shown(value)), field=name)
        return value is True

    def count(self, name: str, *, minimum: int = 0, maximum: int) -> int:
        """Read a number within inclusive limits, or note `bad_number`."""
        return self.count_of(self.act.get(name), name, minimum=minimum, maximum=maximum)

    def count_of(self, value: object, name: str, *, minimum: int = 0, maximum: int) -> int:
        """Check a number within inclusive limits, or note `bad_number`."""
        number = whole(value)
        if number is None or not minimum <= number <= maximum:
            self.note(say("bad_number.limits", minimum=minimum, maximum=maximum, value=shown(value)), field=name)
            return minimum
        return number

    def by_seat(self, name: str) -> dict[int, object]:
        """Read values by seat, or note `unknown_seat`."""
        value = self.act.get(name)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.note(say("bad_value.by_seat", field=name), field=name)
            return {}
        texts = {str(seat): seat for seat in self.seats}
        for key in value:
            if str(key) not in texts:
                self.note(say("unknown_seat", value=shown(key)), field=name)
        return {texts[str(key)]: item for key, item in value.items() if str(key) in texts}

    def counts_of[W: StrEnum](
        self, value: object, name: str, words: Iterable[W], *, called: str, maximum: int
    ) -> dict[W, int]:
        """Read counts by word, or note `bad_value` or `unknown_word`."""
        if not isinstance(value, Mapping):
            self.note(say("bad_value.counts"), field=name)
            return {}
        for word in value:
            if word not in words:
                self.note(say(f"unknown_word.{called}", word=str(word)[:40]), field=name)
        counts = {word: self.count_of(value.get(word, 0), f"{name}.{word}", maximum=maximum) for word in words}
        return {word: count for word, count in counts.items() if count}

    def cards[C](self, name: str, pack: Mapping[str, C]) -> tuple[C, ...]:
        """Read the cards of a field, or note `unknown_card`."""
        return self.cards_of(self.act.get(name), name, pack)

    def cards_of[C](self, value: object, name: str, pack: Mapping[str, C]) -> tuple[C, ...]:
        """Read the cards of a value, or note `unknown_card`."""
        if is_too_long(value=value):
            self.note(say("too_long", most=LONGEST_CARDS), field=name)
            return ()
        words = [card for word in _words(value) for card in _cards_of_word(word, pack)]
        unknown = tuple(word[:40] for word in words if word.upper() not in pack)
        if unknown:
            self.note(say("unknown_card", cards=", ".join(unknown)), field=name, cards=unknown)
        return tuple(pack[word.upper()] for word in words if word.upper() in pack)


def is_too_long(*, value: object) -> bool:
    """Check the length of a card input."""
    # The search for cards in a long text is slow, so the length is checked first.
    if isinstance(value, list | tuple):
        return sum(len(item) if isinstance(item, str) else 1 for item in value) > LONGEST_CARDS
    return isinstance(value, str) and len(value) > LONGEST_CARDS


def whole(value: object) -> int | None:
    """Return a whole number, None for anything else."""
    # For Python a bool is an int, for JSON it is not.
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _cards_of_word(word: str, pack: Iterable[str]) -> list[str]:
    """Split a word into cards.

    >>> pack = ("7H", "7C", "AC", "J", "K")
    >>> _cards_of_word("7h7c", pack), _cards_of_word("7h9", pack), _cards_of_word("jack", pack)
    (['7H', '7C'], ['7h9'], ['jack'])
    """
    # Signs of one letter are no cards inside a word: "jack" is not J, AC and K.
    cards = re.findall("|".join(re.escape(card) for card in pack if len(card) > 1), word.upper())
    return cards if "".join(cards) == word.upper() and not word.isdecimal() else [word]


def _words(value: object) -> list[str]:
    match value:
        case None:
            return []
        case str():
            return value.translate(_SEPARATORS).split()
        case list() | tuple():
            return [word for item in value for word in _words(item)]
        case _:
            return [shown(value)]


type Reading[S, R] = tuple[tuple[str, ...], Callable[[ActReader, R], S]]  # the keys an act may have, and how it is read


class PlainGame[R: HouseRules, S: Payload](Game[R, S]):
    """A game with profiles of house rules. `readings` has the keys of each act and its function."""

    profiles: Mapping[str, R]
    rule_of_seats: str
    readings: Mapping[ActKind, Reading[S, R]]

    def __init_subclass__(cls) -> None:
        if "profiles" in cls.__dict__:
            cls.presets = tuple(cls.profiles)
            cls.house_rules = profile_fields(profile=cls.profiles[cls.presets[0]])
            cls.rules_document = cls.__dict__.get("rules_document", cls.id)

    def read_rules(self, *, value: object, minor_digits: int = 2) -> R:  # noqa: ARG002 - no price list
        return read_profile(value=value, presets=self.profiles)

    def sides(self, *, rules: R, seat_count: int) -> tuple[Seat, ...]:
        """Return seats that play alone. Raises ImpossibleError with `wrong_seat_count`."""
        # House rules can allow other numbers of players (E1).
        allowed = getattr(rules, "seat_counts", self.seat_counts)
        if seat_count not in allowed:
            text = say("wrong_seat_count", allowed=either(words=allowed), given=seat_count, rule=self.rule_of_seats)
            raise ImpossibleError([Problem(text=text, field="seats")])
        return tuple(Seat(number=number, side=number) for number in range(1, seat_count + 1))

    def keys_of(self, *, kind: ActKind) -> tuple[str, ...]:
        return self._reading(kind)[0]

    def read_act(self, *, kind: ActKind, data: Data, rules: R, seats: tuple[Seat, ...]) -> S:
        _keys, how = self._reading(kind)
        return how(ActReader.at(act=data, table=seats), rules)

    def _reading(self, kind: ActKind) -> Reading[S, R]:
        if kind not in self.readings:
            raise ImpossibleError([Problem(text=say("unknown_act", game=self.name, kind=kind))])
        return self.readings[kind]
