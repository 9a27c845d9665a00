"""Time the page of the club and a player's page of a club with many nights beside one with few.

Run `python -m uv run --dev python -m benchmarks.players`; it replaces the section "Players" of
benchmarks/RESULTS.md.
"""

import os
from pathlib import Path
from statistics import median
from tempfile import mkdtemp

os.environ["CUAJO_DATA"] = mkdtemp(prefix="cuajo-players-")
os.environ["DJANGO_SETTINGS_MODULE"] = "cuajo_site.settings"

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from benchmarks.pages import count_queries, milliseconds
from benchmarks.recording import load, machine, record
from scoring.management.serving import collect_static
from scoring.models import Club
from tests import people

FEW, MANY = 3, 300
HANDS = 4
ROUNDS = 30


def main() -> None:
    """Measure, print and record."""
    call_command("migrate", verbosity=0)
    collect_static(stamp=Path(os.environ["CUAJO_DATA"]) / "static_version")
    connection.cursor().execute("PRAGMA synchronous=OFF")
    phones = tuple(_club(nights) for nights in (FEW, MANY))
    pages = (("the club", _list), ("a player's page", _player))
    rows = "\n".join(_row(name, [(phone, page(phone, club)) for phone, club in phones]) for name, page in pages)
    body = (
        f"{machine()}, {load()}. Processor time; nights of {HANDS} hands.\n\n"
        f"| page | {FEW} nights, ms | {MANY} nights, ms | ratio | queries |\n|---|---|---|---|---|\n{rows}"
    )
    print(body)
    record(heading="Players", body=body)


def _club(nights: int) -> tuple[Client, Club]:
    club = people.make_club(name=f"{nights} nights")
    for _ in range(nights):
        session = people.start_night(club=club)
        for hand in range(HANDS):
            people.win(session, winner=hand % 4 + 1)
    return people.host_browser(club=club), club


def _list(_phone: Client, _club: Club) -> str:
    return reverse("club")


def _player(_phone: Client, club: Club) -> str:
    return reverse("player", args=[club.players.order_by("pk")[0].public_id])


def _row(name: str, asked: list[tuple[Client, str]]) -> str:
    times = [[milliseconds(phone, page) for phone, page in asked] for _ in range(ROUNDS)]
    few, many = (median(column) for column in zip(*times, strict=True))
    queries = " and ".join(str(count_queries(phone, page)) for phone, page in asked)
    return f"| {name} | {few:.1f} | {many:.1f} | {many / few:.2f} | {queries} |"


if __name__ == "__main__":
    main()
