"""Every address and method with everybody who may ask: each answer is stated in one table, and holds.

Somebody is let in (+), told to ask the host (-, 403), finds nothing there (0, 404), or uses a method that the
address does not have (x, 405). Who asks, a column each:

s stranger, v viewer, p player, k scorekeeper, h host, o host of another club, n viewer of one night only,
r host whose phone was sent away.
"""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cuajo_site.urls import pages
from tests.pseudo import plain_on
from tests.web.conftest import as_it_was

pytestmark = pytest.mark.django_db

COLUMNS = "svpkhonr"
TABLE = """
                     GET       POST
address              svpkhonr  svpkhonr
healthz              ++++++++  xxxxxxxx
language             xxxxxxxx  ++++++++
accessibility        ++++++++  ++++++++
live-process         ++++++++  xxxxxxxx
worker               -++++++-  xxxxxxxx
manifest             ++++++++  xxxxxxxx
shared               ++++++++  xxxxxxxx
melds                ++++++++  xxxxxxxx
record               -++++++-  xxxxxxxx
join-link            ++++++++  ++++++++
enter-code           ++++++++  ++++++++
asked                ++++++++  xxxxxxxx
rules                ++++++++  xxxxxxxx
game-rules           ++++++++  xxxxxxxx
game-judge           ++++++++  xxxxxxxx
game-question        ++++++++  xxxxxxxx
judge-live           ++++++++  xxxxxxxx
keep-verdict         xxxxxxxx  ++++++++
verdict              ++++++++  xxxxxxxx
full-member          00000000  xxxxxxxx
authority            00000000  xxxxxxxx

home                 -++++++-  xxxxxxxx
clubs                -++++++-  xxxxxxxx
enter-club           xxxxxxxx  0++++0+0
new-club             xxxxxxxx  00000000
sign-up              00000000  00000000
sign-in              00000000  00000000
new-password         00000000  00000000
sign-out             xxxxxxxx  00000000
elsewhere            -++++++-  xxxxxxxx
take-along           ++++++++  ++++++++
forget               -++++++-  ++++++++
me                   -++++++-  -++++++-
table                -++++0+-  xxxxxxxx
live                 -++++0+-  xxxxxxxx
watch                -++++0+-  xxxxxxxx
entry                -++++0+-  xxxxxxxx
statement            -++++0+-  xxxxxxxx
night                -++++0+-  xxxxxxxx
receipt              -++++0+-  xxxxxxxx
night-picture        -++++0+-  xxxxxxxx
nominations-picture  -++++0+-  xxxxxxxx
settle               -++++0+-  xxxxxxxx
objections           -++++0+-  xxxxxxxx
audit                -++++0+-  xxxxxxxx
export-session       -++++0+-  xxxxxxxx
history              -+++++--  xxxxxxxx
players              -+++++--  xxxxxxxx
player               -++++0--  xxxxxxxx
figure               -++++0--  xxxxxxxx
pair                 -++++0--  xxxxxxxx
standings            -+++++--  xxxxxxxx
partners             -+++++--  xxxxxxxx
summary              -+++++--  xxxxxxxx
period-picture       -++++0--  xxxxxxxx
standings-csv        -+++++--  xxxxxxxx

debts                -+++++--  xxxxxxxx
pay-debt             ---++0--  ---++0--
pay-netted           xxxxxxxx  --++++--
settle-all           xxxxxxxx  ---+++--
take-back-debts      xxxxxxxx  --++++--
carry                ---++0--  ---++0--

dispute              --+++0--  --+++0--
rule-dispute         xxxxxxxx  --+++0--
propose              --+++0--  --+++0--
decline-proposal     xxxxxxxx  ---++0--
cash                 --+++0--  --+++0--
hand-verdict         xxxxxxxx  --+++0--
hand-over            xxxxxxxx  --+++0--
take-back            xxxxxxxx  --+++0--

past-nights          ---+++--  ---+++--
enter-past-nights    xxxxxxxx  ---+++--
take-back-night      ---++0--  ---++0--
new-session          ---+++--  ---+++--
start-again          xxxxxxxx  ---+++--
practise             xxxxxxxx  ---+++--
new-game-session     ---+++--  ---+++--
sowee                ---++0--  ---++0--
companion            xxxxxxxx  ---++0--
secret               ---++0--  ---++0--
penalty              ---000--  ---000--
match                ---000--  ---000--
tong                 ---++0--  ---++0--
spend-tong           ---++0--  ---++0--
chips                ---++0--  ---++0--
chips-back           ---++0--  ---++0--
count-chips          ---++0--  ---++0--
free-payment         ---++0--  ---++0--
seats                ---++0--  ---++0--
swap-seats           xxxxxxxx  ---++0--
mend-seats           ---++0--  ---++0--
false-win            ---++0--  ---++0--
drawn-hand           ---++0--  ---++0--
undo                 ---++0--  ---++0--
refund               ---++0--  ---++0--
hand                 ---++0--  ---++0--
quick-hand           ---++0--  ---++0--
correct              ---++0--  ---++0--
verify               ---++0--  ---++0--
close                ---++0--  ---++0--
reopen               ---++0--  ---++0--

club                 ----++--  ----++--
change-deck          xxxxxxxx  ----++--
rate-players         xxxxxxxx  ----++--
league               -++++0--  xxxxxxxx
add-fixture          ----+0--  ----+0--
remove-fixture       xxxxxxxx  ----+0--
link-fixture         xxxxxxxx  ----00--
unlink-fixture       xxxxxxxx  ----00--
seasons              ----++--  ----++--
remove-season        xxxxxxxx  ----++--
export-club          ----++--  xxxxxxxx
put-alarm-aside      xxxxxxxx  ----++--
programs             ----++--  ----++--
revoke-program       xxxxxxxx  ----00--
new-webhook          xxxxxxxx  ----++--
remove-webhook       xxxxxxxx  ----+0--
rename-player        xxxxxxxx  ----+0--
merge-player         ----+0--  ----+0--
erase-player         ----+0--  ----+0--
switches             ----+0--  ----+0--
about                ---++0--  ---++0--
hints                xxxxxxxx  ---++0--
terms                ---++0--  ---++0--
turn                 xxxxxxxx  ---++0--
rule-sets            ----++--  xxxxxxxx
new-rule-set         ----++--  ----++--
import-rule-set      ----++--  ----++--
rule-set             ----+0--  ----+0--
export-rule-set      ----+0--  xxxxxxxx
remove-rule-set      ----+0--  ----+0--
phones               ----++--  xxxxxxxx
protection           ----++--  ----++--
passcode             xxxxxxxx  ----++--
phone                ----+0--  ----+0--
revoke-phone         ----+0--  ----+0--
move-phone           xxxxxxxx  ----+0--
new-link             xxxxxxxx  ----++--
link                 ----+0--  xxxxxxxx
take-back-link       xxxxxxxx  ----+0--
open-joining         xxxxxxxx  ----++--
close-joining        xxxxxxxx  ----++--
asking               ----++--  xxxxxxxx
answer-phone         xxxxxxxx  ----+0--
"""
STATED = {row.split()[0]: row.split()[1:] for row in TABLE.splitlines()[3:] if row}
METHODS = ("GET", "POST")
FURTHER = ("HEAD", "PUT", "PATCH", "DELETE")
"""Read as GET or refused before it is looked who asks, so those who may nothing and everything ask for all."""
MARKS = {403: "-", 404: "0", 405: "x"}
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


@pytest.fixture(scope="module", params=STATED)
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
    assert sorted(STATED) == sorted({str(pattern.name) for pattern in pages})


def test_an_address_answers_everybody_as_stated(answers: tuple[str, Answers]) -> None:
    name, given = answers
    get, post = STATED[name]
    stated = {**dict.fromkeys(FURTHER, "x" * len(COLUMNS)), "GET": get, "HEAD": get, "POST": post}
    statuses = {asked: answer.status_code for asked, answer in given.items()}

    assert [status for status in statuses.values() if status >= 500] == []
    assert {asked: MARKS.get(status, "+") for asked, status in statuses.items()} == {
        (who, method): stated[method][COLUMNS.index(who)] for who, method in given
    }


def test_nobody_is_answered_in_plain_english(answers: tuple[str, Answers]) -> None:
    read = ((who, method, answers[1][who, method]) for who in "shv" for method in METHODS)
    assert {(who, method, text) for who, method, answer in read for text in plain_on(answer)} == set()
