"""What is paid beside hands: cash, side payments, the tong, chips."""

from scoring.models import Session
from scoring.operations.table.reversing import undo
from scoring.queries.sessions.chips import chips_of
from scoring.queries.table.tables import results
from scoring.queries.table.tong import tong_of
from tests import people
from tests.acts.before import agreed_tong, bens_win, bought, cash, closed, reopened, win
from tests.acts.cases import Act, Case, Data, amounts, typed, without
from tests.people import ANA, BEN, CARLA, DAN


def tong_fields(given: Data) -> Data:
    """Return the fields of the form of the tong."""
    fixed = given["every"] if given["amount_cents"] else "none"
    fields = amounts(without(given, ["every", "coin_cents"]))
    way = "percent" if given["percent"] else fixed
    return {**fields, "way": way, "percent": given["percent"] or None, "coin": given["coin_cents"]}


def chips_fields(given: Data) -> Data:
    """Return the fields of the forms of chips."""
    return {**amounts(without(given, ["is_paid"])), "paid": "now" if given["is_paid"] else "later"}


def count_fields(given: Data) -> Data:
    """Return the fields of the form on which chips are counted."""
    counted = {f"seat_{each['seat']}": typed(each["amount_cents"]) for each in given["counted"]}
    rest = without(given, ["counted", "decides"])
    return {**rest, **counted, "decides": "chips" if given["decides"] else "lines"}


def apart(session: Session) -> object:
    """Return what everybody has beside the game."""
    return tuple(seat.apart_cents for seat in results(session=session))


def tong(session: Session) -> object:
    """Return what is taken, and what is left of it."""
    found = tong_of(session=session)
    rule = found.rule
    return rule and (str(rule.every), rule.cents, rule.percent, rule.holder), found.left_cents


def chips(session: Session) -> object:
    """Return what chips everybody took and did not hand back."""
    return {holder.seat: holder.out_cents for holder in chips_of(session=session).holders if holder.out_cents}


CASH = Act(page="cash", path="handovers/", fields=amounts)
SIDE = Act(page="free-payment", path="free-payments/", fields=amounts)
TONG = Act(page="tong", path="tong/", fields=tong_fields)
SPEND = Act(page="spend-tong", path="tong/spendings/", fields=amounts)
BUY = Act(page="chips", path="chips/", fields=chips_fields)
RETURN = Act(page="chips-back", path="chips/back/", fields=chips_fields, lands="chips")
COUNT = Act(page="count-chips", path="chips/count/", fields=count_fields, lands="chips")

POINTS = {"currency": "points"}
BENS_CASH = {"payer": BEN, "payee": ANA, "amount_cents": 50}
BENS_BET = {"payer": BEN, "payees": [ANA, DAN], "amount_cents": 500, "reason": "side bet"}
NO_TONG = {"every": "win", "amount_cents": 0, "percent": 0, "coin_cents": 1, "holder": CARLA}
CHIPS = {"bank": ANA, "seats": [BEN, DAN], "amount_cents": 1000, "is_paid": False}

CASES = {
    "cash moves what is outstanding and no result": Case(
        act=CASH, given=BENS_CASH, before=(win,), reads=people.outstanding, then=(130, -40, 0, -90)
    ),
    "a player records cash of their own": Case(
        act=CASH, given=BENS_CASH, before=(win,), by=BEN, reads=people.outstanding, then=(130, -40, 0, -90)
    ),
    "a player records no cash of others": Case(
        act=CASH,
        given=BENS_CASH | {"payer": DAN},
        before=(win,),
        by=BEN,
        page=(422, "__all__:not_yours"),
        api=(403, "not_yours"),
    ),
    "cash that another phone recorded": Case(
        act=CASH, given=BENS_CASH, before=(win,), meanwhile=(cash,), refused=(409, "cash_changed")
    ),
    "hands recorded meanwhile hold no cash up": Case(
        act=CASH,
        given=BENS_CASH,
        before=(win,),
        meanwhile=(bens_win,),
        reads=people.outstanding,
        then=(40, 140, -90, -90),
    ),
    "cash to oneself": Case(
        act=CASH,
        given=BENS_CASH | {"payee": BEN},
        before=(win,),
        page=(422, "payee:same_player"),
        api=(409, "wrong_amount"),
    ),
    "more cash than is owed comes back": Case(
        act=CASH,
        given=BENS_CASH | {"amount_cents": 200},
        before=(win,),
        reads=people.outstanding,
        then=(-20, 110, 0, -90),
    ),
    "cash taken back meanwhile is no first cash": Case(
        act=CASH,
        given=BENS_CASH,
        before=(win,),
        meanwhile=(cash, lambda session: undo(entry=session.entries.get(number=2), reason="", stamp=people.stamp())),
        reads=people.outstanding,
        then=(130, -40, 0, -90),
    ),
    "cash of a night that was reopened while it was paid": Case(
        act=CASH,
        given=BENS_CASH,
        before=(win, closed),
        meanwhile=(lambda session: people.pay(session, payer=BEN, payee=ANA, cents=90), reopened),
        refused=(409, "cash_changed"),
    ),
    "cash of nothing": Case(
        act=CASH,
        given=BENS_CASH | {"amount_cents": 0},
        before=(win,),
        page=(422, "amount:nothing"),
        api=(422, "amount_cents:invalid"),
    ),
    "cash to nobody at the table": Case(
        act=CASH,
        given=BENS_CASH | {"payee": 9},
        before=(win,),
        page=(422, "payee:invalid_choice"),
        api=(422, "payee:invalid"),
    ),
    "a night for points has no cash": Case(act=CASH, given=BENS_CASH, night=POINTS, refused=(409, "wrong_amount")),
    "a side payment is outstanding and in no result": Case(
        act=SIDE, given=BENS_BET, before=(win,), then=(180, -90, 0, -90)
    ),
    "a side payment is paid to each": Case(act=SIDE, given=BENS_BET, reads=apart, then=(500, -1000, 0, 500)),
    "a side payment to oneself": Case(
        act=SIDE, given=BENS_BET | {"payees": [BEN, ANA]}, page=(422, "payees:same_player"), api=(409, "wrong_amount")
    ),
    "a side payment to nobody": Case(
        act=SIDE, given=BENS_BET | {"payees": []}, page=(422, "payees:required"), api=(422, "payees:invalid")
    ),
    "a side payment of nobody at the table": Case(
        act=SIDE, given=BENS_BET | {"payer": 7}, page=(422, "payer:invalid_choice"), api=(409, "wrong_amount")
    ),
    "a side payment of nothing": Case(
        act=SIDE, given=BENS_BET | {"amount_cents": 0}, page=(422, "amount:nothing"), api=(422, "amount_cents:invalid")
    ),
    "a side payment without a word": Case(
        act=SIDE, given=BENS_BET | {"reason": " "}, page=(422, "reason:required"), api=(422, "reason:invalid")
    ),
    "a side payment after other news is asked again": Case(
        act=SIDE, given=BENS_BET, meanwhile=(win,), refused=(409, "table_changed")
    ),
    "a night for points has no side payments": Case(
        act=SIDE, given=BENS_BET, night=POINTS, refused=(409, "wrong_amount")
    ),
    "a tong of a fixed amount of each win": Case(
        act=TONG, given=NO_TONG | {"amount_cents": 10}, reads=tong, then=(("win", 10, 0, CARLA), 0)
    ),
    "a tong of per cent of each win": Case(
        act=TONG, given=NO_TONG | {"percent": 10}, reads=tong, then=(("win", 0, 10, CARLA), 0)
    ),
    "a tong from everybody each hand": Case(
        act=TONG, given=NO_TONG | {"every": "hand", "amount_cents": 5}, reads=tong, then=(("hand", 5, 0, CARLA), 0)
    ),
    "a tong is ended": Case(act=TONG, given=NO_TONG, before=(agreed_tong,), reads=tong, then=(None, 0)),
    "a tong that nobody at the table keeps": Case(
        act=TONG,
        given=NO_TONG | {"percent": 10, "holder": 7},
        page=(422, "holder:invalid_choice"),
        api=(409, "wrong_amount"),
    ),
    "a tong of more than there is": Case(
        act=TONG, given=NO_TONG | {"percent": 101}, page=(422, "percent:max_value"), api=(422, "percent:invalid")
    ),
    "a tong rounded to what is no coin": Case(
        act=TONG,
        given=NO_TONG | {"percent": 10, "coin_cents": 7},
        page=(422, "coin:invalid_choice"),
        api=(409, "wrong_amount"),
    ),
    "a tong after other news is asked again": Case(
        act=TONG, given=NO_TONG | {"percent": 10}, meanwhile=(win,), refused=(409, "table_changed")
    ),
    "some of the tong is spent": Case(
        act=SPEND,
        given={"amount_cents": 5, "reason": "snacks"},
        before=(agreed_tong, win),
        reads=tong,
        then=(("win", 20, 0, CARLA), 15),
    ),
    "more of the tong than is left in it": Case(
        act=SPEND,
        given={"amount_cents": 21, "reason": "snacks"},
        before=(agreed_tong, win),
        page=(422, "wrong_amount"),
        api=(409, "wrong_amount"),
    ),
    "what is spent needs a word": Case(
        act=SPEND,
        given={"amount_cents": 5, "reason": ""},
        before=(agreed_tong, win),
        page=(422, "reason:required"),
        api=(422, "reason:invalid"),
    ),
    "chips are taken from the bank": Case(act=BUY, given=CHIPS, reads=chips, then={BEN: 1000, DAN: 1000}),
    "chips are outstanding, beside the game": Case(act=BUY, given=CHIPS, reads=people.outstanding, then=(0, 0, 0, 0)),
    "chips that are paid at once leave nothing outstanding": Case(
        act=BUY, given=CHIPS | {"is_paid": True}, reads=people.outstanding, then=(-2000, 1000, 0, 1000)
    ),
    "the bank takes chips of itself": Case(act=BUY, given=CHIPS | {"seats": [ANA]}, reads=chips, then={ANA: 1000}),
    "there is one bank": Case(
        act=BUY, given=CHIPS | {"bank": CARLA}, before=(bought,), page=(422, "wrong_amount"), api=(409, "wrong_amount")
    ),
    "chips are handed back": Case(
        act=RETURN,
        given={"seat": BEN, "amount_cents": 400, "is_paid": False},
        before=(bought,),
        reads=chips,
        then={BEN: 600, DAN: 1000},
    ),
    "more chips than are out are not handed back": Case(
        act=RETURN,
        given={"seat": BEN, "amount_cents": 2001, "is_paid": False},
        before=(bought,),
        page=(422, "wrong_amount"),
        api=(409, "wrong_amount"),
    ),
    "chips are counted": Case(
        act=COUNT,
        given={"counted": [{"seat": BEN, "amount_cents": 1000}, {"seat": DAN, "amount_cents": 1000}], "decides": False},
        before=(bought,),
    ),
    "counted chips decide": Case(
        act=COUNT,
        given={"counted": [{"seat": BEN, "amount_cents": 1500}, {"seat": DAN, "amount_cents": 500}], "decides": True},
        before=(bought,),
    ),
    "counted chips that do not add up": Case(
        act=COUNT,
        given={"counted": [{"seat": BEN, "amount_cents": 1500}, {"seat": DAN, "amount_cents": 400}], "decides": True},
        before=(bought,),
        page=(422, "wrong_amount"),
        api=(409, "wrong_amount"),
    ),
}
