"""The judge: settle a dispute, open to anybody and at the table of a session."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.forms.hands import live_entry
from scoring.forms.judge import PurroQuestion, WinQuestion
from scoring.forms.notation import readable_cards, understood_fields
from scoring.games.cuajo.live import live_verdict
from scoring.queries.judge_answers import Kind
from scoring.views.device import DeviceRequest
from scoring.views.judge_asking import answer_page, answered, asked_form, question_page, setting_of


@require_safe
def judge(request: DeviceRequest) -> HttpResponse:
    """Offer the four questions."""
    return render(request, "judge/judge.html", {"setting": setting_of(request)})


@require_safe
def win(request: DeviceRequest) -> HttpResponse:
    """Ask for a hand and say whether it wins, for how much and why, or everything that it lacks."""
    return _ask(request, kind=Kind.WIN)


@require_safe
def purro(request: DeviceRequest) -> HttpResponse:
    """Ask for fifteen cards and say what completes them, or how far they are (C19)."""
    return _ask(request, kind=Kind.PURRO)


@require_safe
def claim(request: DeviceRequest) -> HttpResponse:
    """Ask what lies on the table and rule whose it is, with the small rulings of the moment (C13 to C24)."""
    return _ask(request, kind=Kind.CLAIM)


@require_safe
def live(request: DeviceRequest) -> HttpResponse:
    """Answer what is known of the hand on a form of the judge so far."""
    setting = setting_of(request)
    choices = setting.choices
    asked = request.GET.get("rules")
    rules = next((choice.rules for choice in choices if choice.value == asked), choices[0].rules)
    entry = dict(live_entry(request.GET))
    typed = readable_cards(text=request.GET.get("secrets", ""))
    entry["secrets"] = tuple(dict.fromkeys(typed))  # all four cards of a secret may be typed
    if "purro" in request.GET:  # what lies open is not turned by the winner
        del entry["extra"]
    found = live_verdict(rules=rules, entry=entry)
    context = {
        "live": found,
        "per_opponent_cents": found.verdict.per_opponent_cents if found.verdict else 0,
        "session": setting.currency,
        "hand_size": PurroQuestion.hand_size if "purro" in request.GET else WinQuestion.hand_size,
        "understood": understood_fields(values=request.GET.dict()),
    }
    return render(request, "hand/verdict.html", context)


def _ask(request: DeviceRequest, *, kind: Kind) -> HttpResponse:
    setting = setting_of(request)
    form = asked_form(request, kind=kind, setting=setting)
    answer = answered(form)
    if answer is None:
        return question_page(request, form=form, setting=setting)
    return answer_page(request, form=form, setting=setting, answer=answer)
