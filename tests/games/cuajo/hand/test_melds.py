"""What is a meld and what is a winning hand: C3 to C11."""

import pytest

from scoring.games.cuajo import MeldKind, all_melds, all_splits, hold, meld_of, melds_with
from scoring.games.cuajo.hand.melds import Meld
from scoring.games.cuajo.pack.cards import KINDS, read_cards
from tests.games.cuajo.claims import EXAMPLE, ask, ask_drawn, problems


def meld(text: str) -> Meld | None:
    return meld_of(cards=read_cards(text=text).cards)


def kind_of(text: str) -> MeldKind | None:
    found = meld(text)
    return None if found is None else found.kind


@pytest.mark.parametrize("text", ["1O 1C 1E", "5C 5E 5B", "11O 11C 11E 11B", "12O 12C 12B"])
def test_three_or_four_of_a_rank_in_different_suits_are_a_set(text: str) -> None:
    """C4."""
    assert kind_of(text) is MeldKind.SET


@pytest.mark.parametrize("text", ["1O 1O 1E", "5C 5E", "11O 11C 11E 11E", "3O 3C 4E"])
def test_a_set_repeats_no_suit_and_mixes_no_rank(text: str) -> None:
    """C4."""
    assert kind_of(text) is None


@pytest.mark.parametrize("text", ["3O 4O 5O", "12B 10B 11B"])
def test_only_345_and_jack_horse_king_of_one_suit_are_runs(text: str) -> None:
    """C5."""
    assert kind_of(text) is MeldKind.RUN
    assert sum(one.kind is MeldKind.RUN for one in all_melds()) == 8


@pytest.mark.parametrize("text", ["1O 3O 4O", "5O 10O 11O", "11O 12O 1O", "3O 4O 5C", "3O 4O 5O 3O"])
def test_aces_never_run_and_runs_are_exactly_three(text: str) -> None:
    """C5."""
    assert kind_of(text) is None


def test_four_identical_cards_are_a_secret() -> None:
    """C6."""
    assert kind_of("3O 3O 3O 3O") is MeldKind.SECRET
    assert ask_drawn("3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C")["valid"] is True


@pytest.mark.parametrize("king", ["12O", "12C", "12E", "12B"])
def test_a_king_alone_is_a_meld_and_no_other_card_is(king: str) -> None:
    """C7."""
    assert kind_of(king) is MeldKind.KING
    assert [str(card) for card in KINDS if kind_of(str(card))] == ["12O", "12C", "12E", "12B"]


def test_kings_also_serve_in_sets_runs_and_secrets() -> None:
    """C7."""
    king = read_cards(text="12O").cards[0]
    kinds = [one.kind for one in melds_with(card=king)]
    assert set(kinds) == {MeldKind.KING, MeldKind.SET, MeldKind.RUN, MeldKind.SECRET}


def test_sixteen_kings_are_a_winning_hand() -> None:
    """C7, C8."""
    answer = ask_drawn(" ".join(["12O", "12C", "12E", "12B"] * 4))
    assert (answer["valid"], answer["king_cents"]) == (True, 4 * 50 + 12 * 20)


def test_winning_hand_is_sixteen_cards_split_completely() -> None:
    """C8: every card in exactly one meld, the bounit among them."""
    arrangement = ask()["arrangement"]
    assert arrangement == [
        ["1O", "1C", "1B"],
        ["3O", "3C", "3E"],
        ["4O", "4C", "4B"],
        ["5O", "5E", "5B"],
        ["10O", "10C", "10E"],
        ["12B"],
    ]


def test_hand_with_a_stray_card_does_not_win() -> None:
    """C8."""
    answer = ask(hand=EXAMPLE.replace("12B", "11B"))
    assert (answer["valid"], answer["rule"]) == (False, "C8")
    near = answer["near_miss"]
    assert isinstance(near, dict)
    assert (near["melded"], near["strays"]) == (15, ["11B"])


@pytest.mark.parametrize("hand", [EXAMPLE[:-4], f"{EXAMPLE} 12C", ""])
def test_hand_of_another_size_is_impossible(hand: str) -> None:
    """C8."""
    assert "wrong_card_count" in problems(ask(hand=hand, bounit="5B"))


def test_no_kind_appears_more_than_four_times_over_hand_sowee_and_extra() -> None:
    """C3: the kind is named."""
    assert problems(ask(hand=EXAMPLE.replace("1O 3O 4O", "12B 12B 12B"), sowee="12B")) == {"too_many_copies": ["12B"]}
    assert problems(ask(extra="4O 4O 4O")) == {"too_many_copies": ["4O"]}
    assert problems(ask_drawn(EXAMPLE, sowee="4O", extra="4O 4O 4O")) == {"too_many_copies": ["4O"]}


def test_laid_secret_is_fixed() -> None:
    """C9: its cards serve nowhere else, not even where the hand would win with them."""
    hand = "3C 4C 5C 3C 4C 5C 3C 3O 3E 3C 3O 3B 12O 12C 12E 12B"
    assert ask_drawn(hand)["valid"] is True
    assert ask_drawn(hand, secrets=["3C"])["valid"] is False


THREE = "4C 4C 4C 3O 4O 5O 1O 1C 1E 10B 11B 12B 12O 12O 12E 12C"


def test_three_cards_like_the_sowee_are_a_meld_without_being_laid() -> None:
    """C10 ruling."""
    assert ask_drawn(THREE, sowee="4C")["valid"] is True
    assert ask_drawn(THREE, sowee="5C")["valid"] is False
    assert ask_drawn(THREE)["valid"] is False


def test_house_rule_wants_the_sowee_three_laid() -> None:
    """C10: `sowee_three_must_be_laid`."""
    rules = {"preset": "pagat", "sowee_three_must_be_laid": True}
    undeclared = ask_drawn(THREE, sowee="4C", rules=rules)
    assert (undeclared["valid"], undeclared["rule"]) == (False, "C10")
    assert ask_drawn(THREE, sowee="4C", rules=rules, secrets=["4C"])["valid"] is True


def test_laid_sowee_secret_is_three_cards_and_the_fourth_is_melded_elsewhere() -> None:
    """C10."""
    answer = ask_drawn(THREE, sowee="4C", secrets=["4C"])
    assert isinstance(answer["arrangement"], list)
    assert answer["arrangement"][0] == ["4C", "4C", "4C"]


def test_laid_sowee_three_serves_in_no_run() -> None:
    """C9, C10: three 4C that would be needed one by one."""
    hand = "4C 4C 4C 3C 5C 4O 4E 4B 4O 4E 3B 3O 3E 12O 12C 12E"
    assert ask_drawn(hand, sowee="4C")["valid"] is True
    assert ask_drawn(hand, sowee="4C", secrets=["4C"])["valid"] is False


def test_best_paying_split_is_paid() -> None:
    """C11: the single king stands alone or in a run; porbis pays more, unless the house says otherwise."""
    hand = "10O 10C 10E 10B 11O 11C 11E 11B 12O 1O 1C 1E 1B 3C 3E 3B"
    assert (ask_drawn(hand)["per_opponent"], ask_drawn(hand)["porbis"]) == (300, True)
    poor = ask_drawn(hand, rules={"preset": "pagat", "porbis": 100})
    assert (poor["per_opponent"], poor["porbis"]) == (160, False)
    assert ["12O"] in poor["arrangement"]  # type: ignore[operator]


def test_all_splits_are_available() -> None:
    """C11."""
    cards = read_cards(text="10O 10C 10E 10B 11O 11C 11E 11B 12O").cards
    found = {tuple(sorted(len(one.cards) for one in split)) for split in all_splits(holding=hold(cards=cards))}
    assert found == {(1, 4, 4), (3, 3, 3)}
