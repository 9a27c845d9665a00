"""No page or answer grows without limit with its lists: 250 rows of each kind, 1,000 with CUAJO_TEST_SCALE=4."""

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import Club, Device, Membership, Player, Role, Session, hash_token
from scoring.operations.history import read_history
from tests import people
from tests.api.programs import token_for
from tests.api.web import test_rights as api
from tests.everything import everything
from tests.web import test_rights as web

pytestmark = pytest.mark.django_db

# A page has at most 100 lines, so the smaller club fills one of each. The API is asked for ten.
FEW, MANY = 100, min(1000, 250 * int(os.environ.get("CUAJO_TEST_SCALE", "1")))
MOST, MOST_QUERIES = 1.5, 17
API = "/api/v1/"
FILES = {"export-club", "export-session", "history-csv", "melds", "export/", "sessions/*/export/", "rule-sets/*/file/"}
PAGES, RESOURCES = (
    sorted({name for (method, name), marks in stated.items() if (method, marks[4]) == ("GET", "+")} - FILES)
    for stated in (web.STATED, api.STATED)
)
LISTS = (
    *("sessions/", "players/", "rule-sets/", "standings/", "partners/", "nominations/", "seasons/", "webhooks/"),
    *("players/*/", "players/*/figures/", "players/*/with/*/", "sessions/*/entries/", "sessions/*/story/"),
    *("sessions/*/statement/", "sessions/*/disputes/", "sessions/*/proposals/", "debts/"),
)
OF_A_CLOSED = {"settle", "receipt", "sessions/*/settlement/"}


@dataclass(frozen=True, kw_only=True)
class Place:
    host: Client
    token: str
    known: dict[str, object]

    def address(self, name: str, *, query: str = "") -> str:
        known = {**self.known, "sessions": self.known["settled"]} if name in OF_A_CLOSED else self.known
        if name in web.NAMES:
            return web.address(name, known=known) + query
        route = next(each for each in api.ROUTES if api.short(each) == name)
        return f"{API}{api.address(route, known)}{query}"

    def read(self, name: str, *, query: str = "") -> Any:
        there, bearer = self.address(name, query=query), {"authorization": f"Bearer {self.token}"}
        answer = Client().get(there, headers=bearer) if there.startswith(API) else self.host.get(there)
        assert answer.status_code in (200, 302, 409)  # a night without proposals has no page for one
        return answer

    def size(self, name: str) -> tuple[int, int]:
        with CaptureQueriesContext(connection) as queries:
            answer = self.read(name, query="?limit=10" if name in LISTS else "")
        return len(answer.content), len(queries)

    def rows(self, name: str, *, limit: int) -> dict[str, list[str]]:
        found, after = defaultdict[str, dict[str, None]](dict), ""
        while after is not None:
            answer = self.read(name, query=f"?limit={limit}{after and f'&after={after}'}").json()
            for listed, rows in answer.items():
                found[listed].update(dict.fromkeys(map(json.dumps, rows if isinstance(rows, list) else [])))
            after = answer["next_after"]
        return {name: list(rows) for name, rows in found.items()}


def copied(rows: Iterable[Model], copies: list[dict[Model, Model]]) -> None:
    made = [(copy, row, type(row)(**fields(row, copy))) for row in rows for copy in copies]
    for copy, row, each in made:
        copy[row] = each
    if made:
        type(made[0][1])._default_manager.bulk_create(each for _copy, _row, each in made)


def fields(row: Model, copy: dict[Model, Model]) -> dict[str, object]:
    found = {field.name: getattr(row, field.name) for field in row._meta.concrete_fields if not field.primary_key}
    new = {name: uuid4() for name, value in found.items() if isinstance(value, UUID)}
    return found | new | {name: copy[each] for name, each in found.items() if isinstance(each, Model) and each in copy}


def more_nights(night: Session, count: int) -> None:
    copies: list[dict[Model, Model]] = [{} for _ in range(count)]
    copied([night], copies)
    copied(night.seats.all(), copies)
    for line in night.entries.order_by("number"):
        for rows in ([line], line.payments.all(), [line.hand] if hasattr(line, "hand") else []):
            copied(rows, copies)


def more_lines(night: Session, count: int) -> None:
    last = night.entries.get(number=1)
    for number in range(3, count + 3):
        line = type(last)(**fields(last, {}) | {"number": number, "fingerprint": f"{number:064}"})
        line.save(force_insert=True)  # one by one, because payments belong to the newest line
        copied(last.payments.all(), [{last: line}])
        hand = fields(last.hand, {last: line}) | {"position": number - 1, "after": number - 1}
        type(last.hand)(**hand).save(force_insert=True)


def more_people(club: Club, count: int) -> None:
    about = {"created_at": people.EVENING}
    Player.objects.bulk_create(Player(club=club, name=f"P{number}", **about) for number in range(count))
    tokens = ((hash_token(token=f"{club.pk}-{number}"), f"Phone {number}") for number in range(count))
    phones = Device.objects.bulk_create(Device(token_hash=token, label=label, **about) for token, label in tokens)
    Membership.objects.bulk_create(Membership(device=each, club=club, role=Role.VIEWER, **about) for each in phones)


def place(rows: int) -> Place:
    club = people.make_club(name=f"Club of {rows}")
    host = people.host_browser(club=club)
    played = people.start_night(club=club)
    known = everything(session=played, host=Device.objects.get(memberships__club=club))
    more_nights(club.sessions.exclude(pk=played.pk).get(), rows)
    more_nights(played, rows)
    more_lines(played, rows)
    more_people(club, rows)
    read_history(club=club)
    return Place(host=host, token=token_for(club=club), known=known)


@pytest.fixture(scope="module")
def places(module_db: None) -> tuple[Place, Place]:
    return place(FEW), place(MANY)


@pytest.mark.parametrize("name", [*PAGES, *RESOURCES])
def test_nothing_grows_without_limit_with_what_it_lists(places: tuple[Place, Place], name: str) -> None:
    (many, queries), few = (each.size(name) for each in reversed(places))
    assert (many <= MOST * few[0], queries <= min(few[1], MOST_QUERIES)) == (True, True)


@pytest.mark.parametrize("name", LISTS[:-1])
def test_pages_of_an_answer_are_together_the_whole_list(places: tuple[Place, Place], name: str) -> None:
    assert places[0].rows(name, limit=23) == places[0].rows(name, limit=100)


@pytest.mark.parametrize(
    ("name", "link", "count"),
    [
        ("home", "/sessions/[0-9a-f-]{36}", 104),
        ("phones", 'list-link" href="[^"]+', 206),
        ("night", "/entries/[0-9]+/", 102),
    ],
)
def test_every_row_is_on_one_of_the_pages(places: tuple[Place, Place], name: str, link: str, count: int) -> None:
    found, number, text = set[str](), 0, 'rel="next"'
    while 'rel="next"' in text:
        number += 1
        text = places[0].read(name, query=f"?page={number}").content.decode()
        found |= set(re.findall(link, text))
    assert len(found) == count


def test_a_refusal_is_shown_on_the_page_of_its_debt(places: tuple[Place, Place]) -> None:
    action = re.search('"(/debts/[^"]+page=2)', places[1].read("debts", query="?page=2").content.decode())
    answer = places[1].host.post(action[1] if action else "", {"key": str(uuid4()), "way": "paid", "amount": "x"})
    assert (answer.status_code, answer.content.decode().count('folded" open')) == (422, 1)
