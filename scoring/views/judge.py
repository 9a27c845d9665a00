"""The judge: settle a dispute about a hand, open to anybody."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.forms.hands import live_entry
from scoring.forms.judge import PurroQuestion, WinQuestion
from scoring.forms.notation import understood_fields
from scoring.games.cuajo.live import live_verdict
from scoring.queries.judge import win_answer
from scoring.views.device import DeviceRequest
from scoring.views.judge_asking import ANY_CURRENCY, answer_page, asked_form, choices_for, question_page


@require_safe
def judge(request: DeviceRequest) -> HttpResponse:
    """Offer the four questions."""
    return render(request, "judge/judge.html")


@require_safe
def win(request: DeviceRequest) -> HttpResponse:
    """Ask for a hand and say whether it wins, for how much and why, or everything that it lacks."""
    form, is_answerable = asked_form(request, form=WinQuestion, choices=choices_for(request))
    if not isinstance(form, WinQuestion) or not is_answerable:
        return question_page(request, template="judge/win.html", form=form)
    claim = form.claim()
    context = {"claim": claim, "answer": win_answer(rules=form.house_rules(), claim=claim)}
    return answer_page(request, template="judge/win_answer.html", form=form, context=context)


@require_safe
def live(request: DeviceRequest) -> HttpResponse:
    """Answer what is known of the hand on a form of the judge so far."""
    choices = choices_for(request)
    asked = request.GET.get("rules")
    rules = next((choice.rules for choice in choices if choice.value == asked), choices[0].rules)
    entry = dict(live_entry(request.GET))
    if "purro" in request.GET:  # what lies open is not turned by the winner
        del entry["extra"]
    found = live_verdict(rules=rules, entry=entry)
    context = {
        "live": found,
        "per_opponent_cents": found.verdict.per_opponent_cents if found.verdict else 0,
        "session": ANY_CURRENCY,
        "hand_size": PurroQuestion.hand_size if "purro" in request.GET else WinQuestion.hand_size,
        "understood": understood_fields(values=request.GET.dict()),
    }
    return render(request, "hand/verdict.html", context)
