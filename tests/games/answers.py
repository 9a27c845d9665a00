"""What the judges of the games answer line by line."""

from typing import Any

from scoring.games.base import Data
from scoring.games.fields import Answer, Question


def answer_to(question: Question[Any], entered: Data, rules: object) -> Answer:
    """Ask a question that is answered line by line."""
    answer = question.answer(entered, rules)
    assert isinstance(answer, Answer)
    return answer
