"""The verdicts that were kept with the hands of a night, judged again."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.games import game_by_id
from scoring.games.stored import is_answer_readable
from scoring.models import KeptVerdict, Session
from scoring.queries.books.nights import is_older_engine
from scoring.queries.judge import question_by
from scoring.texts import Text, say

_AMOUNTS = ("valid", "per_opponent", "king_cents")


def wrong_verdicts(*, session: Session) -> Iterator[tuple[int, Text, bool]]:
    """Yield the lines whose kept verdict is not what their claim comes to, why, and whether that is wrong.

    It is not where an older engine judged the claim.
    """
    kept = KeptVerdict.objects.filter(entry__session=session).order_by("pk")
    rows = kept.values_list("entry__number", "game", "claim", "rules", "answer", "engine_version")
    for number, game, claim, rules, answer, version in rows:
        try:
            known = game_by_id(game_id=game).engine_version
            is_older = is_older_engine(version=version, known=known)
            if not is_answer_readable(answer=answer):
                yield number, say("finding.unread_answer"), True
            elif version != known and not is_older:
                yield number, say("finding.engine", found=repr(version), known=known), True
            elif _judged(game, claim=claim, rules=rules) != _amounts(answer):
                yield number, say("finding.verdict"), not is_older
        except Exception:  # whatever somebody wrote there, it is no verdict
            yield number, say("finding.unread_answer"), True


def _judged(game_id: str, *, claim: Mapping[str, Any], rules: Any) -> list[object]:
    game = game_by_id(game_id=game_id)
    question = question_by(game=game, claim=claim)
    return _amounts(question.answer(claim, game.read_rules(value=rules)).data())


def _amounts(answer: Mapping[str, Any]) -> list[object]:
    """Return what money follows from: no sentence, and nothing that a later version of the app says besides."""
    lines = [(line.get("cents"), line.get("count")) for line in answer.get("lines") or ()]
    return [*(answer.get(name) for name in _AMOUNTS), lines]
