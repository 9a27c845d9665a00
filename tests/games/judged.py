"""Judge an act as it is entered or stored."""

from collections.abc import Mapping

from scoring.games.base import ActKind, AnyGame, HouseRules, Outcome, Seat


def judged(
    game: AnyGame, *, kind: ActKind, act: Mapping[str, object], rules: HouseRules, seats: tuple[Seat, ...]
) -> Outcome:
    read = game.read_act(kind=kind, data=act, rules=rules, seats=seats)
    return game.judge(act=read, rules=rules, seats=seats)
