"""How a hand ends (C33 to C35)."""

from dataclasses import replace

from scoring.games.cuajo import Source
from scoring.games.cuajo.claim.acts import HandResult
from scoring.games.cuajo.table.play import Discard, DrawStock, EndHand, SayPurro, TakeDiscard, Win
from scoring.games.cuajo.table.rulings import may_say_purro, may_win_now
from scoring.games.cuajo.table.state import Ground, IllegalEventError, deal
from tests.games.cuajo.tables import DEALT_WINS, PAGAT, REQUIRED, SEATS, opened, play, purro_of_dealer, refused, turn


def test_c33_the_hand_is_drawn_only_when_the_stock_is_exhausted() -> None:
    assert refused(opened(), EndHand(result=HandResult.DRAWN)) is Ground.STOCK_LEFT
    last = replace(opened(), stock=1)
    drawing = play(last, DrawStock(seat=2))
    assert refused(drawing, EndHand(result=HandResult.DRAWN)) is Ground.MUST_DISCARD
    empty = play(drawing, Discard(seat=2))
    assert refused(empty, DrawStock(seat=3)) is Ground.STOCK_EMPTY
    assert play(empty, EndHand(result=HandResult.DRAWN)).result is HandResult.DRAWN


def test_c33_the_last_discard_is_taken_only_to_win() -> None:
    empty = replace(opened(), stock=0)
    taken = play(empty, TakeDiscard(seat=2))
    assert refused(taken, Discard(seat=2)) is Ground.LAST_DISCARD
    assert play(taken, Win(seat=2)).source is Source.DISCARD
    assert play(taken, EndHand(result=HandResult.DRAWN)).winner is None
    assert refused(replace(opened(REQUIRED), stock=0), TakeDiscard(seat=2)) is Ground.PURRO_REQUIRED


def test_c34_a_dealt_hand_wins_where_the_house_lets_it() -> None:
    """Also where purro is required on the own turn: it could not have been said."""
    assert refused(deal(rules=PAGAT, seats=SEATS, dealer=1), Win(seat=1)) is Ground.DEALT_WIN_OFF
    rules = replace(DEALT_WINS, purro_required=True)
    won = play(deal(rules=rules, seats=SEATS, dealer=1), Win(seat=1))
    assert (won.source, won.winner) == (Source.DEALT, 1)


def test_c35_a_hand_may_become_void_at_any_time() -> None:
    void = play(purro_of_dealer(), DrawStock(seat=2), EndHand(result=HandResult.VOID))
    assert (void.result, void.winner) == (HandResult.VOID, None)
    assert refused(opened(), EndHand(result=HandResult.WIN)) is Ground.WIN_HAS_WINNER


def test_nothing_happens_after_the_end() -> None:
    over = play(opened(), EndHand(result=HandResult.VOID))
    for event in (*turn(2), SayPurro(seat=1), Win(seat=2), EndHand(result=HandResult.VOID)):
        assert refused(over, event) is Ground.HAND_ENDED
    assert may_win_now(state=over, seat=2).grounds == (Ground.HAND_ENDED,)
    assert may_say_purro(state=over, seat=1).grounds == (Ground.HAND_ENDED,)


def test_every_ground_has_a_sentence_and_a_rule() -> None:
    for ground in Ground:
        assert ground.text.english().endswith(".")
        assert all(rule[0] in "CL" and rule[1:].isdigit() for rule in ground.rules)
    assert str(IllegalEventError(Ground.NOTHING_TO_CLAIM)).endswith("(C20, C21)")
