"""Time the pages of the history in a club of twenty years: 125,000 hands of 60 players.

Run `python -m uv run python -m benchmarks.history`; it replaces the section "History" of benchmarks/RESULTS.md.
The books are written straight into the database; their fingerprints are not those of real ones.
"""

import os
import random
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from time import process_time
from uuid import uuid4

os.environ["CUAJO_DATA"] = mkdtemp(prefix="cuajo-history-")
os.environ["DJANGO_SETTINGS_MODULE"] = "cuajo_site.settings"

import django

django.setup()

from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from benchmarks.pages import count_queries
from benchmarks.recording import machine, record
from scoring.management.serving import collect_static
from scoring.models import Club, Entry, Hand, Payment, Player, Seat, Session, guard
from scoring.operations.history import read_history
from tests import people

NIGHTS, HANDS, PLAYERS = 5_000, 25, 60
FEW = 50
ROUNDS = 15


def main() -> None:
    """Measure, print and record."""
    call_command("migrate", verbosity=0)
    collect_static(stamp=Path(os.environ["CUAJO_DATA"]) / "static_version")
    connection.cursor().execute("PRAGMA synchronous=OFF")
    guard.lift(connection)
    clubs = tuple(_club(nights) for nights in (FEW, NIGHTS))
    guard.restore(connection)
    started = process_time()
    read_history(club=clubs[1])
    summed_seconds = process_time() - started
    phones = tuple((people.host_browser(club=club), _pages(club)) for club in clubs)
    rows = "\n".join(_row(name, phones) for name in phones[0][1])
    body = (
        f"{machine()}. Milliseconds of the processor, so that other work on the machine counts for little.\n"
        f"{NIGHTS:,} nights, {NIGHTS * HANDS:,} hands, {PLAYERS} players. All nights were summed up in\n"
        f"{summed_seconds:.0f} s, once.\n\n"
        f"| page | {FEW} nights, ms | {NIGHTS:,} nights, ms | queries |\n|---|---|---|---|\n{rows}"
    )
    print(body)
    record(heading="History", body=body)


@transaction.atomic
def _club(nights: int) -> Club:
    chance = random.Random(nights)
    club = people.make_club(name=f"{nights} nights")
    first = people.start_night(club=club)
    people.win(first)
    model = first.entries.get()
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Player {number}", created_at=people.EVENING) for number in range(PLAYERS)
    )
    for number in range(nights):
        started_at = timezone.now() - timedelta(days=20 * 365 * (nights - number) / nights)
        _night(club, model, chance.sample(players, 4), started_at, chance)
    return club


def _night(club: Club, model: Entry, players: list[Player], started_at: datetime, chance: random.Random) -> None:
    first = model.session
    session = Session.objects.create(
        club=club,
        game=first.game,
        rules=first.rules,
        currency=first.currency,
        minor_digits=2,
        stake_factor=1,
        first_dealer=1,
        day=club.day_at(started_at),
        started_at=started_at,
        key=uuid4(),
        content_hash="",
    )
    seats = Seat.objects.bulk_create(
        Seat(session=session, number=place, player=player) for place, player in enumerate(players, start=1)
    )
    entries = Entry.objects.bulk_create(
        Entry(
            session=session,
            number=number,
            kind="hand",
            act={**model.act, "winner": chance.randint(1, 4)},
            recorded_at=started_at + timedelta(minutes=8 * number),
            fingerprint=f"{number:064}",
        )
        for number in range(1, HANDS + 1)
    )
    Hand.objects.bulk_create(
        Hand(
            entry=entry,
            session=session,
            position=entry.number,
            after=entry.number - 1,
            winner=entry.act["winner"],
            deals_next=entry.act["winner"],
            verdict=model.hand.verdict,
            engine_version="2",
        )
        for entry in entries
    )
    Payment.objects.bulk_create(
        Payment(entry=entry, payer=seat, payee=seats[entry.act["winner"] - 1], amount_cents=90)
        for entry in entries
        for seat in seats
        if (seat.number - entry.act["winner"]) % 2
    )


def _pages(club: Club) -> dict[str, str]:
    one, other = (seat.player.public_id for seat in Seat.objects.filter(session__club=club).order_by("-pk")[:3:2])
    return {
        "a player": reverse("player", args=[one]),
        "two players": reverse("pair", args=[one, other]),
        "standings": reverse("standings"),
        "standings of a year": f"{reverse('standings')}?period=2025",
        "partners and rivals": reverse("partners"),
        "history": reverse("history"),
    }


def _row(name: str, phones: tuple[tuple[Client, dict[str, str]], ...]) -> str:
    for phone, pages in phones:
        phone.get(pages[name])
    few, many = (median(_milliseconds(phone, pages[name]) for _ in range(ROUNDS)) for phone, pages in phones)
    queries = " and ".join(str(count_queries(phone, pages[name])) for phone, pages in phones)
    return f"| {name} | {few:.0f} | {many:.0f} | {queries} |"


def _milliseconds(phone: Client, page: str) -> float:
    started = process_time()
    phone.get(page)
    return (process_time() - started) * 1000


if __name__ == "__main__":
    main()
