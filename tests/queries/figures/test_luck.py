"""Luck of a player: what extra cards brought, beside the chance the cards of the hand left them."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.chances import luck_in
from scoring.games.cuajo.luck import trial_of
from scoring.games.cuajo.rules import read_rules
from scoring.models import Club, Hand, Player, Session
from scoring.operations.figures.tallies import keep_tallies
from scoring.queries.figures.luck import luck_of
from scoring.queries.figures.scope import People, kinds_played, read_scope
from tests import people

pytestmark = pytest.mark.django_db

EXTRA: dict[str, Any] = {
    "hand": "4O 4C 4B 5O 5C 5E 1O 1E 1B 10B 11B 12B 11O 11C 11E 12C",
    "bounit": "5E",
    "source": "claimed",
    "sowee": "3B",
}


def test_only_wins_that_turned_extra_cards_are_tried(session: Session) -> None:
    people.win(session)
    people.win(session, **EXTRA, extra="3B 10C 5B 3E 4E")
    people.win(session, **EXTRA, extra="10C")
    keep_tallies(club=session.club)
    scope = read_scope(club=session.club, asked={}, kinds=kinds_played(club=session.club))
    assert scope is not None

    found = luck_of(scope=scope, player=Player.objects.get(name="Ana"), people=People(session.club))

    hands = Hand.objects.select_related("entry").order_by("position")
    rules = read_rules(value="pagat")
    trials = [trial_of(act=hand.entry.act, verdict=hand.verdict, rules=rules) for hand in hands]
    assert trials[0] is None
    tried = [trial for trial in trials if trial is not None]
    assert [trial.came for trial in tried] == [True, False]
    assert {0 < trial.chance < 1 for trial in tried} == {True}
    assert found == luck_in(trials=tried)
    assert luck_of(scope=scope, player=Player.objects.get(name="Ben"), people=People(session.club)) is None


def test_the_page_of_both_conditions_tells_it(host: Client, club: Club) -> None:
    session = people.start_night(club=club)
    people.win(session, **EXTRA, extra="3B 10C 5B 3E 4E")
    ana = Player.objects.get(name="Ana")

    shown = " ".join(host.get(reverse("figure", args=[ana.public_id, "both"])).text.split())
    assert "1 time in 1 win with extra cards they brought both conditions." in shown
    assert "data-luck" not in host.get(reverse("figure", args=[ana.public_id, "sowee"])).text
