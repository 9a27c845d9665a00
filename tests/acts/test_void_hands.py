"""Five take turns: a hand that does not count, corrected to a win and back, by page, API and import (C35, C38)."""

from typing import Any

import pytest
from django.db import transaction

from scoring.games.dealing import VoidReason
from scoring.models import Club, Session
from scoring.operations.books import import_books
from scoring.operations.table.seating import Turns
from scoring.queries.books.checking import check_session
from scoring.queries.books.export import club_books
from scoring.queries.books.ledger import books
from scoring.queries.history.played_night import played_nights, sums_by_seat
from scoring.queries.table.state import table_state
from tests import people
from tests.acts import games
from tests.acts.cases import Data, known_state, without
from tests.acts.doors import prepared
from tests.people import ANA, BEN
from tests.views.reading import refusal, url

pytestmark = pytest.mark.django_db

WINS = {**games.HANDS, "cuajo": people.WORKED_WIN}
FALSE_WIN = "false_win"
LINES = ["best_line", "worst_line"]
KINDS = [(game, why) for game in WINS for why in VoidReason] + [("cuajo", FALSE_WIN)]
VOID: dict[str, Data] = {FALSE_WIN: {"result": "void"}, **{why: {"void": why.value, "by": BEN} for why in VoidReason}}


def do(operation: str, by: str, **said: Any) -> None:
    sent = prepared(operation, said)
    assert refusal(sent.by_page() if by == "page" else sent.by_request()) in ((201, ()), (302, ()))


def play(club: Club, game: str, deals: str, why: str, by: str, *, is_void: bool) -> Session:
    """Play a hand after a false win, or one that does not count for another reason."""
    rules = {"void_penalty": 10, "void_deals": deals} | ({"false_win_penalty": 10} if game == "cuajo" else {})
    names = (*people.NAMES, "Eva")
    session = people.start_night(club=club, game=game, rules=rules, names=names, turns=Turns.EACH_HAND)
    if why == FALSE_WIN:
        do("record_false_win", by, session=session, seat=BEN, hand_is_void=is_void)
    if not (is_void and why == FALSE_WIN):
        do("record_hand", by, session=session, act=VOID[why] if is_void else WINS[game])
    return session


def correct(session: Session, act: Data, by: str) -> None:
    hand = session.entries.filter(kind="hand").latest("number")
    do("correct_hand", by, entry=hand, act=act, reason="otherwise")


def opened(session: Session) -> tuple[object, object]:
    """Return in which mode the form of the newest hand opens, and with which reason."""
    newest = session.entries.filter(kind="hand").latest("number").number
    form = people.host_browser(club=session.club).get(url("correct", session, newest)).context["form"]
    return form.mode, form["void"].value()


def table(session: Session) -> tuple[Any, ...]:
    session.refresh_from_db()
    state = table_state(session=session)
    at_table, out = (
        [(seat.number, seat.result_cents, seat.points) for seat in each] for each in (state.seats, state.sitting_out)
    )
    printed: dict[str, tuple[int, int]] = {}
    for cell in (cell for line in books(session=session).lines for cell in line.cells):
        printed[cell.player] = cell.total_cents, printed.get(cell.player, (0, 0))[1] + cell.points
    (played,) = played_nights(sessions=(session,))
    figures = {seat: without(sums, LINES) for seat, sums in sums_by_seat(night=played).items()}
    moved = {player: sums for player, sums in printed.items() if any(sums)}
    return state.night.dealer, state.hand_number, at_table, out, moved, figures


@pytest.mark.parametrize(("deals", "by", "then_by"), [("same", "page", "request"), ("next", "request", "page")])
@pytest.mark.parametrize(("game", "why"), KINDS)
def test_c35_c38_a_void_hand_becomes_a_win_and_back(game: str, why: str, deals: str, by: str, then_by: str) -> None:
    """The win is recorded by the door of the first hand, and that hand again by the other one."""
    with transaction.atomic():
        club = people.make_club()
        night = play(club, game, deals, why, by, is_void=True)
        as_void, as_win = (table(play(club, game, deals, why, "page", is_void=is_void)) for is_void in (True, False))
        dealer, number, _, out, *_ = stands = table(night)
        assert (stands, {each[1:] for each in out}) == (as_void, {(0, 0)})
        assert (dealer, number) == (BEN if deals == "next" and why != FALSE_WIN else ANA, 2)
        assert opened(night) == ("drawn" if game == "cuajo" else "game", "void" if why == FALSE_WIN else why)
        correct(night, WINS[game], by)
        assert table(night) == as_win
        correct(night, VOID[why], then_by)
        assert (table(night), check_session(session=night)) == (as_void, ())
        kept, file = known_state(night), club_books(club=club)
        transaction.set_rollback(True)
    import_books(books=file)
    imported = Session.objects.get(public_id=night.public_id)
    assert (known_state(imported), table(imported)) == (kept, as_void)
