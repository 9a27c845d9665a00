"""Valid hands that defeat greedy splitting are accepted, every one."""

from scoring.games.cuajo.hand.splits import count_kinds, find_splits, hold, is_complete
from scoring.games.cuajo.pack.cards import read_cards
from tests.games.cuajo.greedy import ALL_DEFEATED, CORPUS, ORDERS, SOME_DEFEATED, defeated

TRAPS = [
    (tuple(hand.split()), names.split())
    for hand, _, names in (line.partition(" | ") for line in CORPUS.read_text().splitlines())
]


def test_corpus_holds_hundreds_of_different_hands() -> None:
    assert len({hand for hand, _ in TRAPS}) == ALL_DEFEATED + SOME_DEFEATED
    assert sum(len(names) == len(ORDERS) for _, names in TRAPS) == ALL_DEFEATED


def test_greedy_splitters_fail_on_the_corpus_as_it_says() -> None:
    assert [defeated(hand) for hand, _ in TRAPS] == [names for _, names in TRAPS]


def test_every_greedy_trap_is_a_complete_hand() -> None:
    hands = [read_cards(text=" ".join(hand)).cards for hand, _ in TRAPS]
    assert [len(cards) for cards in hands] == [16] * len(hands)
    assert all(is_complete(count_kinds(cards=cards)) for cards in hands)
    assert all(find_splits(holding=hold(cards=cards)) for cards in hands)
