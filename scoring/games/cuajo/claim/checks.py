"""What cannot be true about a hand that was read: every check of an entry, each with its own problem."""

from collections.abc import Iterable, Iterator

from scoring.games.base import Problem
from scoring.games.cuajo.claim.reading import Code, Entry, Source
from scoring.games.cuajo.hand.splits import HAND_SIZE, count_kinds
from scoring.games.cuajo.pack.cards import COPIES, KINDS, Card, Rank
from scoring.games.cuajo.rules import DealtWin
from scoring.texts import Text, say


def contradictions(*, entry: Entry) -> Iterator[Problem]:
    """Yield everything that cannot be true of a hand, finished or not."""
    yield from _too_many_cards(entry)
    yield from _too_many_copies(entry)
    yield from _king_from_discards(entry)
    yield from _secret_not_in_hand(entry)
    yield from _bounit_in_laid_secret(entry)
    yield from _too_many_extra_cards(entry)
    yield from _source_not_allowed(entry)


def gaps(*, entry: Entry, needs_sowee: bool = True) -> Iterator[Problem]:
    """Yield everything that a finished claim still lacks."""
    yield from _too_few_cards(entry)
    yield from _bounit_not_in_hand(entry)
    yield from _bounit_missing(entry)
    if needs_sowee:
        yield from _sowee_missing(entry)


def in_order(*, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems in the order of their codes."""
    order = list(Code)
    return tuple(sorted(problems, key=lambda problem: order.index(Code(problem.code))))


def _problem(text: Text, field: str, cards: Iterable[Card] = ()) -> Problem:
    return Problem(text=text, cards=tuple(str(card) for card in cards), field=field)


def _wrong_count(entry: Entry) -> Problem:
    text = say("wrong_card_count.hand", size=HAND_SIZE, given=entry.hand.size)
    return _problem(text, "hand", entry.hand.cards)


def _too_many_cards(entry: Entry) -> Iterator[Problem]:
    if entry.hand.size > HAND_SIZE:
        yield _wrong_count(entry)


def _too_few_cards(entry: Entry) -> Iterator[Problem]:
    if entry.hand.size < HAND_SIZE and not entry.hand_missing:
        yield _wrong_count(entry)


def _too_many_copies(entry: Entry) -> Iterator[Problem]:
    sowee = () if entry.sowee is None else (entry.sowee,)
    counts = count_kinds(cards=entry.hand.cards + sowee + entry.extra.cards)
    if max(counts) > COPIES:
        excess = [card for card in KINDS if counts[card.index] > COPIES]
        names = ", ".join(f"{counts[card.index]} x {card}" for card in excess)
        yield _problem(say("too_many_copies.claim", cards=names), "hand", excess)


def _bounit_not_in_hand(entry: Entry) -> Iterator[Problem]:
    bounit = entry.bounit
    if bounit is None or entry.hand_missing or entry.source is Source.DEALT or bounit in entry.hand.cards:
        return
    yield _problem(say("bounit_not_in_hand", bounit=str(bounit)), "bounit", [bounit])


def _bounit_missing(entry: Entry) -> Iterator[Problem]:
    needed = entry.source not in (None, Source.DEALT)
    if needed and entry.bounit is None and "bounit" not in entry.unread:
        yield _problem(say("bounit_missing"), "bounit")


def _sowee_missing(entry: Entry) -> Iterator[Problem]:
    needed = entry.source is not None and entry.source.has_conditions
    if needed and entry.sowee is None and "sowee" not in entry.unread:
        yield _problem(say("sowee_missing"), "sowee")


def _king_from_discards(entry: Entry) -> Iterator[Problem]:
    bounit = entry.bounit
    if entry.source is Source.DISCARD and bounit is not None and bounit.rank is Rank.KING:
        yield _problem(say("king_from_discards", bounit=str(bounit)), "bounit", [bounit])


def false_secrets(entry: Entry) -> tuple[Card, ...]:
    """Return the laid secrets the hand does not hold, once each; a kind can be laid only once.

    Four copies are needed, and of the sowee's kind the three others (C6, C10).
    """
    held = entry.hand.cards
    return tuple(
        card
        for card in dict.fromkeys(entry.secrets)
        if entry.secrets.count(card) > 1 or held.count(card) < (COPIES - 1 if card == entry.sowee else COPIES)
    )


def _secret_not_in_hand(entry: Entry) -> Iterator[Problem]:
    false = () if entry.hand_missing else false_secrets(entry)
    if false:
        yield _problem(say("secret_not_in_hand", cards=", ".join(map(str, false))), "secrets", false)


def _bounit_in_laid_secret(entry: Entry) -> Iterator[Problem]:
    bounit = entry.bounit
    if entry.source is not Source.CLAIMED or bounit is None or bounit not in entry.secrets:
        return
    if bounit not in false_secrets(entry):
        yield _problem(say("bounit_in_laid_secret", bounit=str(bounit)), "bounit", [bounit])


def _too_many_extra_cards(entry: Entry) -> Iterator[Problem]:
    if entry.rules is not None and entry.extra.size > entry.rules.extra_cards:
        allowed = entry.rules.extra_cards
        text = say("too_many_extra_cards", turned=entry.extra.size, allowed=allowed)
        yield _problem(text, "extra", entry.extra.cards[allowed:])


def _source_not_allowed(entry: Entry) -> Iterator[Problem]:
    if entry.rules is None:
        return
    if entry.source is Source.DEALT and entry.rules.dealt_win is DealtWin.NONE:
        yield _problem(say("dealt_win_not_allowed"), "source")
    if entry.source is Source.DISCARD and not entry.rules.discard_win:
        yield _problem(say("discard_win_not_allowed"), "source")
