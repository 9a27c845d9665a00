"""No page and no answer grows without limit with what it lists."""

import json
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

pytestmark = pytest.mark.django_db

# A page has at most 100 lines, so the smaller club fills one. The API is asked for ten.
FEW, MANY = {"lines": 100, "closed": 34, "open": 10}, {"lines": 220, "closed": 75, "open": 20}
MOST, MOST_QUERIES = 1.5, 17
PAGES = (
    *("/", "/phones/", "/debts/", "/history/", "/club/", "/club/curious/", "/sessions/new/", "/clubs/"),
    *("/sessions/{open}/", "/sessions/{open}/story/", "/sessions/{open}/close/", "/sessions/{open}/money/"),
    *("/sessions/{open}/setup/", "/sessions/{open}/hand/", "/sessions/{open}/watch/", "/sessions/{closed}/settle/"),
    *("/sessions/{open}/story/?all=1", "/players/{player}/", "/players/{player}/figures/", "/history/past/"),
    *("/api/v1/sessions/{open}/", "/api/v1/sessions/{closed}/settlement/", "/api/v1/sessions/{open}/balances/"),
)
API = "/api/v1/"
LISTS = (
    *("sessions/", "players/", "rule-sets/", "standings/", "partners/", "nominations/", "seasons/", "webhooks/"),
    *("players/{player}/", "players/{player}/figures/", "sessions/{open}/entries/", "sessions/{open}/story/"),
    *("sessions/{open}/statement/", "sessions/{open}/disputes/", "sessions/{open}/proposals/", "debts/"),
)


@dataclass(frozen=True, kw_only=True)
class Place:
    host: Client
    token: str
    ids: dict[str, UUID]

    def read(self, address: str) -> Any:
        there, bearer = address.format(**self.ids), {"authorization": f"Bearer {self.token}"}
        answer = Client().get(there, headers=bearer) if there.startswith(API) else self.host.get(there)
        assert answer.status_code == 200
        return answer

    def size(self, address: str) -> tuple[int, int]:
        with CaptureQueriesContext(connection) as queries:
            answer = self.read(address)
        return len(answer.content), len(queries)

    def rows(self, address: str, *, limit: int) -> dict[str, list[str]]:
        found, after = defaultdict[str, dict[str, None]](dict), ""
        while after is not None:
            answer = self.read(f"{API}{address}?limit={limit}{after and f'&after={after}'}").json()
            for name, rows in answer.items():
                found[name].update(dict.fromkeys(map(json.dumps, rows if isinstance(rows, list) else [])))
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
    last = night.entries.get(number=2)
    for number in range(3, count + 3):
        line = type(last)(**fields(last, {}) | {"number": number, "fingerprint": f"{number:064}"})
        line.save(force_insert=True)  # one by one, because payments belong to the newest line
        copied(last.payments.all(), [{last: line}])
        hand = fields(last.hand, {last: line}) | {"position": number, "after": number - 1}
        type(last.hand)(**hand).save(force_insert=True)


def more_people(club: Club, count: int) -> None:
    about = {"created_at": people.EVENING}
    Player.objects.bulk_create(Player(club=club, name=f"P{number}", **about) for number in range(count))
    tokens = ((hash_token(token=f"{club.pk}-{number}"), f"Phone {number}") for number in range(count))
    phones = Device.objects.bulk_create(Device(token_hash=token, label=label, **about) for token, label in tokens)
    Membership.objects.bulk_create(Membership(device=each, club=club, role=Role.VIEWER, **about) for each in phones)


def place(rows: dict[str, int]) -> Place:
    club = people.make_club(name=f"Club of {rows['lines']}")
    host = people.host_browser(club=club)
    closed, played = (people.start_night(club=club) for _ in range(2))
    for night in (closed, played):
        people.win(night)
        people.win(night, winner=people.BEN)
    people.close(closed)
    more_nights(closed, rows["closed"])
    more_nights(played, rows["open"])
    more_lines(played, rows["lines"])
    more_people(club, rows["lines"])
    read_history(club=club)
    ids = {"open": played.public_id, "closed": closed.public_id, "player": club.players.get(name="Ana").public_id}
    return Place(host=host, token=token_for(club=club), ids=ids)


@pytest.fixture(scope="module")
def places(module_db: None) -> tuple[Place, Place]:
    return place(FEW), place(MANY)


@pytest.mark.parametrize("address", [*PAGES, *(f"{API}{each}?limit=10" for each in LISTS)])
def test_nothing_grows_without_limit_with_what_it_lists(places: tuple[Place, Place], address: str) -> None:
    (many, queries), few = (each.size(address) for each in reversed(places))
    assert (many <= MOST * few[0], queries <= min(few[1], MOST_QUERIES)) == (True, True)


@pytest.mark.parametrize("address", LISTS[:-1])
def test_pages_of_an_answer_are_together_the_whole_list(places: tuple[Place, Place], address: str) -> None:
    assert places[0].rows(address, limit=23) == places[0].rows(address, limit=100)


@pytest.mark.parametrize(
    ("address", "link", "count"),
    [
        ("/", "/sessions/[0-9a-f-]{36}", 14),
        ("/phones/", 'list-link" href="[^"]+', 205),
        ("/sessions/{open}/story/", "/entries/[0-9]+/", 102),
    ],
)
def test_every_row_is_on_one_of_the_pages(places: tuple[Place, Place], address: str, link: str, count: int) -> None:
    found, number, text = set[str](), 0, 'rel="next"'
    while 'rel="next"' in text:
        number += 1
        text = places[0].read(f"{address}?page={number}").content.decode()
        found |= set(re.findall(link, text))
    assert len(found) == count


def test_a_refusal_is_shown_on_the_page_of_its_debt(places: tuple[Place, Place]) -> None:
    action = re.search('"(/debts/[^"]+page=2)', places[1].read("/debts/?page=2").content.decode())
    answer = places[1].host.post(action[1] if action else "", {"key": str(uuid4()), "way": "paid", "amount": "x"})
    assert (answer.status_code, answer.content.decode().count('folded" open')) == (422, 1)
