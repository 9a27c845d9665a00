"""What somebody may do to a night whose guards are gone, and what the check finds then."""

from typing import Any

from django.db import connection

from scoring.models import Session
from scoring.operations.table.posting import write_seals
from scoring.queries.books.checking import check_session
from scoring.queries.books.seals import sealed_of_night


def sql(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def seal_again(night: Session) -> None:
    """Seal a night as it stands, as an upgrade does."""
    sql("DELETE FROM scoring_seal WHERE chain = %s", night.public_id.hex)
    write_seals(chain=night.public_id, things=sealed_of_night(session=night))


def found(session: Session) -> list[tuple[int | None, str]]:
    """Return line and beginning of every difference."""
    return [(finding.line, finding.what.english()) for finding in check_session(session=session)]


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


def change(night: Session, *, line: int, column: str, value: object) -> None:
    sql(f"UPDATE scoring_entry SET {column} = %s WHERE id = %s", value, night.entries.get(number=line).pk)


def change_payments(night: Session, *, line: int, column: str, value: object) -> None:
    entry = night.entries.get(number=line).pk
    sql(f"UPDATE scoring_payment SET {column} = %s WHERE entry_id = %s", value, entry)


def cut_off_the_newest_line(night: Session) -> None:
    newest = night.entries.get(number=8).pk
    sql("DELETE FROM scoring_payment WHERE entry_id = %s", newest)
    sql("DELETE FROM scoring_entry WHERE id = %s", newest)
