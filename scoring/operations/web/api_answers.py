"""Write at most once for each key, and give the same answer whenever the key is sent again."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from scoring.models import ApiAnswer
from scoring.operations.errors import KeyReusedError
from scoring.operations.table.posting import Stamp


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a write is answered with: an HTTP status and the text of the content, and whether it was so before."""

    status: int
    body: str
    is_replay: bool = False


def forget_answers_with(*, names: Iterable[str]) -> None:
    """Forget the answers that name somebody whose name is erased; what they wrote stays written once."""
    for name in names:
        ApiAnswer.objects.filter(body__contains=json.dumps(name, ensure_ascii=False)).delete()


def answer_once(*, stamp: Stamp, content: str, write: Callable[[], Answer]) -> Answer:
    """Write under the key of the stamp and return the answer; sent again, return the first answer.

    `content` tells two requests apart. What `write` raises leaves the key unused. Raises KeyReusedError when
    the key stands for other content.
    """
    try:
        with transaction.atomic():
            # The row comes first, so that the same key sent twice at once waits here for the first to finish.
            row = ApiAnswer.objects.create(key=stamp.key, content_hash=content, answered_at=stamp.at)
            answer = write()
            row.status, row.body = answer.status, answer.body
            row.save(update_fields=["status", "body"])
            return answer
    except IntegrityError:
        kept = ApiAnswer.objects.filter(key=stamp.key).first()
        if kept is None:  # it was no key that stood there already
            raise
    if kept.content_hash != content:
        raise KeyReusedError
    return Answer(status=kept.status, body=kept.body, is_replay=True)
