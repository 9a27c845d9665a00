"""The judge of a game that says itself what may be asked of it; open to anybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.forms.game_judge import QuestionForm
from scoring.games.asking import Answer, Question
from scoring.games.base import Game, ImpossibleError
from scoring.games.cuajo import Cuajo
from scoring.views.game_rules import find_game
from scoring.views.judge_asking import ASKED
from scoring.views.shared import INVALID


@require_safe
def game_judge(request: HttpRequest, game_id: str) -> HttpResponse:
    """Offer the questions of a game."""
    game = find_game(game_id=game_id)
    if game.id == Cuajo.id:
        return redirect("judge")
    return render(request, "games/judge.html", {"game": game})


@require_safe
def question(request: HttpRequest, game_id: str, question_id: str) -> HttpResponse:
    """Ask one question; with all it needs in the address, answer it below the form."""
    game = find_game(game_id=game_id)
    asked = _find_question(game, question_id=question_id)
    if ASKED not in request.GET:
        form = QuestionForm(game=game, question=asked, initial=request.GET.dict())
        return _page(request, form=form, asked=asked)
    form = QuestionForm(request.GET, game=game, question=asked)
    answer = _answer(form, asked=asked)
    return _page(request, form=form, asked=asked, answer=answer, status=200 if answer else INVALID)


def _find_question(game: Game, *, question_id: str) -> Question:
    found = next((each for each in game.questions if each.id == question_id), None)
    if found is None:
        raise Http404
    return found


def _answer(form: QuestionForm, *, asked: Question) -> Answer | None:
    """Return the answer; without one the form says everything that is wrong."""
    if not form.is_valid():
        return None
    try:
        return asked.answer(form.beside(), form.rules())
    except ImpossibleError as error:
        form.add_problems(error)
        return None


def _page(
    request: HttpRequest,
    *,
    form: QuestionForm,
    asked: Question,
    answer: Answer | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {"game": form.game, "question": asked, "form": form, "answer": answer}
    return render(request, "games/question.html", context, status=status)
