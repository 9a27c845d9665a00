"""What a table has beside its hands, as its game says."""

from dataclasses import dataclass

from scoring.games import game_by_id
from scoring.games.base import ActKind
from scoring.games.cuajo import Cuajo
from scoring.games.cuajo.rules import Scheme, read_rules
from scoring.models import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """Which acts a session knows. `cuajo` stands for the sowee, the companion and hands nobody won (C33)."""

    cuajo: bool
    declared: bool
    secrets: bool
    false_win: bool
    penalty: bool
    match: bool


def offers_of(*, session: Session) -> Offers:
    """Return what a session offers."""
    game = game_by_id(game_id=session.game)

    def asks(kind: ActKind) -> bool:
        return bool(game.asks(kind=kind, rules=session.rules))

    is_cuajo = session.game == Cuajo.id
    return Offers(
        cuajo=is_cuajo,
        declared=is_cuajo and read_rules(value=session.rules).scheme is Scheme.CONDITIONS,
        secrets=asks(ActKind.SECRET),
        false_win=asks(ActKind.FALSE_WIN),
        penalty=asks(ActKind.PENALTY),
        match=game.match is not None,
    )
