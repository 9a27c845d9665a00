"""Read the file of exported books, and write all of it or nothing."""

import json
from typing import NoReturn
from zoneinfo import available_timezones

from django.db import transaction

from scoring.models import Club, Session
from scoring.money import OFFERED_CURRENCIES
from scoring.operations.books.rows import BooksError, Known, list_in, save, values_in, write_rows
from scoring.operations.errors import RefusedError
from scoring.queries import books as exported
from scoring.queries.books import Record
from scoring.queries.books.checking import check_session
from scoring.queries.books.parts import CLUB, DEVICES, PLAYERS, RULE_SETS, SESSIONS
from scoring.texts import say


class NotEmptyError(RefusedError):
    """The installation holds books already; an import never mixes two."""

    code = "not_empty"


def read_books(*, text: str) -> Record:
    """Return the books that a file holds, not yet checked.

    Raises BooksError where it is no export of ours, or one of another version.
    """
    try:
        books = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BooksError(say("books_refused.no_file", why=str(error))) from error
    if not isinstance(books, dict) or books.get("format") != exported.FORMAT:
        raise BooksError(say("books_refused.no_export"), place="format")
    if books.get("version") != exported.VERSION:
        found = repr(books.get("version"))
        told = say("books_refused.version", found=found, known=exported.VERSION)
        raise BooksError(told, place="version")
    return books


@transaction.atomic
def import_books(*, books: Record) -> Club:
    """Write the books of a file into this empty installation, and return their club.

    The club of a first start that has recorded nothing yet becomes the imported one, and keeps its phones.
    What was written is derived again and exported again: both must agree with the file. Raises BooksError
    with the place in the file, NotEmptyError; nothing is written then.
    """
    club = _empty_club(books)
    _fill_club(club, books)
    known: Known = {}
    for part in (PLAYERS, DEVICES, RULE_SETS, SESSIONS):
        rows = list(enumerate(list_in(books, name=part.name, place=part.name)))
        rows.sort(key=lambda row: _is_merged(row[1]))  # a merged player points to another one
        write_rows(rows, part=part, place=part.name, parent=club, known=known)
    _check_ledgers(club)
    _check_same(exported.club_books(club=club), books)
    return club


def _empty_club(books: Record) -> Club:
    nights = list_in(books, name=SESSIONS.name, place=SESSIONS.name)
    ids = {str(night.get("id")) for night in nights if isinstance(night, dict)}
    if ids & {str(known) for known in Session.objects.values_list("public_id", flat=True)}:
        raise NotEmptyError(say("not_empty.these"))
    clubs = list(Club.objects.select_for_update())
    if len(clubs) > 1 or any(
        club.sessions.exists() or club.players.exists() or club.saved_rules.exists() for club in clubs
    ):
        raise NotEmptyError(say("not_empty"))
    return clubs[0] if clubs else Club()


def _fill_club(club: Club, books: Record) -> None:
    row = books.get("club")
    values = values_in(row if isinstance(row, dict) else {}, model=Club, names=CLUB, place="club")
    for name, value in values.items():
        setattr(club, name, value)
    if club.time_zone not in available_timezones():
        raise BooksError(say("books_refused.time_zone"), place="club.time_zone")
    save(club, place="club")


def _is_merged(row: object) -> bool:
    return isinstance(row, dict) and row.get("merged_into") is not None


def _check_ledgers(club: Club) -> None:
    offered = {currency.code for currency in OFFERED_CURRENCIES}
    for index, session in enumerate(club.sessions.order_by("pk")):
        if session.currency not in offered:
            raise BooksError(say("books_refused.currency"), place=f"{SESSIONS.name}[{index}].currency")
        for finding in check_session(session=session):
            if finding.wrong:
                line = f".entries[{finding.line - 1}]" if finding.line else ""
                raise BooksError(
                    say("books_refused.finding", what=finding.what), place=f"{SESSIONS.name}[{index}]{line}"
                )


def _check_same(written: object, given: object, *, place: str = "") -> None:
    """Raise BooksError at the first place where the books written are not those of the file."""
    match written, given:
        case dict(), dict():
            for key in sorted({*written, *given}):
                _check_same(written.get(key), given.get(key), place=f"{place}.{key}" if place else key)
        case list(), list() if len(written) == len(given):
            for index, (one, other) in enumerate(zip(written, given, strict=True)):
                _check_same(one, other, place=f"{place}[{index}]")
        case _ if type(written) is not type(given) or written != given:
            raise BooksError(say("books_refused.changed"), place=place)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
