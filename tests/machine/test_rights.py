"""Every address with every role: who may open it, and that no address is forgotten."""

import itertools

import pytest
from django.test import Client
from django.urls import reverse

from cuajo_site.urls import urlpatterns
from scoring.models import Club, Device, Entry, Membership, Role, Session
from scoring.models.devices import hash_token
from scoring.operations.extras import record_secret
from scoring.views.device import DEVICE_COOKIE
from tests import cast

pytestmark = pytest.mark.django_db

STRANGER, VIEWER, PLAYER = None, Role.VIEWER, Role.PLAYER
SCOREKEEPER, HOST = Role.SCOREKEEPER, Role.HOST
RANK = {STRANGER: 0, VIEWER: 1, PLAYER: 2, SCOREKEEPER: 3, HOST: 4}

LOWEST_ROLE = {
    "healthz": STRANGER,
    "host-link": STRANGER,
    "rules": STRANGER,
    "judge": STRANGER,
    "game-rules": STRANGER,
    "game-judge": STRANGER,
    "game-question": STRANGER,
    "judge-win": STRANGER,
    "judge-live": STRANGER,
    "judge-purro": STRANGER,
    "judge-extra": STRANGER,
    "judge-claim": STRANGER,
    "keep-verdict": STRANGER,
    "verdict": STRANGER,
    "home": VIEWER,
    "table": VIEWER,
    "entry": VIEWER,
    "statement": VIEWER,
    "settle": VIEWER,
    "history": VIEWER,
    "players": VIEWER,
    "player": VIEWER,
    "objections": VIEWER,
    "dispute": PLAYER,
    "rule-dispute": PLAYER,
    "cash": PLAYER,
    "new-session": SCOREKEEPER,
    "start-again": SCOREKEEPER,
    "sowee": SCOREKEEPER,
    "companion": SCOREKEEPER,
    "secret": SCOREKEEPER,
    "false-win": SCOREKEEPER,
    "drawn-hand": SCOREKEEPER,
    "undo": SCOREKEEPER,
    "refund": SCOREKEEPER,
    "hand": SCOREKEEPER,
    "quick-hand": SCOREKEEPER,
    "hand-verdict": SCOREKEEPER,
    "correct": SCOREKEEPER,
    "verify": SCOREKEEPER,
    "close": SCOREKEEPER,
    "hand-over": PLAYER,
    "take-back": PLAYER,
    "reopen": SCOREKEEPER,
    "rename-player": HOST,
    "merge-player": HOST,
    "erase-player": HOST,
    "switches": HOST,
    "club": HOST,
    "rule-sets": HOST,
    "new-rule-set": HOST,
    "import-rule-set": HOST,
    "rule-set": HOST,
    "export-rule-set": HOST,
    "remove-rule-set": HOST,
}
NAMES = sorted({str(pattern.name) for pattern in urlpatterns})


def phone(*, club: Club, role: Role | None) -> Client:
    """Return a browser on a phone with this role."""
    browser = Client()
    if role:
        device = Device.objects.create(token_hash=hash_token(token=role), label=role, created_at=cast.EVENING)
        Membership.objects.create(device=device, club=club, role=role, created_at=cast.EVENING)
        browser.cookies[DEVICE_COOKIE] = role.value
    return browser


def address(name: str, session: Session) -> str:
    """Return an address of that name in the session, whose line 1 is a hand and line 2 a secret."""
    line = 2 if name == "refund" else 1
    known = {
        "token": "x",
        "seat": 1,
        "number": line,
        "game_id": "cuajo",
        "question_id": "none",
        "public_id": session.seats.get(number=1).player.public_id if "player" in name else session.public_id,
    }
    pattern = next(pattern for pattern in urlpatterns if pattern.name == name)
    wanted = pattern.pattern.converters
    return reverse(name, kwargs={argument: known[argument] for argument in wanted})


def test_every_address_has_its_lowest_role_stated() -> None:
    assert sorted(LOWEST_ROLE) == NAMES


@pytest.mark.parametrize(("name", "role"), list(itertools.product(NAMES, RANK)))
def test_an_address_opens_from_its_lowest_role_on(session: Session, name: str, role: Role | None) -> None:
    cast.win(session)
    record_secret(session=session, seat=cast.BEN, expected_entry=1, stamp=cast.stamp())
    browser, page = phone(club=session.club, role=role), address(name, session)
    allowed = RANK[role] >= RANK[LOWEST_ROLE[name]]
    answers = {browser.get(page).status_code, browser.post(page).status_code}
    if allowed:
        assert 403 not in answers
    else:
        assert 403 in answers
        assert answers <= {403, 405}
    assert Entry.objects.count() == 2


def test_a_revoked_phone_is_a_stranger(session: Session) -> None:
    browser = phone(club=session.club, role=HOST)
    Membership.objects.update(revoked_at=cast.EVENING)
    assert browser.get(address("table", session)).status_code == 403
