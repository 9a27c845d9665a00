"""Extra cards turned one by one: what is still needed, and the chance that it comes (C31)."""

from dataclasses import dataclass

from django.http import HttpResponse, QueryDict
from django.views.decorators.http import require_safe

from scoring.forms.judge import ExtraQuestion
from scoring.games.base import Data
from scoring.games.cards import Card, write_cards
from scoring.queries.judge_answers import Kind
from scoring.views.device import DeviceRequest
from scoring.views.judge_asking import answer_page, answered, asked_form, question_page, setting_of
from scoring.views.table import PACK


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnKey:
    """A key of the pack: the card, how many copies nobody has seen, and the address once it is turned."""

    card: Card
    unseen: int
    href: str


@require_safe
def extra(request: DeviceRequest) -> HttpResponse:
    """Ask for a hand, then for each card turned; say what is needed, and whether to stop or to go on."""
    setting = setting_of(request)
    form = asked_form(request, kind=Kind.EXTRA, setting=setting)
    answer = answered(form)
    if answer is None or not isinstance(form, ExtraQuestion):
        return question_page(request, form=form, setting=setting)
    turned = form.cards("extra")
    context = {
        "keys": _keys(request.GET, turned, answer) if answer["may_turn"] else (),
        "undo": _href(request.GET, turned[:-1]) if turned else "",
    }
    return answer_page(request, form=form, setting=setting, answer=answer, context=context)


def _keys(asked: QueryDict, turned: tuple[Card, ...], answer: Data) -> tuple[TurnKey, ...]:
    unseen = answer["unseen"]
    assert isinstance(unseen, list)
    return tuple(
        TurnKey(card=card, unseen=unseen[card.index], href=_href(asked, (*turned, card)))
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
