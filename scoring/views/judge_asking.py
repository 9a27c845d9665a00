"""What the pages of the judge share; they are open to anybody, members also choose the club's own rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.forms.judge import ExtraQuestion, JudgeForm, PurroQuestion, WinQuestion
from scoring.forms.judge_claim import ClaimQuestion
from scoring.games.base import Data, ImpossibleError
from scoring.games.cuajo.answer import melds_data
from scoring.games.cuajo.melds import all_melds
from scoring.games.cuajo.rules import rules_data
from scoring.money import Currency
from scoring.queries.access import Action, lets
from scoring.queries.judge import Question, RulesChoice, rule_changes, rules_choices
from scoring.queries.judge_answers import Kind, answer_to
from scoring.queries.judge_tables import JudgeTable, judge_table
from scoring.views.access import access_to
from scoring.views.device import DeviceRequest
from scoring.views.shared import INVALID

ANY_CURRENCY = Currency(code="", name="", symbol="")
"""Hundredths of whatever the table plays for."""

ASKED = "asked"
"""The name of the button that asks for the answer; without it the form is shown again."""

SESSION = "session"
"""The name of the field that says at which session's table the judge is asked."""

FORMS: Mapping[Kind, type[JudgeForm]] = {
    form.kind: form for form in (WinQuestion, PurroQuestion, ExtraQuestion, ClaimQuestion)
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Where the judge is asked: the house rules to choose from, and the table of a session, if at one."""

    choices: tuple[RulesChoice, ...]
    table: JudgeTable | None = None

    @property
    def currency(self) -> Currency:
        """Return the currency of the table, hundredths of anything elsewhere."""
        return self.table.session.money if self.table else ANY_CURRENCY

    @property
    def query(self) -> str:
        """Return what the address of another question needs to be asked at the same table."""
        return f"?{urlencode({SESSION: self.table.session.public_id})}" if self.table else ""

    def kept_with(self, question: Question) -> Data:
        """Return a question with what its amounts are counted in, as it is kept."""
        if self.table is None:
            return question
        session = self.table.session
        return {**question, "currency": session.currency, "stakes": session.stake_factor}


def setting_of(request: DeviceRequest) -> Setting:
    """Return the setting of a device; strangers choose from the presets, at no table."""
    access = access_to(request)
    if access is None or not lets(access=access, action=Action.SEE):
        return Setting(choices=rules_choices(club=None))
    asked = request.POST.get(SESSION) or request.GET.get(SESSION, "")
    table = judge_table(club=access.club, public_id=asked, only=access.session)
    latest, *others = rules_choices(club=access.club, only=access.session)
    return Setting(choices=(table.rules, *others) if table else (latest, *others), table=table)


def asked_form(request: DeviceRequest, *, kind: Kind, setting: Setting) -> JudgeForm:
    """Return the form of an address: to be answered where it was asked, filled in again otherwise."""
    form = FORMS[kind]
    if ASKED in request.GET:
        return form(request.GET, choices=setting.choices, table=setting.table)
    return form(choices=setting.choices, table=setting.table, initial=request.GET.dict())


def answered(form: JudgeForm) -> Data | None:
    """Return the answer to a form, None where it was not asked or says itself what it lacks."""
    if not form.is_bound or not form.is_valid():
        return None
    try:
        return answer_to(kind=form.kind, rules=form.house_rules(), question=form.question())
    except ImpossibleError as error:
        form.add_problems(error)
        return None


def question_page(
    request: HttpRequest,
    *,
    form: JudgeForm,
    setting: Setting,
    context: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Show the form of a question; one that could not be answered says everything it lacks (422)."""
    shown = {
        "form": form,
        "setting": setting,
        "melds": melds_data(melds=all_melds(scheme=form.chosen.scheme)),
        "is_new": not request.GET.keys() - {SESSION},
        "again": _again(request),
        **(context or {}),
    }
    return render(request, f"judge/{form.kind}.html", shown, status=INVALID if form.is_bound else 200)


def answer_page(
    request: HttpRequest,
    *,
    form: JudgeForm,
    setting: Setting,
    answer: Data,
    context: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Show an answer, with the way back to the form and to what else can be asked of these cards."""
    shown = {
        "kind": form.kind,
        "form": form,
        "setting": setting,
        "claim": setting.kept_with(form.question()),
        "answer": answer,
        "changes": rule_changes(rules=rules_data(rules=form.house_rules())),
        "query": request.GET.urlencode(),
        "again": _again(request),
        "key": uuid4(),
        "currency": setting.currency,
        **(context or {}),
    }
    return render(request, "judge/answer.html", shown)


def _again(request: HttpRequest) -> str:
    """Return the question of an address, not asked yet."""
    query = request.GET.copy()
    query.pop(ASKED, None)
    return query.urlencode()
