"""What cuajo says of itself: the fields of its acts, its house rules, its sentences."""

import pytest

from scoring.games.base import ActKind, ImpossibleError
from scoring.games.cuajo import PRESETS, Cuajo, rules_data
from scoring.games.fields import FieldKind
from scoring.texts import Text, say
from tests.games.judged import judged
from tests.people import WORKED_WIN

CUAJO = Cuajo()
PAGAT = CUAJO.read_rules(value="pagat")


def test_a_hand_asks_for_everything_the_worked_win_says() -> None:
    asked = {field.name for field in CUAJO.asks(kind=ActKind.HAND, rules=PAGAT)}
    assert set(WORKED_WIN) <= asked


@pytest.mark.parametrize("kind", [ActKind.SECRET, ActKind.FALSE_SECRET, ActKind.FALSE_WIN])
def test_what_is_paid_beside_the_hands_asks_for_a_seat(kind: ActKind) -> None:
    assert [(field.name, field.kind) for field in CUAJO.asks(kind=kind, rules=PAGAT)] == [("seat", FieldKind.SEAT)]


def test_a_penalty_without_a_name_is_unknown_to_cuajo() -> None:
    assert CUAJO.asks(kind=ActKind.PENALTY, rules=PAGAT) == ()
    with pytest.raises(ImpossibleError) as refused:
        judged(CUAJO, kind=ActKind.PENALTY, act={"seat": 1}, rules=PAGAT, seats=())
    assert [problem.code for problem in refused.value.problems] == ["unknown_act"]


def test_every_house_rule_is_described() -> None:
    described = {field.name for field in CUAJO.house_rules}
    assert described == set(rules_data(rules=PRESETS["pagat"])) - {"preset", "revision", "source", "scheme"}


@pytest.mark.parametrize(
    ("kind", "act", "sentence"),
    [
        (
            ActKind.HAND,
            {"result": "win", "winner": 2, "source": "discard"},
            say("act.won_discard", seats={"player": 2}),
        ),
        (ActKind.HAND, {"result": "drawn"}, say("act.drawn")),
        (ActKind.HAND, {"result": "void"}, say("act.void")),
        (ActKind.SECRET, {"seat": 3}, say("act.secret", seats={"player": 3})),
        (ActKind.FALSE_SECRET, {"seat": 3}, say("act.false_secret", seats={"player": 3})),
        (ActKind.FALSE_WIN, {"seat": 3}, say("act.false_win", seats={"player": 3})),
    ],
)
def test_an_act_in_a_few_words(kind: ActKind, act: dict[str, object], sentence: Text) -> None:
    assert CUAJO.sentence(kind=kind, act=act) == sentence


@pytest.mark.parametrize("kind", [ActKind.SECRET, ActKind.FALSE_SECRET, ActKind.FALSE_WIN])
def test_what_is_paid_beside_the_hands_is_kept_as_it_was_told(kind: ActKind) -> None:
    seats = CUAJO.sides(rules=PAGAT, seat_count=4)
    act = CUAJO.read_act(kind=kind, data={"seat": 2}, rules=PAGAT, seats=seats)
    assert act.possible().data() == {"seat": 2}


def test_a_hand_that_does_not_count_is_told_by_its_reason() -> None:
    assert CUAJO.sentence(kind=ActKind.HAND, act={"result": "void", "void": "misdeal"}) == say("void.misdeal")
