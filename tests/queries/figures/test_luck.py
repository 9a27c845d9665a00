"""Luck of a player beside the exact chances."""

from typing import Any

from scoring.games.chances import luck_in, luck_in_draws
from scoring.games.cuajo.luck import fortune_of
from scoring.games.cuajo.rules import read_rules
from scoring.models import Hand, Player, Session
from scoring.operations.figures.tallies import keep_tallies
from scoring.queries.figures.luck import luck_of
from scoring.queries.figures.scope import People, kinds_played, read_scope
from tests import people

EXTRA: dict[str, Any] = {
    "hand": "4O 4C 4B 5O 5C 5E 1O 1E 1B 10B 11B 12B 11O 11C 11E 12C",
    "bounit": "5E",
    "source": "claimed",
    "sowee": "3B",
}


def test_luck_is_that_of_all_wins_entered_with_cards(session: Session) -> None:
    people.win(session)
    people.win(session, **EXTRA, extra="3B 10C 5B 3E 4E")
    people.win(session, **EXTRA, extra="10C")
    keep_tallies(club=session.club)
    scope = read_scope(club=session.club, asked={}, kinds=kinds_played(club=session.club))
    assert scope is not None
    found = luck_of(scope=scope, player=Player.objects.get(name="Ana"), people=People(session.club))
    hands, rules = Hand.objects.select_related("entry").order_by("position"), read_rules(value="pagat")
    each = [fortune_of(act=hand.entry.act, verdict=hand.verdict, rules=rules) for hand in hands]
    trials = [fortune.extra for fortune in each if fortune and fortune.extra]
    assert [trial.came for trial in trials] == [True, False]
    assert found is not None
    assert found.extra == luck_in(trials=trials)
    assert found.kings == luck_in_draws(draws=[fortune.kings for fortune in each if fortune])
    assert found.sowee.count == 3
