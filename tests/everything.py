"""A club with one of everything that an address can name and the table of who may ask for it, for pages and API."""

from datetime import date
from typing import Any
from uuid import uuid4

from django.utils import timezone

from scoring.models import Device, Role, Session, Webhook
from scoring.operations.books import raise_alarm
from scoring.operations.history import set_season
from scoring.operations.people.joining import HOST_LINK_LIFETIME, ask, make_link, open_joining
from scoring.operations.rule_sets import add_rule_set
from scoring.operations.table.hands import record_secret
from scoring.queries.people.access import Access
from tests import people
from tests.api.programs import Program, propose


def places(night: Session) -> dict[str, dict[str, Any]]:
    club, other = night.club, people.make_club(name="Another club")
    return {
        "v": {"club": club, "role": Role.VIEWER},
        "p": {"club": club, "role": Role.PLAYER},
        "k": {"club": club, "role": Role.SCOREKEEPER},
        "h": {"club": club, "role": Role.HOST},
        "o": {"club": other, "role": Role.HOST},
        "n": {"club": club, "role": Role.VIEWER, "session": night},
        "r": {"club": club, "role": Role.HOST, "revoked_at": people.EVENING},
    }


def everything(*, session: Session, host: Device) -> dict[str, object]:
    """Fill the club, in this night a hand (line 1) and a secret (line 2), and return ids by their kind."""
    club, now = session.club, timezone.now()
    settled = people.start_night(club=club)
    people.win(settled)
    people.close(settled)
    people.win(session)
    record_secret(session=session, seat=people.BEN, expected_entry=1, stamp=people.stamp())
    seats = {seat.number: seat.player for seat in session.seats.select_related("player")}
    season = set_season(club=club, name="Ours", since=date(2026, 1, 1), until=date(2026, 3, 31))
    code = open_joining(club=club, session=None, device=host, now=now)
    access = Access(club=club, role=Role.VIEWER)
    link = make_link(access=access, lifetime=HOST_LINK_LIFETIME, made_by=host, now=now)
    asking = ask(code=code.code, token="eva", label="Safari, iPhone", name="Eva", now=now)
    own = {"preset": "pagat", "secret": 60}
    rules = add_rule_set(club=club, game="cuajo", name="Ours", rules=own, at=now)
    webhook = Webhook.objects.create(
        club=club, address="http://localhost:9000/hook", made_by=host, key=uuid4(), created_at=now
    )
    question = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
    kept = Program().post("verdicts/", {"kind": "win", "question": question}).json()
    return {
        "sessions": session.public_id,
        "settled": settled.public_id,
        "clubs": club.public_id,
        "players": seats[people.ANA].public_id,
        "others": seats[people.BEN].public_id,
        "rule-sets": rules.public_id,
        "seasons": season.public_id,
        "phones": host.public_id,
        "webhooks": webhook.public_id,
        "links": link.public_id,
        "tokens": link.token,
        "joining": asking.public_id,
        "verdicts": kept["id"],
        "proposals": propose(session=session).public_id,
        "alarms": raise_alarm(lost_guards=("one",), wrong=0, at=now).public_id,
    }


def rights(table: str) -> dict[tuple[str, str], str]:
    """Return the marks of each method and address from rows of a method, the marks, and all addresses of both."""
    found, method, marks = {}, "", ""
    for word in table.split():
        if word.isupper():
            method = word
        elif set(word) <= set("+-?0"):
            marks = word
        else:
            assert (method, word) not in found
            found[method, word] = marks
    return found
