"""The questions about years past whose answers are kept."""

from collections.abc import Iterator

from scoring.models import Club
from scoring.queries.figures.figures import PLAYERS
from scoring.queries.figures.pairs import PAIRS
from scoring.queries.figures.scope import kinds_played, read_scope
from scoring.queries.figures.standings import MONEY
from scoring.queries.figures.years import Past, past_of


def pasts(*, club: Club) -> Iterator[Past]:
    """Yield each of them for everything that the club has played."""
    kinds = kinds_played(club=club)
    for kind in kinds:
        scope = read_scope(club=club, asked={"game": kind.game, "currency": kind.currency.code}, kinds=kinds)
        for question in (PLAYERS, PAIRS, MONEY):
            if scope and (past := past_of(scope=scope, question=question)):
                yield past
