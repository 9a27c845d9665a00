"""Every write of pages and API with what it says of the page or answer it was made from; a new one needs its row.

A row names the fields that say what was seen, or why there are none: what is written means the same whatever
happened since (`absolute`), goes by the number or id of a thing that never changes and is done once (`named`), or
adds something that stands by itself (`new`).
"""

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.web.test_rights import STATED

REASONS = {"absolute", "named", "new"}

PAGES = """
join-link         named
take-along        named
forget            absolute
enter-code        new
language          absolute
accessibility     absolute
keep-verdict      new
enter-club        absolute
new-club          new
sign-up           new
sign-in           absolute
sign-out          absolute
new-password      absolute
me                expected_holder
dispute           named
rule-dispute      expected_objections
propose           expected_after
decline-proposal  named
cash              expected_entry
free-payment      expected_entry
tong              expected_entry
spend-tong        expected_entry
chips             expected_entry
chips-back        expected_entry
count-chips       expected_entry
hand-verdict      named
hand-over         expected_entry
take-back         named
past-nights       new
enter-past-nights new_names
take-back-night   expected_entry
new-session       newest
pay-debt          shown
pay-netted        payments
settle-all        payments
take-back-debts   named
carry             shown
start-again       newest
practise          new
hints             absolute
new-game-session  newest
sowee             expected_sowee
companion         seen
secret            expected_entry
penalty           expected_entry
match             expected_entry
seats             expected_entry
swap-seats        expected_entry
mend-seats        expected_entry
false-win         expected_entry
drawn-hand        expected_after expected_entry
undo              named
refund            named
hand              expected_after expected_entry expected_sowee
quick-hand        expected_after expected_entry expected_sowee
correct           named
verify            named
close             expected_entry disputed
reopen            expected_entry
club              expected_name expected_time_zone
change-deck       absolute
put-alarm-aside   named
rate-players      absolute
seasons           absolute
remove-season     named
add-fixture       new
remove-fixture    named
link-fixture      named
unlink-fixture    night
programs          new
revoke-program    named
new-webhook       new
remove-webhook    named
rename-player     expected_name
merge-player      names into_names
erase-player      names
switches          expected
terms             expected_entry
turn              expected_entry
about             seen_name seen_place seen_note
new-rule-set      new
import-rule-set   replaced expected_revision
rule-set          expected_revision
remove-rule-set   expected_revision
protection        expected
passcode          absolute
phone             expected
revoke-phone      named
move-phone        named
new-link          new
take-back-link    named
open-joining      new
close-joining     absolute
answer-phone      named
"""

API = """
put    club/                           expected_name expected_time_zone
put    club/deck/                      absolute
put    joining/                        new
delete joining/                        absolute
post   joining/*/answer/               named
post   links/                          new
delete links/*/                        named
post   webhooks/                       new
delete webhooks/*/                     named
put    phones/*/                       expected_role expected_session expected_player
post   phones/*/move/                  named
post   phones/*/send-away/             named
patch  players/*/                      expected_name
post   players/*/erase/                expected_names
post   players/*/merge/                expected_names expected_into
post   debts/payments/                 expected_cents
post   debts/forgivings/               expected_cents
post   debts/netted/                   expected_cents
post   debts/all/                      expected
post   debts/*/take-back/              named
post   rule-sets/                      new
put    rule-sets/*/                    expected_revision
delete rule-sets/*/                    expected_revision
post   rule-sets/import/               expected_revision
post   past-nights/                    expected_new
post   sessions/*/past/take-back/      expected_entry
post   sessions/                       expected_newest
post   sessions/*/again/               expected_newest
post   sessions/*/carry/               expected_cents
post   sessions/*/close/               expected_entry disputed
post   sessions/*/companion/           version
post   sessions/*/entries/*/correct/   named
post   sessions/*/entries/*/disputes/  named
post   sessions/*/entries/*/refund/    named
post   sessions/*/entries/*/reverse/   named
post   sessions/*/entries/*/ruling/    expected_objections
post   sessions/*/entries/*/verdicts/  named
post   sessions/*/false-wins/          expected_entry
post   sessions/*/handovers/           expected_entry
post   sessions/*/free-payments/       expected_entry
post   sessions/*/hands/               expected_after expected_entry expected_sowee
post   sessions/*/tong/                expected_entry
post   sessions/*/tong/spendings/      expected_entry
post   sessions/*/chips/               expected_entry
post   sessions/*/chips/back/          expected_entry
post   sessions/*/chips/count/         expected_entry
post   sessions/*/matches/             expected_entry
post   sessions/*/penalties/           expected_entry
post   sessions/*/proposals/           expected_after
post   sessions/*/proposals/*/decline/ named
post   sessions/*/reopen/              expected_entry
post   sessions/*/secrets/             expected_entry
post   sessions/*/seats/               expected_entry
post   sessions/*/seats/mend/          expected_entry
post   sessions/*/terms/               expected_entry
post   sessions/*/seats/turn/          expected_entry
put    sessions/*/about/               expected_name expected_place expected_note
put    sessions/*/switches/            expected_practice expected_proposals
put    sessions/*/table/               expected_sowee
put    standings/rating/              absolute
post   seasons/                       absolute
post   seasons/*/fixtures/            new
delete fixtures/*/                    named
post   fixtures/*/night/              named
post   fixtures/*/night/off/          session
delete seasons/*/                     named
post   verdicts/                       new
"""


def rows(table: str, *, keys: int) -> dict[tuple[str, ...], set[str]]:
    words = [row.split() for row in table.splitlines() if row]
    return {tuple(row[:keys]): set(row[keys:]) for row in words}


def writes_of_the_api() -> dict[tuple[str, ...], set[str]]:
    """Return the fields of every request that needs a key, by method and address."""
    schema: Any = SchemaGenerator().get_schema(request=None, public=True)
    parts = schema["components"]["schemas"]
    found: dict[tuple[str, ...], set[str]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            parameters = {each["name"] for each in operation.get("parameters", ())}
            if "Idempotency-Key" not in parameters:
                continue
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            address = path.partition("/v1/")[2]
            short = "/".join("*" if part.startswith("{") else part for part in address.split("/"))
            found[(method, short)] = parameters | set(parts.get(name, {}).get("properties", ()))
    return found


def test_every_page_that_writes_says_what_it_expects() -> None:
    writing = {(name,) for name, (_get, post) in STATED.items() if post != "xxxxxxxx"}
    assert writing == rows(PAGES, keys=1).keys()


def test_every_write_of_the_api_says_what_it_expects() -> None:
    found, stated = writes_of_the_api(), rows(API, keys=2)
    assert found.keys() == stated.keys()
    assert {key: expected - found[key] for key, expected in stated.items() if expected - REASONS - found[key]} == {}


@pytest.mark.parametrize("table", [PAGES, API])
def test_a_reason_stands_alone(table: str) -> None:
    expected = rows(table, keys=1 if table is PAGES else 2).values()
    assert all(fields and (len(fields) == 1 or not fields & REASONS) for fields in expected)
