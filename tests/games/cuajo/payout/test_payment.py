"""What a win pays: C14, C15, C26 to C32, C34, C36, C37 and the worked checks of section 8."""

import pytest

from scoring.games.cuajo.pack.cards import read_cards
from scoring.games.cuajo.payout.conditions import Condition, companions, turn_extra
from tests.games.cuajo.claims import EXAMPLE, NO_KING, account, ask, ask_drawn, problems


def names(cards: object) -> str:
    assert isinstance(cards, tuple)
    return " ".join(str(card) for card in cards)


def test_example_hand_of_the_documents_pays_ninety() -> None:
    """Section 8: 3O and 5O go with the sowee 4O although they sit in sets."""
    for rules in ("family", "pagat"):
        answer = ask(rules=rules)
        assert (answer["per_opponent"], answer["king_cents"], answer["extra_used"]) == (90, 20, 0)
        assert answer["conditions"] == {"bounit": False, "sowee": True}
        assert account(answer) == [("C28", 70), ("C26", 20)]


def test_discarded_four_of_cups_meets_both_conditions_with_the_sowee_five_of_swords() -> None:
    """Section 8: 3C and 5C go with the bounit 4C; 5E is held and 3E, 4E go with it."""
    answer = ask(hand="4C 4O 4E 4B 3C 3E 3O 5C 5E 5O 10O 10C 10E 12O 12C 12E", bounit="4C", sowee="5E", rules="family")
    assert answer["conditions"] == {"bounit": True, "sowee": True}
    assert account(answer) == [("C28", 110), ("C26", 50), ("C26", 40)]


def test_kings_are_never_won_from_the_discards() -> None:
    """C14."""
    assert problems(ask(bounit="12B")) == {"king_from_discards": ["12B"]}


def test_king_may_be_claimed_or_drawn() -> None:
    """C14, C29: jack and horse of its suit go with a king."""
    assert ask(bounit="12B", source="claimed")["per_opponent"] == 90
    hand = "10B 11B 12B 12O 3O 3C 3E 4O 4C 4E 5O 5C 5E 1O 1C 1E"
    assert ask(hand=hand, bounit="12B", source="claimed", sowee="11C")["per_opponent"] == 60 + 50 + 20


def test_house_rule_forbids_winning_with_a_discard() -> None:
    """C15: `discard_win`."""
    rules = {"preset": "pagat", "discard_win": False}
    assert problems(ask(rules=rules)) == {"discard_win_not_allowed": []}
    assert ask(rules=rules, source="claimed")["valid"] is True


def test_king_of_coins_pays_fifty_and_each_other_king_twenty() -> None:
    """C26: kings count wherever they are melded."""
    hand = "12O 12C 12E 12B 12O 10B 11B 12B 1O 1C 1E 3O 4O 5O 12C 12E"
    assert account(ask_drawn(hand)) == [("C27", 110), ("C26", 100), ("C26", 120)]


def test_kings_in_a_laid_secret_count() -> None:
    """C26."""
    hand = "12O 12O 12O 12O 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E"
    assert ask_drawn(hand, secrets=["12O"])["per_opponent"] == 110 + 200


def test_self_drawn_bounit_pays_a_hundred_and_ten_and_kings() -> None:
    """C27: no conditions, extra cards are ignored."""
    answer = ask(source="self_drawn", extra="11O 3B")
    assert answer["per_opponent"] == 130
    assert account(answer) == [("C27", 110), ("C26", 20)]
    assert answer.keys() & {"conditions", "extra_used"} == set()


@pytest.mark.parametrize("source", ["claimed", "discard"])
@pytest.mark.parametrize(
    ("sowee", "extra", "base"), [("4O", "3B", 110), ("10E", "3B", 60), ("4O", "", 70), ("10E", "", 20)]
)
def test_claimed_bounit_or_discard_pays_by_the_conditions(source: str, sowee: str, extra: str, base: int) -> None:
    """C28: both 110, only the bounit's 60, only the sowee's 70, neither 20; kings on top."""
    answer = ask(source=source, sowee=sowee, extra=extra)
    assert account(answer) == [("C28", base), ("C26", 20)]
    assert answer["per_opponent"] == base + 20


@pytest.mark.parametrize(
    ("card", "others"), [("1C", "1O 1E 1B"), ("3O", "4O 5O"), ("4E", "3E 5E"), ("10B", "11B 12B"), ("12C", "10C 11C")]
)
def test_run_cards_go_with_a_card_and_aces_with_an_ace(card: str, others: str) -> None:
    """C29."""
    assert names(companions(card=read_cards(text=card).cards[0])) == others


@pytest.mark.parametrize(
    ("held", "met"), [("1O 1C", True), ("1O 1C 1E", True), ("1O 1O", False), ("1B 1O", False), ("3O 5O", False)]
)
def test_two_aces_of_two_further_suits_go_with_an_ace(held: str, met: bool) -> None:
    """C29."""
    bounit, sowee = read_cards(text="1B 12O").cards
    needs = turn_extra(hand=read_cards(text=held).cards, bounit=bounit, sowee=sowee).needs
    assert (Condition.BOUNIT not in {need.condition for need in needs}) is met


def test_cards_count_for_conditions_whatever_meld_they_are_used_in() -> None:
    """C30: here all in sets, and in laid-down secrets too."""
    hand = "3O 3O 3O 3O 4O 4C 4E 5O 5C 5E 1O 1C 1E 12O 12C 12E"
    answer = ask(hand=hand, bounit="5O", sowee="10C", secrets=["3O"])
    assert answer["conditions"] == {"bounit": True, "sowee": False}


def test_the_same_cards_may_count_for_both_conditions() -> None:
    """C30: bounit and sowee are the same kind; the bounit is itself the card identical to the sowee."""
    hand = "3O 4O 5O 1O 1C 1E 3C 3E 3B 10O 10C 10E 12O 12C 12E 12B"
    answer = ask(hand=hand, bounit="4O", sowee="4O")
    assert answer["conditions"] == {"bounit": True, "sowee": True}


def test_bounit_may_go_with_the_sowee() -> None:
    """C30: 3O is held, 4O is the bounit, 5O goes with both."""
    hand = "3O 4O 5O 1O 1C 1E 3C 3E 3B 10O 10C 10E 12O 12C 12E 12B"
    assert ask(hand=hand, bounit="4O", sowee="3O")["conditions"] == {"bounit": True, "sowee": True}


def test_sowee_on_the_table_never_counts() -> None:
    """C30: 3O and 5O are held, 4O only lies on the table."""
    hand = "3O 3C 3E 5O 5C 5E 1O 1C 1E 10O 10C 10E 12O 12C 12E 12B"
    assert ask(hand=hand, bounit="1O", sowee="4O")["conditions"] == {"bounit": True, "sowee": False}
    assert ask(hand=hand, bounit="3O", sowee="4O")["conditions"] == {"bounit": False, "sowee": False}


def test_extra_cards_are_turned_until_both_conditions_hold() -> None:
    """C31: cards turned afterwards are ignored."""
    answer = ask(extra="11O 3B 12O 12C")
    assert (answer["extra_used"], answer["per_opponent"]) == (2, 130)


def test_extra_cards_also_count_when_only_one_condition_is_met_in_the_end() -> None:
    """C31."""
    answer = ask(sowee="10E", extra="11O 3B 1C")
    assert answer["conditions"] == {"bounit": True, "sowee": False}
    assert (answer["extra_used"], answer["per_opponent"]) == (3, 80)


def test_extra_card_may_be_the_one_identical_to_the_sowee() -> None:
    """C31, C28: identical card and companions may all come from the stock."""
    answer = ask(sowee="11C", extra="12C 3B 11C")
    assert answer["conditions"] == {"bounit": True, "sowee": True}
    assert answer["extra_used"] == 3


def test_extra_cards_make_no_melds_and_no_king_money() -> None:
    """C31."""
    assert ask(hand=EXAMPLE.replace("12B", "11B"), extra="10B 12B")["valid"] is False
    assert ask(extra="12O 12O 12O")["king_cents"] == 20


def test_no_extra_card_is_used_when_both_conditions_hold_at_once() -> None:
    """C31."""
    hand = "3O 4O 5O 1O 1C 1E 3C 3E 3B 10O 10C 10E 12O 12C 12E 12B"
    assert ask(hand=hand, bounit="4O", sowee="3O", extra="1O 1C")["extra_used"] == 0


@pytest.mark.parametrize(("rules", "allowed"), [("pagat", 15), ("gamerules", 15), ("family", 0)])
def test_winner_may_turn_as_many_extra_cards_as_the_house_rule_says(rules: str, allowed: int) -> None:
    """C31: `extra_cards`; one too many is impossible, whatever the conditions and the source."""
    stock = ["1O", "1O", "3C", "3C", "3E", "3E", *3 * ["10B"], *3 * ["11O"], *3 * ["11C"], "11E"]
    enough, one_more = " ".join(stock[:allowed]), " ".join(stock[: allowed + 1])
    assert ask(rules=rules, extra=enough)["extra_used"] == allowed
    assert problems(ask(rules=rules, extra=one_more)) == {"too_many_extra_cards": [stock[allowed]]}
    assert "too_many_extra_cards" in problems(ask(rules=rules, extra=one_more, source="self_drawn"))


def test_what_is_still_needed_is_told_card_by_card() -> None:
    """C31."""
    hand = read_cards(text=EXAMPLE).cards
    bounit, sowee = read_cards(text="5B 11E").cards
    before = turn_extra(hand=hand, bounit=bounit, sowee=sowee)
    needs = [(need.condition, need.number, names(need.cards)) for need in before.needs]
    assert needs == [(Condition.BOUNIT, 1, "3B"), (Condition.SOWEE, 1, "11E"), (Condition.SOWEE, 1, "12E")]
    after = turn_extra(hand=hand, bounit=bounit, sowee=sowee, extra=read_cards(text="3B 12E").cards)
    assert [names(need.cards) for need in after.needs] == ["11E"]


def test_an_ace_needs_any_of_the_aces_of_other_suits() -> None:
    """C29, C31."""
    ace, sowee = read_cards(text="1B 1B").cards
    needs = turn_extra(hand=read_cards(text="1B 1O").cards, bounit=ace, sowee=sowee).needs
    assert [(need.number, names(need.cards)) for need in needs] == [(1, "1C 1E"), (1, "1C 1E")]


ONE_KING_RUN = "3O 4O 5O 3C 4C 5C 1O 1C 1E 10B 11B 12B 5E 5B 5O 5C"


def test_hand_without_a_king_is_porbis() -> None:
    """C32."""
    answer = ask_drawn(NO_KING)
    assert (answer["porbis"], account(answer)) == (True, [("C32", 300)])


def test_single_king_in_a_run_is_porbis() -> None:
    """C32."""
    assert ask_drawn(ONE_KING_RUN)["porbis"] is True


def test_single_king_alone_is_no_porbis() -> None:
    """C32: the run of face cards is what makes it one."""
    answer = ask_drawn(EXAMPLE)
    assert (answer["porbis"], answer["per_opponent"]) == (False, 130)


def test_two_kings_are_no_porbis_even_in_runs() -> None:
    """C32."""
    hand = "10O 11O 12O 10C 11C 12C 1O 1C 1E 1B 3O 3C 3E 4O 4C 4E"
    assert ask_drawn(hand)["porbis"] is False


@pytest.mark.parametrize(
    ("adds", "lines", "king_cents"),
    [
        ("nothing", [("C32", 300)], 0),
        ("kings", [("C32", 300), ("C26", 20)], 20),
        ("all", [("C32", 300), ("C28", 60), ("C26", 20)], 20),
    ],
)
def test_porbis_adds_what_the_house_rule_says(adds: str, lines: list[object], king_cents: int) -> None:
    """C32: `porbis_adds`; C37: king money is what is actually paid, nothing under a flat porbis."""
    rules = {"preset": "pagat", "porbis_adds": adds}
    answer = ask(hand=ONE_KING_RUN, bounit="5C", sowee="1B", rules=rules)
    assert account(answer) == lines
    assert answer["king_cents"] == king_cents
    assert ("conditions" in answer) is (adds != "nothing")


def test_porbis_adds_the_self_drawn_amount_where_the_house_adds_all() -> None:
    """C32 ruling: the base is paid too."""
    assert account(ask_drawn(ONE_KING_RUN, rules="family")) == [("C32", 300), ("C27", 110), ("C26", 20)]


def test_dealt_complete_hand_wins_only_by_house_rule() -> None:
    """C34: `dealt_win`."""
    dealt = {"source": "dealt", "bounit": None}
    assert problems(ask(**dealt)) == {"dealt_win_not_allowed": []}
    answer = ask(**dealt, rules={"preset": "pagat", "dealt_win": "as_self_drawn"})
    assert account(answer) == [("C34", 110), ("C26", 20)]


SECRET_WIN = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"


def test_claimed_bounit_cannot_lie_in_a_secret_laid_before() -> None:
    """C36; C17: on the own turn the bounit may complete a secret that is then laid."""
    fields = {"hand": SECRET_WIN, "bounit": "3O", "sowee": "5C", "secrets": ["3O"]}
    assert problems(ask(**fields, source="claimed")) == {"bounit_in_laid_secret": ["3O"]}
    assert ask(**fields, source="discard")["valid"] is True
    assert ask(**fields, source="self_drawn")["valid"] is True
    assert ask(**fields | {"secrets": []}, source="claimed")["valid"] is True


def test_claimed_bounit_cannot_lie_in_a_sowee_secret_laid_before() -> None:
    """C36, C10: its three cards are all the hand holds of the kind."""
    fields = {"hand": SECRET_WIN.replace("3O 3O 3O 3O", "3O 3O 3O 12E"), "bounit": "3O", "sowee": "3O"}
    assert problems(ask(**fields, secrets=["3O"], source="claimed")) == {"bounit_in_laid_secret": ["3O"]}
    assert ask(**fields, secrets=[], source="claimed")["valid"] is True


def test_amounts_count_in_units() -> None:
    """C26: a unit of 100 makes 90 into 9000 minor units."""
    answer = ask(rules={"preset": "pagat", "unit": 100})
    assert (answer["per_opponent"], answer["king_cents"]) == (9000, 2000)
    assert account(answer) == [("C28", 7000), ("C26", 2000)]
