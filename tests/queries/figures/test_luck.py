"""Luck of a player beside the exact chances."""

from collections import Counter
from typing import Any

import pytest

from scoring.games.chances import Draw, Wait, luck_in, luck_in_draws
from scoring.games.cuajo.hand.near_miss import is_win
from scoring.games.cuajo.hand.splits import hold
from scoring.games.cuajo.luck import fortune_of
from scoring.games.cuajo.pack.cards import COPIES, KINDS, read_cards
from scoring.games.cuajo.rules import read_rules
from scoring.models import Hand, Player, Session
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


def test_luck_is_that_of_all_wins_entered_with_cards(session: Session) -> None:
    people.win(session)
    people.win(session, **EXTRA, extra="3B 10C 5B 3E 4E")
    people.win(session, **EXTRA, extra="10C")
    keep_tallies(club=session.club)
    scope = read_scope(club=session.club, asked={}, kinds=kinds_played(club=session.club))
    assert scope is not None

    found = luck_of(scope=scope, player=Player.objects.get(name="Ana"), people=People(session.club))

    hands = Hand.objects.select_related("entry").order_by("position")
    rules = read_rules(value="pagat")
    told = [fortune_of(act=hand.entry.act, verdict=hand.verdict, rules=rules) for hand in hands]
    each = [fortune for fortune in told if fortune]
    trials = [fortune.extra for fortune in each if fortune.extra]
    assert len(each) == 3
    assert [trial.came for trial in trials] == [True, False]
    assert {0 < trial.chance < 1 for trial in trials} == {True}
    assert found is not None
    assert found.extra == luck_in(trials=trials)
    assert found.kings == luck_in_draws(draws=[fortune.kings for fortune in each])
    assert found.sowee.count == 3
    assert luck_of(scope=scope, player=Player.objects.get(name="Ben"), people=People(session.club)) is None


LAID: dict[str, Any] = {
    "hand": "4O 4O 4O 4O 5O 5C 5E 1O 1E 1B 10B 11B 12B 11O 11C 11E",
    "sowee": "3B",
    "secrets": ["4O"],
}


@pytest.mark.parametrize(("changes", "unseen"), [({}, 96), (LAID, 96), ({"bounit": ""}, None)])
def test_a_hand_owes_its_kings_its_sowee_and_its_wait_to_the_cards(changes: dict[str, Any], unseen: int | None) -> None:
    act = {**EXTRA, **changes, "declared": False}
    found = fortune_of(act=act, verdict={"conditions": None}, rules=read_rules(value="pagat"))
    assert found is not None
    if not changes:
        assert found.kings == Draw(held=16, marked=16, of=111, came=2)
        assert found.sowee == Draw(held=16, marked=3, of=111, came=0)
    fifteen = act["hand"].replace("5E", "", 1)
    assert found.wait == (unseen and Wait(winning=winning_cards(fifteen, sowee="3B"), unseen=unseen))


def winning_cards(fifteen: str, *, sowee: str) -> int:
    """Return how many cards nobody has seen win, as the judge says of each kind put to the fifteen."""
    known = Counter([*fifteen.split(), sowee])
    total = 0
    for card in KINDS:
        if known[str(card)] < COPIES:
            held = hold(cards=read_cards(text=f"{fifteen} {card}").cards, sowee=read_cards(text=sowee).cards[0])
            total += (COPIES - known[str(card)]) * is_win(holding=held)
    return total


def test_a_hand_without_its_cards_owes_nothing() -> None:
    act = {**EXTRA, "declared": True}
    assert fortune_of(act=act, verdict={"conditions": None}, rules=read_rules(value="pagat")) is None
