"""What cannot be true about a hand that was read: every check of an entry, each with its own problem."""

from collections.abc import Iterable, Iterator

from scoring.games.base import Problem
from scoring.games.cards import COPIES, KINDS, Card, Rank
from scoring.games.cuajo.entry import Code, Entry, Source
from scoring.games.cuajo.rules import DealtWin
from scoring.games.cuajo.splits import HAND_SIZE, count_kinds


def contradictions(*, entry: Entry) -> Iterator[Problem]:
    """Yield everything that cannot be true of a hand, finished or not."""
    yield from _too_many_cards(entry)
    yield from _too_many_copies(entry)
    yield from _king_from_discards(entry)
    yield from _secret_not_in_hand(entry)
    yield from _bounit_in_laid_secret(entry)
    yield from _too_many_extra_cards(entry)
    yield from _source_not_allowed(entry)


def gaps(*, entry: Entry) -> Iterator[Problem]:
    """Yield everything that a finished claim still lacks."""
    yield from _too_few_cards(entry)
    yield from _bounit_not_in_hand(entry)
    yield from _bounit_missing(entry)
    yield from _sowee_missing(entry)


def in_order(*, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems in the order of their codes."""
    order = list(Code)
    return tuple(sorted(problems, key=lambda problem: order.index(Code(problem.code))))


def _problem(code: Code, message: str, field: str, cards: Iterable[Card] = ()) -> Problem:
    return Problem(code=code.value, message=message, cards=tuple(str(card) for card in cards), field=field)


def _wrong_count(entry: Entry) -> Problem:
    message = f"A winning hand has {HAND_SIZE} cards, this one has {entry.hand.size} (C8)."
    return _problem(Code.WRONG_CARD_COUNT, message, "hand", entry.hand.cards)


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
        message = f"Only four copies of a card exist; hand, sowee and extra cards hold {names} (C3)."
        yield _problem(Code.TOO_MANY_COPIES, message, "hand", excess)


def _bounit_not_in_hand(entry: Entry) -> Iterator[Problem]:
    bounit = entry.bounit
    if bounit is None or entry.hand_missing or entry.source is Source.DEALT or bounit in entry.hand.cards:
        return
    yield _problem(
        Code.BOUNIT_NOT_IN_HAND,
        f"The bounit {bounit} is one of the sixteen cards, but the hand does not hold it (C8).",
        "bounit",
        [bounit],
    )


def _bounit_missing(entry: Entry) -> Iterator[Problem]:
    needed = entry.source not in (None, Source.DEALT)
    if needed and entry.bounit is None and "bounit" not in entry.unread:
        yield _problem(Code.BOUNIT_MISSING, "The bounit, the card that won the hand, is missing.", "bounit")


def _sowee_missing(entry: Entry) -> Iterator[Problem]:
    needed = entry.source is not None and entry.source.has_conditions
    if needed and entry.sowee is None and "sowee" not in entry.unread:
        message = "The sowee decides what this win pays, and it is missing (C28)."
        yield _problem(Code.SOWEE_MISSING, message, "sowee")


def _king_from_discards(entry: Entry) -> Iterator[Problem]:
    bounit = entry.bounit
    if entry.source is Source.DISCARD and bounit is not None and bounit.rank is Rank.KING:
        message = f"Kings are never discarded, so {bounit} cannot come from the discards (C14)."
        yield _problem(Code.KING_FROM_DISCARDS, message, "bounit", [bounit])


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
        names = ", ".join(str(card) for card in false)
        message = (
            f"The hand does not hold the laid secret of {names}: four identical cards, "
            "or the three others of the sowee's kind, each laid once (C6, C10)."
        )
        yield _problem(Code.SECRET_NOT_IN_HAND, message, "secrets", false)


def _bounit_in_laid_secret(entry: Entry) -> Iterator[Problem]:
    bounit = entry.bounit
    if entry.source is not Source.CLAIMED or bounit is None or bounit not in entry.secrets:
        return
    if bounit not in false_secrets(entry):
        message = f"A claimed bounit cannot lie only in a secret laid before, but {bounit} does (C36)."
        yield _problem(Code.BOUNIT_IN_LAID_SECRET, message, "bounit", [bounit])


def _too_many_extra_cards(entry: Entry) -> Iterator[Problem]:
    if entry.rules is not None and entry.extra.size > entry.rules.extra_cards:
        allowed = entry.rules.extra_cards
        message = f"{entry.extra.size} extra cards were turned, the rules allow {allowed} (C31)."
        yield _problem(Code.TOO_MANY_EXTRA_CARDS, message, "extra", entry.extra.cards[allowed:])


def _source_not_allowed(entry: Entry) -> Iterator[Problem]:
    if entry.rules is None:
        return
    if entry.source is Source.DEALT and entry.rules.dealt_win is DealtWin.NONE:
        message = "By these rules a dealt complete hand does not win, the dealer must discard (C34)."
        yield _problem(Code.DEALT_WIN_NOT_ALLOWED, message, "source")
    if entry.source is Source.DISCARD and not entry.rules.discard_win:
        message = "By these rules a discard cannot be the winning card (C15)."
        yield _problem(Code.DISCARD_WIN_NOT_ALLOWED, message, "source")
