"""Who has a discard in English khanhoo: E6 and E9."""

import pytest

from scoring.games.khanhoo.english.bump import BumpRuling, Ground, Wish, who_takes
from scoring.games.khanhoo.english.melds import PACK, MeldTable, read_cards

TWO_PACKS = MeldTable()
OPTION = MeldTable(has_triples=True, trios=True)


def rule(
    discard: str, shown: dict[int, str], *, players: int = 4, cache: int | None = None, table: MeldTable = TWO_PACKS
) -> BumpRuling:
    """Rule on a discard of player 1, so that player 2 is next."""
    wishes = tuple(
        Wish(seat=seat, cards=read_cards(text=text), from_cache=seat == cache) for seat, text in shown.items()
    )
    return who_takes(discard=PACK[discard], by=1, seats=tuple(range(1, players + 1)), wishes=wishes, table=table)


def grounds(ruling: BumpRuling) -> dict[int, Ground]:
    return {one.seat: one.ground for one in ruling.claimants if one.ground}


def test_meld_that_scores_most_has_the_discard() -> None:
    """E9: 7D for a royal group, 4, before a triplet, 2."""
    ruling = rule("7D", {3: "7H 7C", 4: "J 7D"})
    assert ruling.winner == 4
    assert grounds(ruling) == {3: Ground.PAYS_LESS, 4: Ground.PAYS_MOST}


def test_equal_melds_go_by_the_order_of_play() -> None:
    """E9."""
    ruling = rule("7D", {4: "7H 7C", 3: "7H 7C"})
    assert ruling.winner == 3
    assert grounds(ruling) == {3: Ground.SOONEST, 4: Ground.COMES_LATER}


def test_next_player_competes_on_equal_terms() -> None:
    """E9, ruling."""
    assert rule("7D", {2: "7H 7C", 3: "7H 7C"}).winner == 2
    assert rule("7D", {2: "7H 7C", 3: "J 7D"}).winner == 3


def test_next_player_takes_for_a_sequence_only_if_nobody_bumps() -> None:
    """E9, ruling."""
    ruling = rule("7D", {2: "5D 6D", 3: "7H 7C"})
    assert ruling.winner == 3
    assert grounds(ruling) == {2: Ground.SEQUENCE_WAITS, 3: Ground.PAYS_MOST}
    assert grounds(rule("7D", {2: "5D 6D"})) == {2: Ground.NOBODY_BUMPS}


def test_sequence_of_the_next_player_comes_after_aces_of_as_many_points() -> None:
    """E9: nobody may take for a sequence while somebody bumps, though both score 1."""
    assert rule("AD", {2: "2D 3D", 3: "AH AH"}).winner == 3


def test_nobody_bumps_for_a_sequence() -> None:
    """E9."""
    ruling = rule("7D", {3: "5D 6D"})
    assert ruling.winner is None
    assert grounds(ruling) == {3: Ground.BUMPED_FOR_SEQUENCE}


def test_bump_without_a_meld_fails_and_the_elder_hand_may_take_the_card() -> None:
    """E9."""
    ruling = rule("7D", {2: "5D 6D", 4: "J 8C"})
    assert ruling.winner == 2
    assert grounds(ruling) == {2: Ground.NOBODY_BUMPS, 4: Ground.NO_MELD}


def test_third_of_three_players_may_bump() -> None:
    """E9."""
    assert rule("7D", {3: "7H 7C"}, players=3).winner == 3


def test_nobody_takes_back_the_own_discard() -> None:
    assert grounds(rule("7D", {1: "7H 7C"})) == {1: Ground.OWN_DISCARD}


def test_owner_of_a_cache_takes_the_fourth_card_before_everybody_else() -> None:
    """E6: even before a double khanhoo, which scores more."""
    shown = {2: "AH AH 2C 3D 3D", 4: "2C 2C 2C"}
    ruling = rule("2C", shown, cache=4, table=OPTION)
    assert ruling.winner == 4
    assert grounds(ruling) == {2: Ground.AFTER_CACHE, 4: Ground.CACHE}
    assert rule("2C", shown, table=OPTION).winner == 2


def test_cache_of_other_cards_gives_no_privilege() -> None:
    """E6."""
    assert grounds(rule("2C", {4: "2C 2C X"}, cache=4, table=OPTION)) == {4: Ground.NO_MELD}


@pytest.mark.parametrize("ground", Ground)
def test_every_ground_names_its_rule_and_is_a_sentence(ground: Ground) -> None:
    assert ground.rule in {"E6", "E9"}
    assert ground.text.english().endswith(".")
