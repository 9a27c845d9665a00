"""What beats what in Ming khanhoo (M1 to M4): whole tables, every pair."""

from itertools import combinations, product

import pytest

from scoring.games.khanhoo.ming.plays import (
    CARDS,
    GIBBONS,
    LEOPARDS,
    SPECIALS,
    Play,
    PlayKind,
    beats,
    judge_trick,
    read_cards,
)

LOW_TO_HIGH = "9C 8C 7C 6C 5C 4C 3C 2C 1C HC ZC 1S 2S 3S 4S 5S 6S 7S 8S 9S 1M 2M 3M 4M 5M 6M 7M 8M 9M TM"
GIBBON_TABLE = """
    9C8C7C 8C7C6C 7C6C5C 6C5C4C 5C4C3C 4C3C2C 3C2C1C 2C1CHC
    1S2S3S 2S3S4S 3S4S5S 4S5S6S 5S6S7S 6S7S8S 7S8S9S
    1CHCZC
    1M2M3M 2M3M4M 3M4M5M 4M5M6M 5M6M7M 6M7M8M 7M8M9M 8M9MTM
"""
LEOPARD_TABLE = " ".join(f"{rank}C{rank}S{rank}M" for rank in range(1, 10)) + " 1S1MTM"
SPECIAL_TABLE = "7C3S3M 8C2S2M 9C1S1M ZC9STM 9C9S9M ZC9S9M 1S1MTM"


def play(text: str) -> Play:
    return Play(cards=read_cards(text=text))


def table(text: str) -> list[Play]:
    return [play(f"{word[0:2]} {word[2:4]} {word[4:6]}") for word in text.split()]


def beaten(text: str, kind: PlayKind, others: list[Play]) -> list[Play]:
    return [other for other in others if beats(play=play(text), best=other, led=kind)]


def test_cards_run_from_low_to_high() -> None:
    """M1."""
    assert " ".join(card.notation for card in CARDS) == LOW_TO_HIGH


def test_single_beats_every_lower_card_but_the_thousand_only_myriads() -> None:
    """M3: all 900 pairs."""
    order = LOW_TO_HIGH.split()
    for one, other in product(order, order):
        expected = order.index(one) > order.index(other) if one != "TM" else other in order[20:29]
        assert beats(play=play(one), best=play(other), led=PlayKind.SINGLE) is expected, (one, other)


@pytest.mark.parametrize(
    ("text", "kind"),
    [(GIBBON_TABLE, PlayKind.GIBBON), (LEOPARD_TABLE, PlayKind.LEOPARD), (SPECIAL_TABLE, PlayKind.SPECIAL)],
)
def test_three_cards_beat_exactly_what_stands_before_them_in_the_table(text: str, kind: PlayKind) -> None:
    """M4, M5: every pair of each order."""
    order = table(text)
    for at, one in enumerate(order):
        assert [other for other in order if beats(play=one, best=other, led=kind)] == order[:at]


def test_tables_hold_every_gibbon_leopard_and_special() -> None:
    """M2."""
    assert [frozenset(one.cards) for one in table(GIBBON_TABLE)] == list(GIBBONS)
    assert [frozenset(one.cards) for one in table(LEOPARD_TABLE)][:-1] == list(LEOPARDS)
    assert [frozenset(one.cards) for one in table(SPECIAL_TABLE)] == list(SPECIALS)


def test_order_of_the_plays_is_total_for_all_4060_threes() -> None:
    """M4: whatever is led, three cards either stand in its one order or never win."""
    threes = [Play(cards=cards) for cards in combinations(CARDS, 3)]
    for text, kind in (
        (GIBBON_TABLE, PlayKind.GIBBON),
        (LEOPARD_TABLE, PlayKind.LEOPARD),
        (SPECIAL_TABLE, PlayKind.SPECIAL),
    ):
        order = table(text)
        members = {frozenset(one.cards) for one in order}
        winners = {frozenset(one.cards) for one in threes if beats(play=one, best=order[0], led=kind)}
        assert winners == members - {frozenset(order[0].cards)}


def test_every_three_cards_lead_as_one_kind_or_as_nothing() -> None:
    """M2, M4: the leopard of nines leads as the special it is."""
    kinds = [Play(cards=cards).kind for cards in combinations(CARDS, 3)]
    assert {kind: kinds.count(kind) for kind in PlayKind if kind is not PlayKind.SINGLE} == {
        PlayKind.GIBBON: 24,
        PlayKind.LEOPARD: 8,
        PlayKind.SPECIAL: 7,
        PlayKind.NOTHING: 4060 - 39,
    }
    assert play("9C 9S 9M").kind is PlayKind.SPECIAL


def test_nothing_beats_three_cards_that_may_not_lead() -> None:
    """M2."""
    assert beats(play=play("1S 1M TM"), best=play("5M 6M 9C"), led=PlayKind.NOTHING) is False


def test_half_leopard_beats_every_gibbon_of_cash_and_strings_and_none_of_myriads() -> None:
    """M4."""
    gibbons = table(GIBBON_TABLE)
    below = beaten("1C HC ZC", PlayKind.GIBBON, gibbons)
    assert {one.cards[0].notation[-1] for one in below} == {"C", "S"}
    assert len(below) == 15


@pytest.mark.parametrize(
    ("plays", "best", "points"),
    [
        ("5M / 4M", 0, 2 + 2),
        ("4M / 5M", 1, 2 + 2),
        ("5M / 6M", 1, 2),
        ("7M / 8M / TM", 2, 3),
        ("9S / 8M / 3C", 1, 3 + 3),
        ("9S / TM", 0, 2),
        ("TM / 9M", 0, 2),
        ("9C / 5M / TM", 2, 3),
        ("7S 8S 9S / 1C HC ZC", 1, 6 + 1),
        ("1C HC ZC / 1M 2M 3M", 1, 6),
        ("7M 8M 9M / 1S 1M TM", 0, 6),
        ("6M 7M 8M / 3S 9M TM", 0, 6),
        ("5M 6M 7M / 8M 9M TM", 1, 6 + 1),
        ("4C 4S 4M / 5C 5S 5M", 1, 6),
        ("4C 4S 4M / 1S 1M TM", 1, 6 + 9),
        ("4C 4S 4M / ZC 9S 9M", 0, 6),
        ("4C 4S 4M / 9C 9S 9M / 1S 1M TM", 2, 9 + 9),
        ("9C 9S 9M / 4C 4S 4M", 0, 6 + 7),
        ("7C 3S 3M / 8C 2S 2M", 1, 6 + 4),
        ("9C 1S 1M / 7C 3S 3M", 0, 6 + 5),
        ("ZC 9S TM / 4C 4S 4M", 0, 6 + 6),
        ("7C 3S 3M / 4C 4S 4M", 0, 6 + 3),
        ("ZC 9S 9M / 8M 7M 6M", 0, 6 + 8),
    ],
)
def test_trick_goes_to_the_highest_and_scores_cards_and_bonus(plays: str, best: int, points: int) -> None:
    """M3 to M6."""
    trick = judge_trick(plays=tuple(play(text) for text in plays.split("/")))
    assert (trick.best, trick.points) == (best, points)
