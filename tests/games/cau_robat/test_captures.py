"""What a card takes in cau robat, and in which order: R3, R4, R5, R10."""

from scoring.games.cau_robat.capture import Capture, Taken, capture

CENTRE = (1, 2, 4, 7, 11, 12)
ORDER = (2, 3, 4)


def take(played: int, piles: dict[int, tuple[int, ...]] | None = None, **options: bool) -> Capture:
    return capture(played=played, centre=CENTRE, piles=piles or {}, order=ORDER, **options)


def test_playing_an_eleven_takes_eleven_twelve_one_two() -> None:
    """R3: the source's centre, over the end of the circle."""
    assert take(11).cards == (11, 12, 1, 2)


def test_playing_a_four_takes_the_four() -> None:
    """R3."""
    assert take(4).cards == (4,)


def test_playing_a_one_takes_one_two() -> None:
    """R3."""
    assert take(1).cards == (1, 2)


def test_card_without_an_equal_in_the_centre_takes_nothing() -> None:
    """R3: even where it would fit before a sequence."""
    assert take(10).taken == ()
    assert take(3).taken == ()


def test_ten_follows_the_seven() -> None:
    """R1."""
    assert capture(played=6, centre=(6, 7, 10, 11), piles={}, order=ORDER).cards == (6, 7, 10, 11)


def test_playing_a_twelve_takes_the_pile_topped_by_a_three_too() -> None:
    """R4: 12 1 2, the pile as it lies, 4; and then the pile that shows a 5."""
    found = take(12, {2: (5, 5), 3: (3, 3, 9)})
    assert found.taken == (
        Taken(rank=12, cards=(12,)),
        Taken(rank=1, cards=(1,)),
        Taken(rank=2, cards=(2,)),
        Taken(rank=3, cards=(3, 3, 9), pile_of=3),
        Taken(rank=4, cards=(4,)),
        Taken(rank=5, cards=(5, 5), pile_of=2),
    )


def test_one_centre_card_already_counts_as_a_sequence() -> None:
    """R4, ruling: 4 and the pile that shows a 5."""
    assert take(4, {3: (5, 1)}).cards == (4, 5, 1)


def test_centre_card_shields_a_pile_of_its_rank() -> None:
    """R4."""
    found = take(11, {3: (12, 6)})
    assert found.cards == (11, 12, 1, 2)
    assert found.taken[1] == Taken(rank=12, cards=(12,), shields=(3,))


def test_pile_is_never_taken_by_an_equal_card() -> None:
    """R4: neither without a centre card nor with one."""
    assert take(3, {2: (3, 3)}).taken == ()
    assert take(4, {2: (4, 4)}).taken == (Taken(rank=4, cards=(4,)),)


def test_of_two_piles_the_one_of_the_player_soonest_in_turn_is_taken() -> None:
    """R4, ruling."""
    piles = {2: (5,), 3: (3, 7), 4: (3, 6)}
    assert take(2, piles).cards == (2, 3, 7, 4, 5)
    found = capture(played=2, centre=CENTRE, piles=piles, order=(4, 2, 3))
    assert found.cards == (2, 3, 6, 4, 5)


def test_pile_taken_ends_nothing_and_its_own_cards_do_not_lead_on() -> None:
    """R4: after the pile that shows a 3 comes the 4, whatever lies in the pile."""
    found = capture(played=2, centre=(2,), piles={3: (3, 4, 5)}, order=ORDER)
    assert found.cards == (2, 3, 4, 5)
    assert len(found.taken) == 2


def test_sequence_ends_where_it_began() -> None:
    """R1: each rank once, round the whole circle."""
    every = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
    found = capture(played=5, centre=every, piles={2: (5, 5)}, order=ORDER)
    assert found.cards == (5, 6, 7, 10, 11, 12, 1, 2, 3, 4)


def test_piles_lying_face_down_are_not_taken() -> None:
    """R10."""
    assert take(12, {3: (3, 3)}, piles_taken=False).cards == (12, 1, 2)
