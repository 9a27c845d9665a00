"""Keep repeated answers, verdicts, the key and nightly results."""

import json
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

from django.db import DatabaseError, IntegrityError, InterfaceError, transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac

from scoring.frozen import Frozen
from scoring.games import game_by_id
from scoring.models import ApiAnswer, Entry, Installation, KeptVerdict
from scoring.operations.errors import KeyReusedError
from scoring.operations.table.posting import Stamp, change
from scoring.queries.judge import Judgement
from scoring.queries.people.access import access_of
from scoring.texts.stored import texts_of


class Answer(Frozen):
    """An HTTP answer, new or replayed."""

    status: int
    body: str
    is_replay: bool = False


def forget_answers_with(*, names: Iterable[str]) -> None:
    """Delete kept answers that hold an erased name."""
    for name in names:
        # A replayed answer must not bring an erased name back.
        ApiAnswer.objects.filter(body__contains=json.dumps(name, ensure_ascii=False)).delete()


def answer_once(*, stamp: Stamp, content: str, write: Callable[[], Answer]) -> Answer:
    """Write once for each key, or replay the answer. Raises KeyReusedError for a key with other content."""
    try:
        with transaction.atomic():
            # The row is written first, so a second request with the same key waits here until the first one ends.
            row = ApiAnswer.objects.create(key=stamp.key, content_hash=content, answered_at=stamp.at)
            answer = write()
            change(row, status=answer.status, body=answer.body)
            return answer
    except IntegrityError:
        kept = ApiAnswer.objects.filter(key=stamp.key).first()
        # Another unique column of the same write was doubled, so this is no replay.
        if kept is None:
            raise
    if kept.content_hash != content:
        raise KeyReusedError
    return Answer(status=kept.status, body=kept.body, is_replay=True)


def has_the_same_key(*, is_new: bool = False) -> bool:
    """Compare the secret key with the noted one. `is_new` notes the present key first."""
    proof = salted_hmac("scoring.installation", "", algorithm="sha256").hexdigest()
    if is_new:
        Installation.objects.update_or_create(pk=1, defaults={"key_proof": proof})
    # Only a proof is stored, because a copy of the database must not hold the key.
    noted, _ = Installation.objects.get_or_create(pk=1, defaults={"key_proof": proof})
    return noted.key_proof == proof


class DatabaseProblem(StrEnum):
    """A fault that operators or a retry can fix."""

    CANNOT_WRITE = "cannot_write"
    BUSY = "busy"
    DATABASE_DOWN = "database_down"
    DAMAGED = "damaged"


# The codes of SQLite are numbers, those of PostgreSQL texts.
_CODES: dict[DatabaseProblem, tuple[int | str, ...]] = {
    DatabaseProblem.CANNOT_WRITE: (
        *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR),
        *("53100", "25006"),  # the disk is full, the transaction is read-only
    ),
    # 40001: serialization failure, 40P01: deadlock, 55P03: lock not available. 23505: two phones wrote the same unique
    # value at the same moment, so one tries again.
    DatabaseProblem.BUSY: (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, "40001", "40P01", "55P03", "23505"),
    DatabaseProblem.DATABASE_DOWN: (sqlite3.SQLITE_CANTOPEN,),
    DatabaseProblem.DAMAGED: (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB),
}
_PROBLEMS = {code: problem for problem, codes in _CODES.items() for code in codes}


def problem_of(*, error: BaseException | None) -> DatabaseProblem | None:
    """Classify a database error, None for a bug."""
    if not isinstance(error, DatabaseError | InterfaceError | sqlite3.Error):
        return None
    cause = error if isinstance(error, sqlite3.Error) else error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0)
        # The trigger of the guard sees a doubled value before SQLite checks the unique index.
        is_doubled = code == sqlite3.SQLITE_CONSTRAINT_UNIQUE or "is never replaced" in str(cause)
        return DatabaseProblem.BUSY if is_doubled else _PROBLEMS.get(code & 0xFF)  # the primary code
    state = getattr(cause, "sqlstate", None)
    # Without a server, psycopg has no state to report.
    if state is None:
        return DatabaseProblem.DATABASE_DOWN if type(cause).__name__ == "OperationalError" else None
    is_down = state[:2] in ("08", "53", "57")  # the classes of connections, resources and operators
    return _PROBLEMS.get(state) or (DatabaseProblem.DATABASE_DOWN if is_down else None)


_FILE = "nightly.json"


class Nightly(Frozen):
    """The result of a nightly check."""

    at: datetime
    wrong: int
    copy: str = ""
    failure: str = ""


def keep_nightly(*, folder: Path, result: Nightly) -> None:
    # A page may read the file at any time, so it is replaced atomically.
    draft = folder / f".{_FILE}"
    draft.write_text(json.dumps(asdict(result) | {"at": result.at.isoformat()}), encoding="utf-8")
    draft.replace(folder / _FILE)


def last_nightly(*, folder: Path) -> Nightly | None:
    """Return the last result, None if missing or damaged."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        found = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        return Nightly(**found | {"at": datetime.fromisoformat(found["at"])})
    return None


STRANGERS_KEEP_FOR = timedelta(days=30)
STRANGERS_KEEP = 1_000


@transaction.atomic
def keep_verdict(*, judged: Judgement, stamp: Stamp, entry: Entry | None = None) -> KeptVerdict:
    """Keep a verdict under its key. Raises KeyReusedError."""
    device = stamp.device if stamp.device and access_of(device=stamp.device) else None
    version = game_by_id(game_id=judged.game).engine_version
    about = {"engine_version": version, "entry": entry, "device": device, "kept_at": stamp.at}
    said = {**asdict(judged), "texts": texts_of(judged.answer)}
    kept, is_new = KeptVerdict.objects.get_or_create(public_id=stamp.key, defaults=said | about)
    same = (judged.game, judged.claim, judged.rules, entry)
    if not is_new and (kept.game, kept.claim, kept.rules, kept.entry) != same:
        raise KeyReusedError
    if kept.is_of_a_stranger:
        forget_strangers_verdicts(now=stamp.at)
    return kept


def forget_strangers_verdicts(*, now: datetime) -> None:
    """Delete old and surplus verdicts of strangers."""
    of_strangers = KeptVerdict.objects.filter(device=None, entry=None)
    first_too_many = of_strangers.order_by("-id").values_list("pk", flat=True)[STRANGERS_KEEP:][:1]
    # Strangers may ask without limit of time, so their verdicts must not fill the disk.
    pushed_out = Q(pk__lte=next(iter(first_too_many), 0))
    gone = of_strangers.filter(pushed_out | Q(kept_at__lt=now - STRANGERS_KEEP_FOR))
    ApiAnswer.objects.filter(key__in=gone.values("public_id")).delete()
    gone.delete()
