"""Every address and method with everybody who may ask: each answer is stated in one table, and holds.

Somebody is let in (+), told to ask the host (-, 403) or finds nothing there (0, 404). A method that is in no row with
the name of the address does not exist (405). Who asks, a column each:

s stranger, v viewer, p player, k scorekeeper, h host, o host of another club, n viewer of one night only,
r host whose phone was sent away.
"""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cuajo_site.urls import pages
from tests.everything import rights
from tests.pseudo import plain_on
from tests.web.conftest import as_it_was

pytestmark = pytest.mark.django_db

COLUMNS = "svpkhonr"
TABLE = """
GET  ++++++++ accessibility asked enter-code game-judge game-question game-rules healthz join-link judge-live
              live-process manifest melds rules shared take-along verdict
GET  -++++++- clubs elsewhere forget home me record worker
GET  -+++++-- debts history partners players standings standings-csv summary
GET  -++++0+- audit entry export-session live night night-picture nominations-picture objections receipt settle
              statement table watch
GET  -++++0-- figure league pair period-picture player
GET  --+++0-- cash dispute propose
GET  ---+++-- new-game-session new-session past-nights
GET  ---++0-- about carry chips chips-back close correct count-chips drawn-hand false-win free-payment hand mend-seats
              pay-debt quick-hand refund reopen seats secret sowee spend-tong take-back-night terms tong undo verify
GET  ----++-- asking club export-club import-rule-set new-rule-set phones programs protection rule-sets seasons
GET  ----+0-- add-fixture erase-player export-rule-set link merge-player phone remove-rule-set revoke-phone rule-set
              switches
GET  ---000-- match penalty
GET  00000000 authority full-member new-password sign-in sign-up
POST ++++++++ accessibility enter-code forget join-link keep-verdict language take-along
POST -++++++- me
POST 0++++0+0 enter-club
POST --++++-- pay-netted take-back-debts
POST --+++0-- cash dispute hand-over hand-verdict propose rule-dispute take-back
POST ---+++-- enter-past-nights new-game-session new-session past-nights practise settle-all start-again
POST ---++0-- about carry chips chips-back close companion correct count-chips decline-proposal drawn-hand false-win
              free-payment hand hints mend-seats pay-debt quick-hand refund reopen seats secret sowee spend-tong
              swap-seats take-back-night terms tong turn undo verify
POST ----++-- change-deck close-joining club import-rule-set new-link new-rule-set new-webhook open-joining passcode
              programs protection put-alarm-aside rate-players remove-season seasons
POST ----+0-- add-fixture answer-phone erase-player merge-player move-phone phone remove-fixture remove-rule-set
              remove-webhook rename-player revoke-phone rule-set switches take-back-link
POST ----00-- link-fixture revoke-program unlink-fixture
POST ---000-- match penalty
POST 00000000 new-club new-password sign-in sign-out sign-up
"""
STATED = rights(TABLE)
NAMES = sorted({str(pattern.name) for pattern in pages})
METHODS = ("GET", "POST")
FURTHER = ("HEAD", "PUT", "PATCH", "DELETE")
"""Read as GET or refused before it is looked who asks, so those who may nothing and everything ask for all."""
MARKS = {403: "-", 404: "0", 405: "x"}
NOT_THERE = "x" * len(COLUMNS)
KINDS = {
    "players": ("player", "rename-player", "merge-player", "erase-player", "figure", "pair"),
    "rule-sets": ("rule-set", "export-rule-set", "remove-rule-set"),
    "phones": ("phone", "revoke-phone", "move-phone"),
    "links": ("link", "take-back-link"),
    "seasons": ("league", "add-fixture", "remove-season"),
    "fixtures": ("remove-fixture", "link-fixture", "unlink-fixture"),
    "clubs": ("enter-club",),
    "webhooks": ("remove-webhook",),
    "alarms": ("put-alarm-aside",),
    "joining": ("answer-phone",),
    "verdicts": ("verdict",),
}
"""What the id in an address is of, by its name; that of any other is of the night."""
KIND_OF = {name: kind for kind, names in KINDS.items() for name in names}
CHOSEN = {
    "currency": "PHP",
    "seat": 1,
    "mode": "quick",
    "name": "hands_won",
    "form": "json",
    "kind": "svg",
    "game_id": "cuajo",
    "question_id": "win",
    "tables": "conditions",
    "version": "2",
}

type Answers = dict[tuple[str, str], Any]


def address(name: str, *, known: dict[str, object]) -> str:
    """Return the address of that name which leads to something of the club."""
    values = CHOSEN | {
        "public_id": known[KIND_OF.get(name, "sessions")],
        "number": 2 if name == "refund" else 1,
        "token": known["tokens"],
        "other_id": known["others"],
        "debtor": known["others"],
        "creditor": known["players"],
        "proposal_id": known["proposals"],
    }
    wanted = next(pattern for pattern in pages if pattern.name == name).pattern.converters
    return reverse(name, kwargs={argument: values[argument] for argument in wanted})


@pytest.fixture(scope="module", params=NAMES)
def answers(
    request: pytest.FixtureRequest, askers: dict[str, Client], known: dict[str, object], pseudo_module: str
) -> tuple[str, Answers]:
    """Return the name of an address, and what it answers everybody, in the language of `tests.pseudo`."""
    page, given = address(request.param, known=known), {}
    for who, browser in askers.items():
        for method in METHODS + FURTHER if who in "sh" else METHODS:
            with as_it_was():
                given[who, method] = browser.generic(method, page, headers={"accept-language": pseudo_module})
    return request.param, given


def test_every_address_has_its_row_in_the_table() -> None:
    assert sorted({name for _, name in STATED}) == NAMES


def test_an_address_answers_everybody_as_stated(answers: tuple[str, Answers]) -> None:
    name, given = answers
    stated = {method: STATED.get((method, name), NOT_THERE) for method in (*METHODS, *FURTHER)}
    stated["HEAD"] = stated["GET"]
    statuses = {asked: answer.status_code for asked, answer in given.items()}

    assert [status for status in statuses.values() if status >= 500] == []
    assert {asked: MARKS.get(status, "+") for asked, status in statuses.items()} == {
        (who, method): stated[method][COLUMNS.index(who)] for who, method in given
    }


def test_nobody_is_answered_in_plain_english(answers: tuple[str, Answers]) -> None:
    read = ((who, method, answers[1][who, method]) for who in "shv" for method in METHODS)
    assert {(who, method, text) for who, method, answer in read for text in plain_on(answer)} == set()
