"""Five take turns: a hand that does not count, corrected to a win and back, by page, API and import (C35, C38)."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from scoring.games.dealing import VoidReason
from scoring.models import Session
from scoring.operations.books.files import import_books
from scoring.operations.table.turns import Turns
from scoring.queries.books.checking import check_session
from scoring.queries.books.document import club_books
from scoring.queries.table.state import table_state
from tests import people
from tests.acts import games, hands
from tests.acts.cases import Act, Case, Data, Sent, known_state
from tests.people import ANA, BEN
from tests.views.reading import refusal, url

pytestmark = pytest.mark.django_db

WINS = {**games.HANDS, "cuajo": people.WORKED_WIN}
FALSE_WIN = "false_win"
KINDS = [(game, why) for game in WINS for why in VoidReason] + [("cuajo", FALSE_WIN)]
VOID: dict[str, Data] = {FALSE_WIN: {"result": "void"}, **{why: {"void": why.value, "by": BEN} for why in VoidReason}}


def start(game: str, deals: str) -> Session:
    rules = {"void_penalty": 10, "void_deals": deals} | ({"false_win_penalty": 10} if game == "cuajo" else {})
    names = (*people.NAMES, "Eva")
    return people.start_night(club=people.make_club(), game=game, rules=rules, names=names, turns=Turns.EACH_HAND)


def game_fields(given: Data) -> Data:
    return {"result": "win", **games.hand_fields(given)}  # as Qing's form opens


def card_fields(given: Data) -> Data:
    return {**hands.hand_fields(given), **({"void": "void"} if given["act"] == VOID[FALSE_WIN] else {})}


def do(session: Session, act: Act, given: Data, by: str) -> None:
    sent = Sent(case=Case(act, given), session=session, seen=act.seen(session), input=given)
    assert refusal(sent.by_page() if by == "page" else sent.by_request()) in ((201, ()), (302, ()))
    session.refresh_from_db()


def record(session: Session, act: Data, by: str) -> None:
    how = hands.CARDS if act.get("winner") else hands.UNWON
    do(session, how if session.game == "cuajo" else replace(games.HAND, fields=game_fields), {"act": act}, by)


def correct(session: Session, act: Data, by: str) -> tuple[object, object]:
    """Correct the newest hand; return in which mode its form opens, and with which reason."""
    newest = session.entries.filter(kind="hand").latest("number").number
    form = people.host_browser(club=session.club).get(url("correct", session, newest)).context["form"]
    is_cuajo = session.game == "cuajo"
    mode = ("cards" if act.get("winner") else "drawn") if is_cuajo else "game"
    how = replace(hands.CORRECT, fields=card_fields if is_cuajo else game_fields)
    do(session, how, {"entry": newest, "mode": mode, "act": act, "reason": "otherwise"}, by)
    return form.mode, "void" in form.fields and form["void"].value()


def play(session: Session, why: str, by: str, *, is_void: bool) -> None:
    """Play a hand after a false win, or one that does not count for another reason."""
    if why == FALSE_WIN:
        do(session, hands.FALSE_WIN, {"seat": BEN, "hand_is_void": is_void}, by)
    if not (is_void and why == FALSE_WIN):
        record(session, VOID[why] if is_void else WINS[session.game], by)


def table(session: Session) -> tuple[Any, ...]:
    """Return who sits, who waits, who deals which hand, and what everybody has."""
    state = table_state(session=session)
    standing = (
        [(seat.number, seat.result_cents, seat.points) for seat in each] for each in (state.seats, state.sitting_out)
    )
    return state.dealer.number, state.hand_number, *standing


def played(game: str, deals: str, why: str, *, is_void: bool) -> tuple[object, ...]:
    """Return how a table stands at which the hand was recorded at once as it ended."""
    with transaction.atomic():
        session = start(game, deals)
        play(session, why, "page", is_void=is_void)
        stands = table(session)
        transaction.set_rollback(True)
    return stands


@pytest.mark.parametrize(("deals", "by"), [("same", "page"), ("next", "request")])
@pytest.mark.parametrize(("game", "why"), KINDS)
def test_c35_c38_a_void_hand_is_corrected_to_a_win_and_back(game: str, why: str, deals: str, by: str) -> None:
    as_void, as_win = (played(game, deals, why, is_void=is_void) for is_void in (True, False))
    with transaction.atomic():
        session = start(game, deals)
        play(session, why, by, is_void=True)
        dealer, number, _, out = stands = table(session)
        assert (stands, {each[1:] for each in out}) == (as_void, {(0, 0)})
        assert (dealer, number) == (BEN if deals == "next" and why != FALSE_WIN else ANA, 2)
        opened = correct(session, WINS[game], by), table(session)
        assert opened == (("drawn" if game == "cuajo" else "game", "void" if why == FALSE_WIN else why), as_win)
        correct(session, VOID[why], by)
        assert (table(session), check_session(session=session)) == (as_void, ())
        kept, file = known_state(session), club_books(club=session.club)
        transaction.set_rollback(True)
    import_books(books=file)
    imported = Session.objects.get()
    assert (known_state(imported), table(imported)) == (kept, as_void)
