"""Every address and method with everybody who may ask: each answer is stated in one table, and holds.

Somebody is let in (+), told to ask the host (-, 403), finds nothing there (0, 404), or uses a method that the
address does not have (x, 405). Who asks, a column each:

s stranger, v viewer, p player, k scorekeeper, h host, o host of another club, n viewer of one night only,
r host whose phone was sent away.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cuajo_site.urls import pages
from scoring.models import Club, Device, Entry, JoinRequest, Membership, Role, SavedRules, Session, Webhook
from scoring.models.devices import hash_token
from scoring.operations.books.alarms import raise_alarm
from scoring.operations.figures.fixtures import add_fixture
from scoring.operations.figures.seasons import set_season
from scoring.operations.people.joining import HOST_LINK_LIFETIME, Asker, Invitation, ask, make_link, open_joining
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.penalties import record_secret
from scoring.web.device import DEVICE_COOKIE
from tests import people

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
decline-proposal     xxxxxxxx  ---000--
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


def phone(*, club: Club, role: Role, session: Session | None = None, revoked: bool = False) -> Client:
    """Return a browser on a phone with this place in the club."""
    token = f"{club.pk} {role} {session} {revoked}"
    device = Device.objects.create(
        token_hash=hash_token(token=token),
        label=f"{role}'s phone",
        created_at=people.EVENING,
        seen_at=timezone.now(),  # noted already, which the first of its requests does otherwise, taken back each time
    )
    Membership.objects.create(
        device=device,
        club=club,
        role=role,
        session=session,
        created_at=people.EVENING,
        revoked_at=people.EVENING if revoked else None,
    )
    browser = Client()
    browser.cookies[DEVICE_COOKIE] = token
    return browser


@pytest.fixture
def askers(session: Session) -> dict[str, Client]:
    """Return the browser of everybody who asks."""
    club, other = session.club, people.make_club(name="Another club")
    return {
        "s": Client(),
        "v": phone(club=club, role=Role.VIEWER),
        "p": phone(club=club, role=Role.PLAYER),
        "k": phone(club=club, role=Role.SCOREKEEPER),
        "h": phone(club=club, role=Role.HOST),
        "o": phone(club=other, role=Role.HOST),
        "n": phone(club=club, role=Role.VIEWER, session=session),
        "r": phone(club=club, role=Role.HOST, revoked=True),
    }


@pytest.fixture
def known(session: Session, askers: dict[str, Client]) -> dict[str, object]:
    """Record line 1, a hand, and line 2, a secret, and return what addresses are made of."""
    club, now = session.club, timezone.now()
    last_week = people.start_night(club=club)
    people.win(last_week)
    close_session(session=last_week, coin_cents=1, expected_entry=1, stamp=people.stamp())
    people.win(session)
    record_secret(session=session, seat=people.BEN, expected_entry=1, stamp=people.stamp())
    host = Device.objects.get(memberships__club=club, memberships__role=Role.HOST, memberships__revoked_at=None)
    invitation = Invitation(club=club, role=Role.VIEWER, lifetime=HOST_LINK_LIFETIME)
    link = make_link(invitation=invitation, made_by=host, now=now)
    code = open_joining(club=club, session=None, device=host, now=now)
    asked = ask(text=code.code, asker=Asker(token="asker", label="Safari, iPhone", name="Eva"), now=now)
    rules = SavedRules.objects.create(
        club=club, game="cuajo", name="Ours", rules=session.rules, changed_at=people.EVENING
    )
    season = set_season(club=club, name="Ours", since=date(2026, 1, 1), until=date(2026, 3, 31))
    pair = [seat.player for seat in session.seats.filter(number__lte=2)]
    fixture = add_fixture(season=season, day=season.since, table=1, players=pair)
    claim = {"question": "win", "hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
    kept = Client().post(reverse("keep-verdict"), {**claim, "key": str(uuid4())})
    webhook = Webhook.objects.create(club=club, address="http://bots/", made_by=host, key=uuid4(), created_at=now)
    seat = session.seats.select_related("player").get(number=1)
    player, phone_id = seat.player.public_id, host.public_id
    return {
        "token": link.token,
        "public_id": session.public_id,
        **dict.fromkeys(("player", "rename-player", "merge-player", "erase-player", "figure", "pair"), player),
        **dict.fromkeys(("rule-set", "export-rule-set", "remove-rule-set"), rules.public_id),
        **dict.fromkeys(("phone", "revoke-phone", "move-phone"), phone_id),
        **dict.fromkeys(("link", "take-back-link"), link.public_id),
        **dict.fromkeys(("league", "add-fixture"), season.public_id),
        **dict.fromkeys(("remove-fixture", "link-fixture", "unlink-fixture"), fixture.public_id),
        "enter-club": club.public_id,
        "remove-webhook": webhook.public_id,
        "put-alarm-aside": raise_alarm(lost_guards=("one",), wrong=0, at=now).public_id,
        "answer-phone": asked.public_id,
        "verdict": kept["Location"].split("/")[2],
        "debtor": session.seats.get(number=people.BEN).player.public_id,
        "creditor": player,
        "currency": "PHP",
        "seat": 1,
        "number": 1,
        "mode": "quick",
        "name": "hands_won",
        "other_id": session.seats.select_related("player").get(number=2).player.public_id,
        "form": "json",
        "kind": "svg",
        "proposal_id": uuid4(),
        "game_id": "cuajo",
        "question_id": "win",
        "tables": "conditions",
        "version": "2",
    }


def address(name: str, *, known: dict[str, object]) -> str:
    """Return the address of that name which leads to something of the club."""
    values = {**known, "public_id": known.get(name, known["public_id"])}
    if name == "refund":
        values["number"] = 2
    wanted = next(pattern for pattern in pages if pattern.name == name).pattern.converters
    return reverse(name, kwargs={argument: values[argument] for argument in wanted})


@contextmanager
def as_it_was() -> Iterator[None]:
    """Leave everything behind as it was."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()


def ask_as(browser: Client, *, method: str, page: str) -> str:
    """Return how the address answers."""
    with as_it_was():
        status = browser.generic(method, page).status_code
    assert status < 500
    return MARKS.get(status, "+")


def test_every_address_has_its_row_in_the_table() -> None:
    assert sorted(STATED) == sorted({str(pattern.name) for pattern in pages})


@pytest.mark.parametrize("who", COLUMNS)
def test_every_address_answers_somebody_as_stated(
    who: str, askers: dict[str, Client], known: dict[str, object]
) -> None:
    column = COLUMNS.index(who)
    pages_of = {name: address(name, known=known) for name in STATED}
    methods = METHODS + FURTHER if who in "sh" else METHODS
    answers = {
        name: {method: ask_as(askers[who], method=method, page=page) for method in methods}
        for name, page in pages_of.items()
    }
    stated = {
        name: dict.fromkeys(FURTHER, "x") | {"GET": get[column], "HEAD": get[column], "POST": post[column]}
        for name, (get, post) in STATED.items()
    }
    assert answers == {name: {method: marks[method] for method in methods} for name, marks in stated.items()}
    assert Entry.objects.count() == 4
    assert JoinRequest.objects.filter(answered_at=None).count() == 1
