"""Keep a verdict, so that it can be shown and shared."""

from django.db import transaction

from scoring.games import game_by_id
from scoring.models import Entry, KeptVerdict
from scoring.operations.errors import KeyReusedError
from scoring.operations.table.posting import Stamp
from scoring.queries.judge.answers import Judged


@transaction.atomic
def keep_verdict(*, judged: Judged, stamp: Stamp, entry: Entry | None = None) -> KeptVerdict:
    """Keep a verdict under the key of its form and return it; `entry` is the declared hand it verifies.

    The same key twice keeps once. Raises KeyReusedError when the key stands for another verdict.
    """
    kept, is_new = KeptVerdict.objects.get_or_create(
        public_id=stamp.key,
        defaults={
            "game": judged.game,
            "claim": judged.claim,
            "rules": judged.rules,
            "answer": judged.answer,
            "engine_version": game_by_id(game_id=judged.game).engine_version,
            "entry": entry,
            "device": stamp.device,
            "kept_at": stamp.at,
        },
    )
    if not is_new and _is_another(kept, judged, entry):
        raise KeyReusedError
    return kept


def _is_another(kept: KeptVerdict, judged: Judged, entry: Entry | None) -> bool:
    same = (judged.game, judged.claim, judged.rules, entry)
    return (kept.game, kept.claim, kept.rules, kept.entry) != same
