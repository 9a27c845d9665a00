"""Acts of every game that no door takes, with the codes that say why."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.games.base import ActKind
from tests import people
from tests.people import ANA, BEN

QUAD = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
DRAWN_QUAD = {**people.WORKED_WIN, "source": "self_drawn", "hand": QUAD, "bounit": "4E"}
DECLARED = people.DECLARED_WIN
PRICED = {**people.WORKED_WIN, "source": "self_drawn", "sowee": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bad:
    """An act that no door takes, and the codes that say why.

    `form` is the act as a page sends it. Where the boxes of the page do not offer what it says, they refuse it
    themselves (`boxes`), before the game is asked. No page can send what makes it bad under a name that no box
    has (`no_box`), or where the night has no such page or it leads to another (`no_page`).
    """

    name: str
    act: Mapping[str, object]
    codes: tuple[str, ...]
    game: str = "cuajo"
    rules: object = "pagat"
    kind: ActKind = ActKind.HAND
    secrets: tuple[int, ...] = ()
    page: str = "hand"
    form: Mapping[str, str] | None = None
    boxes: bool = False
    no_box: str = ""
    no_page: bool = False
    names: tuple[str, ...] = field(default=people.NAMES)


CARDS_FORM = {"winner": "1", "source": "self_drawn", "hand": QUAD, "bounit": "4E", "sowee": "4O"}
QUICK_FORM = {"winner": "1", "source": "discard", "kings_of_coins": "0", "other_kings": "1"}


def without[Value](act: Mapping[str, Value], *names: str) -> dict[str, Value]:
    return {name: value for name, value in act.items() if name not in names}


WORKED_FORM = {name: str(people.WORKED_WIN[name]) for name in ("winner", "source", "hand", "bounit", "sowee")}
FIVE = people.WORKED_HAND.replace("3O 4O 5O 10O", "5O 5O 5O 5O").replace("12B", "5O")
THREE = people.NAMES[:3]
ACTS = (
    Bad(name="paid secret not named", act=DRAWN_QUAD, codes=("secrets_not_named",), secrets=(ANA,), form=CARDS_FORM),
    Bad(
        name="named secret not paid",
        act={**DRAWN_QUAD, "secrets": ["3O"]},
        codes=("secrets_not_paid",),
        secrets=(BEN,),
        form={**CARDS_FORM, "secret_1": "3O"},
    ),
    Bad(
        name="price list without sowee",
        act=PRICED,
        codes=("sowee_missing",),
        rules={"preset": "pricelist"},
        form={**CARDS_FORM, "hand": people.WORKED_HAND, "bounit": "5B", "sowee": ""},
    ),
    Bad(
        name="no cards by a price list",
        act={**DECLARED, "source": "self_drawn"},
        codes=("cards_needed",),
        rules={"preset": "pricelist"},
        page="quick-hand",
        no_page=True,
    ),
    Bad(name="a misspelt key", act={**people.WORKED_WIN, "extras": "11O"}, codes=("unknown_key",), no_box="extras"),
    Bad(
        name="a card five times",
        act={**people.WORKED_WIN, "hand": FIVE},
        codes=("too_many_copies",),
        form={**WORKED_FORM, "hand": FIVE},
    ),
    Bad(
        name="a card that is none",
        act={**people.WORKED_WIN, "hand": people.WORKED_HAND.replace("12B", "6O")},
        codes=("unknown_card",),
        form={**WORKED_FORM, "hand": people.WORKED_HAND.replace("12B", "6O")},
    ),
    Bad(
        name="fifteen cards",
        act={**people.WORKED_WIN, "hand": people.WORKED_HAND.removesuffix(" 12B")},
        codes=("wrong_card_count",),
        form={**WORKED_FORM, "hand": people.WORKED_HAND.removesuffix(" 12B")},
    ),
    Bad(
        name="a bounit that is not in the hand",
        act={**people.WORKED_WIN, "bounit": "11E"},
        codes=("bounit_not_in_hand",),
        form={**WORKED_FORM, "bounit": "11E"},
    ),
    Bad(
        name="no bounit",
        act={**people.WORKED_WIN, "bounit": None},
        codes=("bounit_missing",),
        form=without(WORKED_FORM, "bounit"),
    ),
    Bad(
        name="a sowee that is no card",
        act={**people.WORKED_WIN, "sowee": "7X"},
        codes=("unknown_card",),
        form={**WORKED_FORM, "sowee": "7X"},
    ),
    Bad(
        name="more extra cards than there are",
        act={**people.WORKED_WIN, "extra": "3O 3O 3O 3O 3O"},
        codes=("too_many_copies",),
        form={**WORKED_FORM, "extra": "3O 3O 3O 3O 3O"},
    ),
    Bad(
        name="a dealt hand where none wins",
        act={**people.WORKED_WIN, "source": "dealt"},
        codes=("dealt_win_not_allowed",),
        form={**WORKED_FORM, "source": "dealt"},
        boxes=True,
    ),
    Bad(
        name="more kings than there are beside the sowee",
        act={**DECLARED, "kings_of_coins": 4, "sowee": "12O"},
        codes=("too_many_copies",),
        page="quick-hand",
        form={**QUICK_FORM, "kings_of_coins": "4", "sowee": "12O", "conditions": "sowee"},
    ),
    Bad(
        name="conditions nobody said",
        act=without(DECLARED, "bounit_condition", "sowee_condition"),
        codes=("missing_field", "missing_field"),
        page="quick-hand",
        form=QUICK_FORM,
    ),
    Bad(
        name="kings nobody counted",
        act=without(DECLARED, "kings_of_coins"),
        codes=("missing_field",),
        page="quick-hand",
        form={**without(QUICK_FORM, "kings_of_coins"), "conditions": "sowee"},
    ),
    Bad(
        name="porbis with two kings",
        act={**DECLARED, "porbis": True, "other_kings": 2},
        codes=("porbis_with_kings",),
        page="quick-hand",
        form={**QUICK_FORM, "other_kings": "2", "porbis": "on", "conditions": "sowee"},
    ),
    Bad(name="a hand that ended in no way", act={"result": "lost"}, codes=("unknown_result",), no_box="result"),
    Bad(
        name="a winner who sits nowhere",
        act={**people.WORKED_WIN, "winner": 9},
        codes=("unknown_seat",),
        form={**WORKED_FORM, "winner": "9"},
        boxes=True,
    ),
    Bad(
        name="no win",
        act={**people.WORKED_WIN, "hand": people.WORKED_HAND.replace("12B", "11B")},
        codes=("not_a_win",),
        form={**CARDS_FORM, "hand": people.WORKED_HAND.replace("12B", "11B"), "bounit": "5B"},
    ),
    Bad(
        name="a penalty in cuajo",
        act={"seat": 1},
        codes=("unknown_act",),
        kind=ActKind.PENALTY,
        page="penalty",
        no_page=True,
    ),
    Bad(
        name="nobody went out",
        act={"melds": {"1": {"sequence": 1}}},
        codes=("unknown_seat",),
        game="khanhoo",
        rules="wilkinson",
        form={"melds__1__sequence": "1"},
    ),
    Bad(
        name="more melds than there can be",
        act={"out": 1, "melds": {"1": {"sequence": 9}}},
        codes=("bad_number",),
        game="khanhoo",
        rules="wilkinson",
        form={"out": "1", "melds__1__sequence": "9"},
        boxes=True,
    ),
    Bad(
        name="a card of no pack",
        act={"out": 1, "cards": {"1": "AH XX"}},
        codes=("unknown_card",),
        game="khanhoo",
        rules="wilkinson",
        form={"out": "1", "cards__1": "AH XX"},
    ),
    Bad(
        name="a misspelt meld",
        act={"out": 1, "melts": {}, "cards": {"1": "AH 2H 3H 4H 5H 6H 7H 8H 9H AC 2C 3C AD 2D 3D"}},
        codes=("unknown_key",),
        no_box="melts",
        game="khanhoo",
        rules="wilkinson",
    ),
    Bad(
        name="an orphan where nobody may",
        act={"out": 1, "orphan": 2, "melds": {"1": {"sequence": 5}}},
        codes=("orphan_not_allowed",),
        no_box="orphan",
        game="khanhoo",
        rules="wilkinson",
    ),
    Bad(
        name="a penalty for nothing",
        act={"seat": 1, "offence": "cheating", "chosen": "off_offender", "why": "?"},
        codes=("unknown_word", "unknown_key"),
        page="penalty",
        form={"seat": "1", "offence": "cheating", "chosen": "off_offender"},
        boxes=True,
        game="khanhoo",
        rules="wilkinson",
        kind=ActKind.PENALTY,
    ),
    Bad(
        name="fifteen cards are needed",
        act={"result": "win", "winner": 1, "hand": "8C 2S 2M"},
        codes=("wrong_card_count",),
        game="khanhoo_qing",
        rules=None,
        form={"result": "win", "winner": "1", "hand": "8C 2S 2M"},
    ),
    Bad(
        name="a win of nobody",
        act={"result": "win", "hand": "8C 2S 2M"},
        codes=("unknown_seat", "wrong_card_count"),
        game="khanhoo_qing",
        rules=None,
        form={"result": "win", "hand": "8C 2S 2M"},
    ),
    Bad(
        name="a win without its cards",
        act={"result": "win", "winner": 1},
        codes=("wrong_card_count",),
        game="khanhoo_qing",
        rules=None,
        form={"result": "win", "winner": "1"},
    ),
    Bad(
        name="a misspelt winner",
        act={"result": "drawn", "winer": 1},
        codes=("unknown_key",),
        no_box="winer",
        game="khanhoo_qing",
        rules=None,
    ),
    Bad(
        name="captures that do not add up",
        act={"captured": {"1": 3}},
        codes=("captures_do_not_add_up",),
        game="khanhoo_ming",
        rules=None,
        names=THREE,
        form={"captured__1": "3"},
    ),
    Bad(
        name="more captured than there is",
        act={"captured": {"1": 28}},
        codes=("bad_number",),
        game="khanhoo_ming",
        rules=None,
        names=THREE,
        form={"captured__1": "28"},
        boxes=True,
    ),
    Bad(
        name="tricks that nobody led",
        act={"tricks": "9C 8C / 7C"},
        codes=("unknown_seat", "wrong_play_count"),
        game="khanhoo_ming",
        rules=None,
        names=THREE,
        form={"tricks": "9C 8C / 7C"},
    ),
    Bad(
        name="a misspelt bonus",
        act={"captured": {"1": 27}, "bonus": {}},
        codes=("unknown_key",),
        no_box="bonus",
        game="khanhoo_ming",
        rules=None,
        names=THREE,
    ),
    Bad(
        name="piles that do not add up",
        act={"piles": {"1": 3}, "centre": 0},
        codes=("cards_do_not_add_up",),
        game="cau_robat",
        rules=None,
        form={"piles__1": "3", "centre": "0"},
    ),
    Bad(
        name="plays that are too few",
        act={"face_up": "1 2 3 4", "plays": "5"},
        codes=("wrong_card_count",),
        game="cau_robat",
        rules=None,
        form={"face_up": "1 2 3 4", "plays": "5"},
    ),
    Bad(
        name="a rank five times",
        act={"dealer": 1, "face_up": "1 2 3 4", "plays": "1 1 1 1 1"},
        codes=("wrong_card_count", "too_many_copies"),
        game="cau_robat",
        rules=None,
        form={"dealer": "1", "face_up": "1 2 3 4", "plays": "1 1 1 1 1"},
    ),
    Bad(
        name="a misspelt centre",
        act={"piles": {"1": 40}, "center": 0},
        codes=("unknown_key",),
        no_box="center",
        game="cau_robat",
        rules=None,
    ),
)
