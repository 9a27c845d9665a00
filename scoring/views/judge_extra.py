"""Extra cards turned one by one: what is still needed, and the chance that it comes (C31)."""

from dataclasses import dataclass
from fractions import Fraction

from django.http import HttpResponse, QueryDict
from django.views.decorators.http import require_safe

from scoring.forms.judge import ExtraQuestion, Question
from scoring.games.base import ImpossibleError
from scoring.games.cards import Card, write_cards
from scoring.games.cuajo.chances import Chances, extra_chances
from scoring.games.cuajo.rules import HouseRules
from scoring.views.device import DeviceRequest
from scoring.views.judge_asking import answer_page, asked_form, choices_for, question_page
from scoring.views.table import PACK

_TEMPLATE = "judge/extra.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnKey:
    """A key of the pack: the card, how many copies nobody has seen, and the address once it is turned."""

    card: Card
    unseen: int
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """A way the turning can end: which conditions hold, its chance, and what it pays without the kings."""

    name: str
    chance: Fraction
    cents: int


@require_safe
def extra(request: DeviceRequest) -> HttpResponse:
    """Ask for a hand, then for each card turned; say what is needed, and whether to stop or to go on."""
    form, is_answerable = asked_form(request, form=ExtraQuestion, choices=choices_for(request))
    if not is_answerable:
        return question_page(request, template=_TEMPLATE, form=form)
    try:
        chances = _chances(form)
    except ImpossibleError as error:
        form.add_problems(error)
        return question_page(request, template=_TEMPLATE, form=form)
    turned = form.cards("extra")
    context = {
        "chances": chances,
        "turned": turned,
        "endings": _endings(chances, form.house_rules()),
        "keys": _keys(request.GET, turned, chances) if chances.may_turn else (),
        "undo": _href(request.GET, turned[:-1]) if turned else "",
        "bounit": form.card("bounit"),
        "sowee": form.card("sowee"),
    }
    return answer_page(request, template="judge/extra_answer.html", form=form, context=context)


def _chances(form: Question) -> Chances:
    bounit, sowee = form.card("bounit"), form.card("sowee")
    assert bounit is not None
    assert sowee is not None
    return extra_chances(
        hand=form.cards("hand"),
        bounit=bounit,
        sowee=sowee,
        extra=form.cards("extra"),
        allowed=form.house_rules().extra_cards,
        stock=form.cleaned_data["stock"],
    )


def _endings(chances: Chances, rules: HouseRules) -> tuple[Ending, ...]:
    found = (
        ("both", chances.both, rules.both_conditions),
        ("only_sowee", chances.only_sowee, rules.sowee_condition),
        ("only_bounit", chances.only_bounit, rules.bounit_condition),
        ("neither", chances.neither, rules.neither_condition),
    )
    return tuple(
        Ending(name=name, chance=chance, cents=amount * rules.unit)
        for name, chance, amount in found
        if chance
    )


def _keys(asked: QueryDict, turned: tuple[Card, ...], chances: Chances) -> tuple[TurnKey, ...]:
    return tuple(
        TurnKey(card=card, unseen=chances.unseen[card.index], href=_href(asked, (*turned, card)))
        for row in PACK
        for card in row
    )


def _href(asked: QueryDict, turned: tuple[Card, ...]) -> str:
    """Return the address with these extra cards; the stock shrinks with every card turned."""
    query = asked.copy()
    stock = asked.get("stock", "")
    if stock.isdecimal():
        before = len(asked.get("extra", "").split())
        query["stock"] = str(int(stock) + before - len(turned))
    query["extra"] = write_cards(cards=turned)
    return f"?{query.urlencode()}"
