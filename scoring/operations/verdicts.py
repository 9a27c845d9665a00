"""Keep a verdict, so that it can be shown and shared; what strangers keep has a bound and an end."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from scoring.games import game_by_id
from scoring.models import ApiAnswer, Entry, KeptVerdict
from scoring.operations.errors import KeyReusedError
from scoring.operations.table.posting import Stamp
from scoring.queries.judge import Judged
from scoring.queries.people.access import access_of

STRANGERS_KEEP_FOR = timedelta(days=30)
STRANGERS_KEEP = 1_000


@transaction.atomic
def keep_verdict(*, judged: Judged, stamp: Stamp, entry: Entry | None = None) -> KeptVerdict:
    """Keep a verdict under the key of its form and return it; `entry` is the declared hand it verifies.

    One that a stranger keeps pushes out the oldest. Raises KeyReusedError when the key names another verdict.
    """
    device = stamp.device if stamp.device and access_of(device=stamp.device) else None
    kept, is_new = KeptVerdict.objects.get_or_create(
        public_id=stamp.key,
        defaults={
            "game": judged.game,
            "claim": judged.claim,
            "rules": judged.rules,
            "answer": judged.answer,
            "engine_version": game_by_id(game_id=judged.game).engine_version,
            "entry": entry,
            "device": device,
            "kept_at": stamp.at,
        },
    )
    if not is_new and _is_another(kept, judged, entry):
        raise KeyReusedError
    if kept.is_of_a_stranger:
        forget_strangers_verdicts(now=stamp.at)
    return kept


def forget_strangers_verdicts(*, now: datetime) -> None:
    """Delete what strangers kept long ago, and all but the newest of it, with the answers to programs."""
    of_strangers = KeptVerdict.objects.filter(device=None, entry=None)
    first_too_many = of_strangers.order_by("-id").values_list("pk", flat=True)[STRANGERS_KEEP:][:1]
    pushed_out = Q(pk__lte=next(iter(first_too_many), 0))
    gone = of_strangers.filter(pushed_out | Q(kept_at__lt=now - STRANGERS_KEEP_FOR))
    ApiAnswer.objects.filter(key__in=gone.values("public_id")).delete()
    gone.delete()


def _is_another(kept: KeptVerdict, judged: Judged, entry: Entry | None) -> bool:
    same = (judged.game, judged.claim, judged.rules, entry)
    return (kept.game, kept.claim, kept.rules, kept.entry) != same
