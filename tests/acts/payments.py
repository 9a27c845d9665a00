"""What is paid beside hands: cash, side payments, the tong, chips."""

from collections.abc import Callable

from scoring.models import Session
from scoring.queries.table.night import night_of
from tests import people
from tests.acts.before import agreed_tong, bens_win, bought, cash, closed, reopened, win
from tests.acts.cases import Act, Case, Data, amounts, typed, without
from tests.people import ANA, BEN, CARLA, DAN


def tong_fields(given: Data) -> Data:
    fixed = given["every"] if given["amount_cents"] else "none"
    fields = amounts(without(given, ["every", "coin_cents"]))
    way = "percent" if given["percent"] else fixed
    return {**fields, "way": way, "percent": given["percent"] or None, "coin": given["coin_cents"]}


def pay_fields(given: Data) -> Data:
    paid = {"payees": given.get("payees", [given.get("payee")]), "what": "bet" if "payees" in given else "cash"}
    return {**amounts(without(given, ["payee", "payees"])), **paid}


def chips_fields(given: Data) -> Data:
    return {**amounts(without(given, ["is_paid"])), "is_paid": "now" if given["is_paid"] else "later"}


def count_fields(given: Data) -> Data:
    counted = {f"seat_{each['seat']}": typed(each["amount_cents"]) for each in given["counted"]}
    rest = without(given, ["counted", "decides"])
    return {**rest, **counted, "decides": "chips" if given["decides"] else "lines"}


def apart(session: Session) -> object:
    return tuple(seat.apart_cents for seat in night_of(session=session).standings)


def tong(session: Session) -> object:
    found = night_of(session=session).tong
    rule = found.rule
    return rule and (str(rule.every), rule.cents, rule.percent, rule.holder), found.left_cents


def chips(session: Session) -> object:
    return {holder.seat: holder.out_cents for holder in night_of(session=session).chips.holders if holder.out_cents}


def bens_90(session: Session) -> None:
    people.pay(session, payer=BEN, payee=ANA, cents=90)


def count_of(ben: int, dan: int, *, decides: bool = True) -> Data:
    counted = [{"seat": BEN, "amount_cents": ben}, {"seat": DAN, "amount_cents": dan}]
    return {"counted": counted, "decides": decides}


owed = people.outstanding


def on_page(page: str, path: str, fields: Callable[[Data], Data] = amounts) -> Act:
    return Act(page=page, path=path, fields=fields, asked_on=("money",), lands="money")


CASH = on_page("pay", "handovers/", pay_fields)
SIDE = on_page("pay", "free-payments/", pay_fields)
TONG = on_page("tong", "tong/", tong_fields)
SPEND = on_page("spend-tong", "tong/spendings/")
BUY = on_page("chips", "chips/", chips_fields)
RETURN = on_page("chips-back", "chips/back/", chips_fields)
TAKE_OVER = on_page("chips-bank", "chips/bank/")
COUNT = on_page("count-chips", "chips/count/", count_fields)

NOT_TWO = "wrong_amount.not_two_players"
POINTS = {"currency": "points"}
BENS_CASH = {"payer": BEN, "payee": ANA, "amount_cents": 50}
BENS_BET = {"payer": BEN, "payees": [ANA, DAN], "amount_cents": 500, "reason": "side bet"}
NO_TONG = {"every": "win", "amount_cents": 0, "percent": 0, "coin_cents": 1, "holder": CARLA}
CHIPS = {"bank": ANA, "seats": [BEN, DAN], "amount_cents": 1000, "is_paid": False}
BENS_CHIPS = {"seat": BEN, "amount_cents": 400, "is_paid": False}
SNACKS = {"amount_cents": 5, "reason": "snacks"}

CASES = {
    "cash moves what is outstanding": Case(CASH, BENS_CASH, (win,), reads=owed, then=(130, -40, 0, -90)),
    "a player records cash of their own": Case(CASH, BENS_CASH, (win,), by=BEN, reads=owed, then=(130, -40, 0, -90)),
    "a player records no cash of others": Case(
        CASH, BENS_CASH | {"payer": DAN}, (win,), by=BEN, page="__all__:not_yours", api="403 not_yours"
    ),
    "cash that another phone recorded": Case(CASH, BENS_CASH, (win,), meanwhile=(cash,), refused="409 cash_changed"),
    "hands hold no cash up": Case(CASH, BENS_CASH, (win,), meanwhile=(bens_win,), reads=owed, then=(40, 140, -90, -90)),
    "cash to oneself": Case(CASH, BENS_CASH | {"payee": BEN}, (win,), page=f"payees:{NOT_TWO}", api="409 wrong_amount"),
    "cash of a night that was reopened while it was paid": Case(
        CASH, BENS_CASH, (win, closed), meanwhile=(bens_90, reopened), refused="409 cash_changed"
    ),
    "cash of nothing": Case(
        CASH, BENS_CASH | {"amount_cents": 0}, (win,), page="amount:wrong_amount.nothing", api="amount_cents:invalid"
    ),
    "a side payment is in no result": Case(SIDE, BENS_BET, (win,), then=(180, -90, 0, -90)),
    "a side payment to oneself": Case(
        SIDE, BENS_BET | {"payees": [BEN, ANA]}, page=f"payees:{NOT_TWO}", api="409 wrong_amount"
    ),
    "a side payment to nobody": Case(SIDE, BENS_BET | {"payees": []}, page="payees:required", api="payees:invalid"),
    "a side payment after other news": Case(SIDE, BENS_BET, meanwhile=(win,), refused="409 table_changed"),
    "a tong of each win": Case(TONG, NO_TONG | {"amount_cents": 10}, reads=tong, then=(("win", 10, 0, CARLA), 0)),
    "a tong of per cent of wins": Case(TONG, NO_TONG | {"percent": 10}, reads=tong, then=(("win", 0, 10, CARLA), 0)),
    "a tong from everybody each hand": Case(
        TONG, NO_TONG | {"every": "hand", "amount_cents": 5}, reads=tong, then=(("hand", 5, 0, CARLA), 0)
    ),
    "a tong of too much": Case(TONG, NO_TONG | {"percent": 101}, page="percent:max_value", api="percent:invalid"),
    "a tong rounded to what is no coin": Case(
        TONG, NO_TONG | {"percent": 10, "coin_cents": 7}, page="coin:invalid_choice", api="409 wrong_amount"
    ),
    "a tong that somebody takes over": Case(
        TONG, NO_TONG | {"percent": 10, "holder": DAN}, (agreed_tong, win), reads=tong, then=(("win", 0, 10, DAN), 20)
    ),
    "a tong after other news": Case(TONG, NO_TONG | {"percent": 10}, meanwhile=(win,), refused="409 table_changed"),
    "some of the tong is spent": Case(SPEND, SNACKS, (agreed_tong, win), reads=tong, then=(("win", 20, 0, CARLA), 15)),
    "more of the tong than is left in it": Case(
        SPEND,
        SNACKS | {"amount_cents": 21},
        (agreed_tong, win),
        page="amount:wrong_amount.not_in_tong",
        api="409 wrong_amount",
    ),
    "what is spent needs a word": Case(
        SPEND, SNACKS | {"reason": ""}, (agreed_tong, win), page="reason:required", api="reason:invalid"
    ),
    "chips are taken from the bank": Case(BUY, CHIPS, reads=chips, then={BEN: 1000, DAN: 1000}),
    "chips that are paid at once": Case(BUY, CHIPS | {"is_paid": True}, reads=owed, then=(-2000, 1000, 0, 1000)),
    "there is one bank": Case(
        BUY, CHIPS | {"bank": CARLA}, (bought,), page="bank:wrong_amount.other_bank", api="409 wrong_amount"
    ),
    "somebody takes the bank over": Case(
        TAKE_OVER, {"bank": DAN}, (bought,), reads=lambda session: night_of(session=session).chips.bank, then=DAN
    ),
    "chips are handed back": Case(RETURN, BENS_CHIPS, (bought,), reads=chips, then={BEN: 600, DAN: 1000}),
    "more chips than are out are not handed back": Case(
        RETURN,
        BENS_CHIPS | {"amount_cents": 2001},
        (bought,),
        page="amount:wrong_amount.too_many_back",
        api="409 wrong_amount",
    ),
    "chips are counted": Case(COUNT, count_of(1000, 1000, decides=False), (bought,)),
    "counted chips decide": Case(COUNT, count_of(1500, 500), (bought,)),
    "counted chips that do not add up": Case(
        COUNT, count_of(1500, 400), (bought,), page="wrong_amount", api="409 wrong_amount"
    ),
}
