"""Keep what the nights before this year come to, which changes once a year and whenever one of them is put right."""

from scoring.models import Club, PastTally
from scoring.queries.figures.pasts import pasts


def keep_past(*, club: Club) -> None:
    """Sum up the nights before this year, where that was not done since one of them changed."""
    for past in pasts(club=club):
        if past.kept() is None:
            told = {"state": past.state, "rows": past.answer()}
            PastTally.objects.update_or_create(club=club, question=past.name, defaults=told)


def is_past_kept(*, club: Club) -> bool:
    return all(past.kept() is not None for past in pasts(club=club))
