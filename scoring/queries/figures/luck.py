"""Luck: how often the cards gave a player what a hand left to them, beside the exact chances."""

from django.db.models import F

from scoring.games.chances import Luck, luck_in
from scoring.models import Hand, Player
from scoring.queries.figures.scope import People, Scope
from scoring.queries.table.terms import load_terms

MOST_WINS = 200


def luck_of(*, scope: Scope, player: Player, people: People) -> Luck | None:
    """Return how the newest wins of a player that left something to the cards went; None without one."""
    won = Hand.objects.filter(
        scope.of("session__tally__"),
        entry__reversal=None,
        session__seats__number=F("winner"),
        session__seats__player__in=people.ids_of(player),
    )
    newest = won.select_related("entry", "session").order_by("-session__started_at", "-position")
    hands = tuple(newest.exclude(entry__act__extra="").filter(entry__act__declared=False)[:MOST_WINS])
    load_terms(sessions={hand.session for hand in hands})
    trials = (
        hand.session.played.trial(
            act=hand.entry.act, verdict=hand.verdict, rules=hand.session.as_at(position=hand.position).house_rules
        )
        for hand in hands
    )
    found = [trial for trial in trials if trial is not None]
    return luck_in(trials=found) if found else None
