"""Five take turns: a hand that does not count, corrected to a win and back, by page, API and import (C35, C38)."""

from dataclasses import replace

import pytest
from django.db import transaction

from scoring.games.base import Feature
from scoring.games.dealing import VoidReason
from scoring.models import Session
from scoring.operations.books.files import import_books
from scoring.operations.table.turns import Turns
from scoring.queries.books.checking import check_session
from scoring.queries.books.document import club_books
from scoring.queries.table.seatings import seatings_of
from scoring.queries.table.state import features_of, table_state
from tests import people
from tests.acts import games, hands
from tests.acts.cases import Act, Case, Data, Sent, known_state
from tests.people import ANA, BEN
from tests.views.reading import refusal, url

pytestmark = pytest.mark.django_db

WINS = {**games.HANDS, "cuajo": people.WORKED_WIN}
FALSE_WIN = "false_win"
PENALTIES = {"void_penalty": 10}
KINDS = [(game, why) for game in WINS for why in VoidReason] + [("cuajo", FALSE_WIN)]
BACK = {FALSE_WIN: {"result": "void"}} | {why: {"void": why.value, "by": BEN} for why in VoidReason}


def start(game: str, deals: str) -> Session:
    rules = (
        PENALTIES | {"void_deals": deals} | ({"preset": "pagat", "false_win_penalty": 10} if game == "cuajo" else {})
    )
    names = (*people.NAMES, "Eva")
    return people.start_night(club=people.make_club(), game=game, rules=rules, names=names, turns=Turns.EACH_HAND)


def do(session: Session, act: Act, given: Data, by: str) -> None:
    sent = Sent(case=Case(act, given), session=session, seen=act.seen(session), input=given)
    answer = sent.by_page() if by == "page" else sent.by_request()
    assert refusal(answer) in ((201, ()), (302, ()))
    session.refresh_from_db()


def game_fields(given: Data) -> Data:
    """Return the fields of a further game's page; Qing's says how the hand ended as it does when it opens."""
    return {"result": "win"} | games.hand_fields(given)


def correct_fields(given: Data) -> Data:
    return hands.hand_fields(given) | ({"void": "void"} if given["act"] == BACK[FALSE_WIN] else {})


GAME_HAND = replace(games.HAND, fields=game_fields)


def is_by_cards(session: Session) -> bool:
    return Feature.CARD_ENTRY in features_of(session=session)


def void(session: Session, why: str, by: str) -> None:
    if why == FALSE_WIN:
        do(session, hands.FALSE_WIN, {"seat": BEN, "hand_is_void": True}, by)
    else:
        do(session, hands.UNWON if is_by_cards(session) else GAME_HAND, {"act": BACK[VoidReason(why)]}, by)


def correct(session: Session, act: Data, by: str) -> str:
    """Correct the newest hand, and return the mode in which its form opens."""
    newest = session.entries.filter(kind="hand").latest("number").number
    form = people.host_browser(club=session.club).get(url("correct", session, newest)).context["form"]
    wanted = ("cards" if act.get("winner") else "drawn") if is_by_cards(session) else "game"
    how = replace(hands.CORRECT, fields=correct_fields if is_by_cards(session) else game_fields)
    do(session, how, {"entry": newest, "mode": wanted, "act": act, "reason": "otherwise"}, by)
    return f"{form.mode} {form['void'].value() or ''}".strip() if "void" in form.fields else form.mode


def win(session: Session, by: str) -> None:
    do(session, hands.CARDS if is_by_cards(session) else GAME_HAND, {"act": WINS[session.game]}, by)


def table(session: Session) -> tuple[object, ...]:
    """Return who sits, who waits, who deals which hand, and what everybody has."""
    state, now = table_state(session=session), seatings_of(session=session).now
    standing = [(seat.number, seat.result_cents, seat.points) for seat in (*state.seats, *state.sitting_out)]
    return now.seats, now.waiting, state.dealer.number, state.hand_number, sorted(standing)


def played(game: str, deals: str, why: str, *, ends: str) -> tuple[object, ...]:
    """Return how a table stands at which the hand was recorded at once as it ended."""
    with transaction.atomic():
        session = start(game, deals)
        if why == FALSE_WIN and ends == "win":
            do(session, hands.FALSE_WIN, {"seat": BEN, "hand_is_void": False}, "page")
        win(session, "page") if ends == "win" else void(session, why, "page")
        stands = table(session)
        transaction.set_rollback(True)
    return stands


@pytest.mark.parametrize(("deals", "by"), [("same", "page"), ("next", "request")])
@pytest.mark.parametrize(("game", "why"), KINDS)
def test_c35_c38_a_void_hand_is_corrected_to_a_win_and_back(game: str, why: str, deals: str, by: str) -> None:
    as_void, as_win = (played(game, deals, why, ends=ends) for ends in ("void", "win"))
    with transaction.atomic():
        session = start(game, deals)
        void(session, why, by)
        seats, waiting, dealer, number, _ = stands = table(session)
        assert stands == as_void
        assert (waiting[0], number, dealer) == (len(seats) + 1, 2, BEN if deals == "next" and why != FALSE_WIN else ANA)
        opened = correct(session, WINS[game], by), table(session)
        assert opened == (f"{'drawn' if game == 'cuajo' else 'game'} {'void' if why == FALSE_WIN else why}", as_win)
        correct(session, BACK[why], by)
        assert (table(session), check_session(session=session)) == (as_void, ())
        kept, file = known_state(session), club_books(club=session.club)
        transaction.set_rollback(True)
    import_books(books=file)
    imported = Session.objects.get()
    assert (known_state(imported), table(imported)) == (kept, as_void)
