"""Random clubs: nights of random length in several currencies, odd names, objections, merged players."""

import copy
import random
from datetime import date, timedelta
from typing import Any

from django.db import transaction

from scoring.models import Club, Device, Entry, EntryKind, Ruling, Session
from scoring.operations.figures.fixtures import add_fixture, link_night
from scoring.operations.figures.seasons import set_season
from scoring.operations.judge.verdicts import keep_verdict
from scoring.operations.people.devices import new_token
from scoring.operations.people.players import erase_player, merge_players, player_called
from scoring.operations.rules.rule_sets import add_rule_set
from scoring.operations.sessions.closing import hand_over_early
from scoring.operations.sessions.past import PastNight, PastTerms, enter_past, take_back_past
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import record_hand
from scoring.operations.table.matches import settle_match
from scoring.operations.table.reversing import undo
from scoring.operations.table.seating import Mistake, Order, SeatsCorrection, change_seats, correct_seats
from scoring.operations.table.turns import Turns
from scoring.queries.books import document
from scoring.queries.judge.answers import Judged
from scoring.queries.table.seatings import seatings_of
from scoring.queries.table.tables import SeatResult, is_closed, last_entry_number, results
from tests import people
from tests.operations.table.test_random_walk import RULES, Walk

ODD_NAMES = ("=1+1", "-Ben", "@Dan", "José Rizal", 'Li "李" ; x', "Ana|Ben  (C)", "date:x", "\u200fعلي")
CURRENCIES = ("PHP", "EUR", "JPY", "points")


def random_club(*, club: Club, seed: int, steps: int = 25) -> Club:
    """Fill a club with one to three random nights and whatever belongs to them, and return it."""
    chance = random.Random(seed)
    phone = Device.objects.create(token_hash=new_token(), label="Safari, iPhone", created_at=people.EVENING)
    for _ in range(chance.randint(1, 3)):
        turns = chance.choice((Turns.NONE, Turns.NONE, Turns.TAP))
        names = tuple(chance.sample((*people.NAMES, *ODD_NAMES), 5 if turns else 4))
        currency = chance.choice(CURRENCIES)
        session = people.start_night(club=club, rules=RULES, names=names, currency=currency, turns=turns)
        walk = Walk(session=session, chance=chance)
        for _ in range(chance.randint(0, steps)):
            walk.step()
        _object(walk, phone=phone)
        if not is_closed(session=session):
            _change_seats(session, chance)
    if chance.random() < 0.5:
        add_rule_set(club=club, game="cuajo", name="Ours", rules=RULES, at=people.EVENING)
    if chance.random() < 0.5:
        season = set_season(
            club=club, name="=Rains", since=date(2026, 6, 1), until=date(2026, 8, chance.randint(1, 31))
        )
        players = [seat.player for seat in session.seats.select_related("player")]
        fixture = add_fixture(season=season, day=season.since, table=1, players=players)
        if chance.random() < 0.5:
            link_night(fixture=fixture, session=session)
    if chance.random() < 0.5:
        newcomer = player_called(club=club, name="Newcomer", at=people.EVENING)
        merge_players(player=newcomer, into=chance.choice(club.players.exclude(pk=newcomer.pk)))
    if chance.random() < 0.5:
        erase_player(player=chance.choice(club.players.filter(merged_into=None)), at=people.EVENING)
    if chance.random() < 0.5:
        enter_random_past(club=club, chance=chance)
    return club


def enter_random_past(*, club: Club, chance: random.Random) -> Session:
    """Enter a night played before, of people known and new, and take one in three back; return it."""
    won = [chance.randint(-900, 900) for _ in range(chance.randint(1, 7))]
    named = club.players.filter(merged_into=None, erased_at=None).order_by("pk")
    names = chance.sample(sorted({*named.values_list("name", flat=True), *people.NAMES, "Lola"}), len(won) + 1)
    terms = PastTerms(game="cuajo", currency=chance.choice(CURRENCIES[:-1]), paid=chance.random() < 0.5)
    night = PastNight(
        day=people.EVENING.date() - timedelta(days=chance.randint(0, 20_000)),
        results=tuple(zip(names, (*won, -sum(won)), strict=True)),
    )
    (session,) = enter_past(club=club, terms=terms, nights=(night,), stamp=people.stamp())
    if chance.random() < 0.3:
        last = last_entry_number(session=session)
        take_back_past(session=session, reason="Another day", expected_entry=last, stamp=people.stamp())
    return session


def match_of_points(*, club: Club) -> Session:
    """Return a night of the toy: 1 a hand, 2 the match settled, 3 that undone, 4 settled again, 5 a hand."""
    session = people.start_night(club=club, game="toy", rules="toy", stake_factor=2)
    _score(session, winner=people.ANA, points=10)
    undo(entry=settle(session), reason="", stamp=people.stamp())
    _score(session, winner=people.BEN, points=4)
    return session


def settle(session: Session) -> Entry:
    """Settle the match that is played."""
    newest = last_entry_number(session=session)
    return settle_match(session=session, expected_entry=newest, stamp=people.stamp())


def _score(session: Session, *, winner: int, points: int) -> None:
    act = {"winner": winner, "points": points}
    record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())


def forgotten(club: Club) -> None:
    """Forget everything since the last savepoint: books cannot be deleted, but they can be rolled back."""
    transaction.set_rollback(True)


def standings(club: Club) -> dict[str, tuple[SeatResult, ...]]:
    """Return who stands where in every night."""
    return {str(night.public_id): results(session=night) for night in club.sessions.all()}


def fingerprints(club: Club) -> dict[str, list[str]]:
    """Return the fingerprints of every line of every night."""
    return {
        str(night.public_id): list(night.entries.values_list("fingerprint", flat=True)) for night in club.sessions.all()
    }


def _change_seats(session: Session, chance: random.Random) -> None:
    """Go on with somebody new on mixed seats, hand cash over early, and put seats right since a hand."""
    names = [*(seat.player.name for seat in session.seats.select_related("player"))][:3]
    order = Order(names=tuple(chance.sample([*names, "Latecomer"], 4)))
    newest = last_entry_number(session=session)
    change_seats(session=session, order=order, expected_entry=newest, stamp=people.stamp())
    seats = seatings_of(session=session).now.seats
    for _ in range(chance.randint(1, 3)):
        hand = people.win(session, winner=chance.choice(seats)).hand
    if not session.money.is_points:
        payer, payee = chance.sample(seats, 2)
        hand_over_early(session=session, payer=payer, payee=payee, amount_cents=7, stamp=people.stamp())
    if chance.random() < 0.5:
        correct_seats(
            correction=SeatsCorrection(
                hand=hand,
                order=Order(names=tuple(chance.sample(order.names, 4))),
                mistake=chance.choice(list(Mistake)),
                reason="we sat otherwise",
                expected_entry=last_entry_number(session=session),
            ),
            stamp=people.stamp(),
        )


def _object(walk: Walk, *, phone: Device) -> None:
    """Object to a line, let somebody speak to it, and keep a verdict on it."""
    hands = [hand for hand in walk.live(EntryKind.HAND) if hand.number not in walk.model.disputed]
    if not hands:
        return
    entry, stamp = walk.chance.choice(hands), people.stamp(device=phone)
    dispute = raise_dispute(entry=entry, seat=walk.session.seats.get(number=2), why="no, I had", stamp=stamp)
    phones = (phone, None)  # one phone speaks for one player
    for seat in walk.chance.sample((1, 2), walk.chance.randint(0, 2)):
        stamp = people.stamp(device=phones[seat - 1])
        speaker = walk.session.seats.get(number=seat)
        give_voice(dispute=dispute, seat=speaker, ruling=Ruling.CORRECT, stamp=stamp)
    judged = Judged(game="cuajo", claim=people.WORKED_WIN, rules=walk.session.rules, answer={"valid": True})
    keep_verdict(judged=judged, stamp=people.stamp(device=phone), entry=entry)


def a_file(*, seed: int = 1, steps: int = 25) -> dict[str, Any]:
    """Return the books of a random club that is forgotten again."""
    with transaction.atomic():
        file = document.club_books(club=random_club(club=people.make_club(), seed=seed, steps=steps))
        forgotten(Club.objects.get())
    return copy.deepcopy(file)


def first_paid(file: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Return the index and the first line of the first night that moves money."""
    return next((i, entry) for i, entry in enumerate(file["sessions"][0]["entries"]) if entry["payments"])
