"""What somebody may do to a night whose guards are gone, and what the check finds then."""

import json
from collections import defaultdict
from typing import Any

from django.db import connection

from scoring.models import Session
from scoring.operations.table.posting import write_seals
from scoring.queries.books.checking import Finding, check_session
from scoring.queries.books.seals import sealed_of_night
from scoring.texts import Text


def sql(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def seal_again(night: Session) -> None:
    """Seal a night as it stands, as an upgrade does."""
    sql("DELETE FROM scoring_seal WHERE chain = %s", night.public_id.hex)
    write_seals(chain=night.public_id, things=sealed_of_night(session=night))


def found(session: Session) -> dict[str, list[int | None]]:
    """Return the lines of every kind of difference; None is the night as a whole."""
    lines: defaultdict[str, list[int | None]] = defaultdict(list)
    for finding in check_session(session=Session.objects.get(pk=session.pk)):
        if finding.line not in (told := lines[key_of(finding)]):
            told.append(finding.line)
    return dict(lines)


def key_of(finding: Finding) -> str:
    """Return the key of a difference; what is wrong with an act over nights is named instead of that it is one."""
    text = finding.what.values.get("what", finding.what)
    assert isinstance(text, Text)
    return text.key.removeprefix("finding.")


def pay(night: Session, *, line: int, payer: int, payee: int, cents: object) -> None:
    seats = {seat.number: seat.pk for seat in night.seats.all()}
    sql(
        "INSERT INTO scoring_payment (entry_id, payer_id, payee_id, amount_cents, cash) VALUES (%s, %s, %s, %s, %s)",
        night.entries.get(number=line).pk,
        seats[payer],
        seats[payee],
        cents,
        False,
    )


def change(night: Session, *, line: int, **columns: object) -> None:
    for column, value in columns.items():
        sql(f"UPDATE scoring_entry SET {column} = %s WHERE id = %s", value, night.entries.get(number=line).pk)


def change_act(night: Session, *, line: int, **said: object) -> None:
    """Change what was entered."""
    change(night, line=line, act=json.dumps({**night.entries.get(number=line).act, **said}))


def change_payments(night: Session, *, line: int, **columns: object) -> None:
    for column, value in columns.items():
        entry = night.entries.get(number=line).pk
        sql(f"UPDATE scoring_payment SET {column} = %s WHERE entry_id = %s", value, entry)


def remove_payments(night: Session, *, line: int) -> None:
    sql("DELETE FROM scoring_payment WHERE entry_id = %s", night.entries.get(number=line).pk)


def cut_off_the_newest_line(night: Session) -> None:
    newest = night.entries.get(number=8)
    remove_payments(night, line=newest.number)
    sql("DELETE FROM scoring_entry WHERE id = %s", newest.pk)
