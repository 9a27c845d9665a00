"""Is this purro? What fifteen cards wait for, and what each card would pay."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scoring.forms.judge import PurroQuestion
from scoring.games.base import ImpossibleError
from scoring.games.cuajo.entry import Code
from scoring.games.cuajo.purro import PurroVerdict, judge_purro
from scoring.views.device import DeviceRequest
from scoring.views.judge_asking import answer_page, asked_form, choices_for, question_page

_TEMPLATE = "judge/purro.html"


@require_safe
def purro(request: DeviceRequest) -> HttpResponse:
    """Ask for fifteen cards and say what completes them, or how far they are (C19)."""
    form, is_answerable = asked_form(request, form=PurroQuestion, choices=choices_for(request))
    if not is_answerable:
        return question_page(request, template=_TEMPLATE, form=form)
    try:
        verdict = judge_purro(
            rules=form.house_rules(),
            hand=form.cards("hand"),
            sowee=form.card("sowee"),
            secrets=form.cards("secrets"),
            seen=form.cards("extra"),
        )
    except ImpossibleError as error:
        form.add_problems(error)
        return question_page(request, template=_TEMPLATE, form=form)
    context = {
        "verdict": verdict,
        "reasons": _reasons(verdict),
        "sowee": form.card("sowee"),
        "seen": form.cards("extra"),
    }
    return answer_page(request, template="judge/purro_answer.html", form=form, context=context)


def _reasons(verdict: PurroVerdict) -> tuple[str, ...]:
    """Return why some cards cannot come some way, one sentence for each reason.

    A missing sowee is said apart.
    """
    first = {
        problem.code: problem.message
        for wait in reversed(verdict.waits)
        for way in wait.ways
        for problem in way.problems
        if problem.code != Code.SOWEE_MISSING
    }
    return tuple(first.values())
