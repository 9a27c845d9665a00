"""Saying purro, and who then shows the cards drawn (C19, C20)."""

from scoring.games.cuajo.table.play import Discard, DrawStock, SayPurro, TakeBackPurro
from scoring.games.cuajo.table.rulings import may_say_purro, must_show_draw
from scoring.games.cuajo.table.state import Ground
from tests.games.cuajo.tables import SEATS, opened, play, purro_of_dealer, refused, turn


def test_c19_purro_is_said_right_after_discarding() -> None:
    state = play(opened(), SayPurro(seat=1))
    assert state.player(seat=1).purro
    assert refused(state, SayPurro(seat=1)) is Ground.ALREADY_PURRO
    assert refused(state, SayPurro(seat=2)) is Ground.AFTER_OWN_DISCARD


def test_c19_purro_is_not_said_once_the_next_player_has_drawn() -> None:
    late = play(opened(), DrawStock(seat=2))
    assert refused(late, SayPurro(seat=1)) is Ground.AFTER_OWN_DISCARD
    assert refused(late, SayPurro(seat=2)) is Ground.AFTER_OWN_DISCARD
    answer = may_say_purro(state=play(late, Discard(seat=2)), seat=2)
    assert (answer.yes, answer.grounds) == (True, (Ground.MAY_SAY_PURRO,))


def test_c19_purro_said_wrongly_is_taken_back_without_penalty() -> None:
    """A ruling: the texts punish only what a king forces."""
    state = play(purro_of_dealer(), DrawStock(seat=2), TakeBackPurro(seat=1))
    assert (state.player(seat=1).purro, state.penalty_turns(seat=1)) == (False, 0)
    assert refused(state, TakeBackPurro(seat=1)) is Ground.NOT_PURRO


def test_c20_every_other_player_shows_stock_cards_while_someone_is_purro() -> None:
    state = purro_of_dealer()
    shows = {seat: must_show_draw(state=state, seat=seat).yes for seat in SEATS}
    assert shows == {1: False, 2: True, 3: True, 4: True}
    assert must_show_draw(state=opened(), seat=2).grounds == (Ground.NOT_SHOWN,)
    assert must_show_draw(state=state, seat=2).grounds == (Ground.SHOWN_FOR_PURRO,)


def test_c20_a_purro_player_shows_only_if_another_is_purro_too() -> None:
    state = play(purro_of_dealer(), *turn(2), SayPurro(seat=2))
    assert must_show_draw(state=state, seat=1).yes
    assert must_show_draw(state=state, seat=2).yes
    shown = play(purro_of_dealer(), DrawStock(seat=2)).drawn
    hidden = play(purro_of_dealer(), *turn(2), *turn(3), *turn(4), DrawStock(seat=1)).drawn
    assert (shown is not None and shown.shown, hidden is not None and hidden.shown) == (True, False)
