"""Import exported books and keep alarms."""

from datetime import datetime
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction

from scoring.frozen import Frozen
from scoring.models import Alarm, Club, Device, Entry, EntryKind, Hand, KeptVerdict, Session, hash_token
from scoring.operations.errors import RefusedError
from scoring.operations.people.devices import new_token
from scoring.operations.table.posting import seal_night, write_seals
from scoring.operations.table.seating import pair_up_imported
from scoring.queries.books import export
from scoring.queries.books.checking import check_club, check_session
from scoring.queries.books.export import CLUB, DEVICES, PLAYERS, RULE_SETS, SEASONS, SESSIONS, Part, Record, key_of
from scoring.queries.books.import_refusals import WrongRowError, check_keys, values_in
from scoring.queries.books.seals import sealed_of_club, sealed_of_nights
from scoring.texts import Text, say
from scoring.texts.stored import texts_read
from scoring.texts.strict_json import read_json

# Older exports hold fixtures of leagues, which the app no longer keeps.
FIXTURES = "fixtures"


class BooksError(RefusedError):
    """A file that was not exported, or was changed."""

    code = "books_refused"

    def __init__(self, text: Text, *, place: str = "") -> None:
        super().__init__(say("books_refused.at", place=place, what=text) if place else text)
        self.place = place


class NotEmptyError(RefusedError):
    """The installation has books already."""


def read_books(*, text: str) -> Record:
    """Read the books of a file. Raises BooksError."""
    try:
        books = read_json(text)
    except ValueError as error:
        raise BooksError(say("books_refused.no_file", why=str(error))) from error
    if not isinstance(books, dict) or books.get("format") != export.FORMAT:
        raise BooksError(say("books_refused.no_export"), place="format")
    if (found := books.get("version")) != export.VERSION:
        raise BooksError(say("books_refused.version", found=repr(found), known=export.VERSION), place="version")
    return books


class ImportResult(Frozen):
    """An imported club and the hands judged differently."""

    club: Club
    judged_otherwise: tuple[Text, ...]


def import_books(*, books: Record) -> ImportResult:
    """Write the books of a file. Raises BooksError, NotEmptyError."""
    try:
        return _import(_without_fixtures(books))
    except WrongRowError as error:
        raise BooksError(error.text, place=error.place) from error


@transaction.atomic
def _import(books: Record) -> ImportResult:
    club, row = _empty_club(books), books.get("club")
    said = values_in(row=row if isinstance(row, dict) else {}, model=Club, names=CLUB, place="club")
    for name, value in said.items():
        setattr(club, name, value)
    _save(club, place="club")
    known: KnownRows = {}
    for part in (PLAYERS, DEVICES, RULE_SETS, SESSIONS, SEASONS):
        _write_rows(part, books, place="", parent=club, known=known)
    write_seals(chain=club.public_id, things=sealed_of_club(club=club))
    for session in club.sessions.select_related("club"):
        pair_up_imported(session=session)
        is_closed = session.entries.standing(EntryKind.CLOSE).exists()
        things = sealed_of_nights(sessions=(session,))[session.pk]
        seal_night(session=session, things=things, is_closed=is_closed)
    # The checks and a second export prove that nothing was changed or lost on the way.
    otherwise = _check_ledgers(club)
    _check_same(export.club_books(club=club), books)
    return ImportResult(club=club, judged_otherwise=otherwise)


def fixtures_in(*, books: Record) -> int:
    return sum(len(season.get(FIXTURES, ())) for season in books.get(SEASONS.name, ()))


def _without_fixtures(books: Record) -> Record:
    """Remove the fixtures of leagues from an intact file."""
    seasons = books.get(SEASONS.name)
    # A changed file keeps its fixtures, so that the comparison at the end refuses it.
    if not isinstance(seasons, list) or export.checksum(books=books) != books.get(export.CHECKSUM):
        return books
    rows = [{name: value for name, value in season.items() if name != FIXTURES} for season in seasons]
    newer = {**books, SEASONS.name: rows}
    return {**newer, export.CHECKSUM: export.checksum(books=newer)}


def _empty_club(books: Record) -> Club:
    """Return the club to fill. Raises NotEmptyError."""
    nights = _list_in(books, name=SESSIONS.name, place=SESSIONS.name)
    ids = {str(night.get("id")) for night in nights if isinstance(night, dict)}
    if ids & {str(known) for known in Session.objects.values_list("public_id", flat=True)}:
        raise NotEmptyError(say("not_empty.these"))
    clubs = list(Club.objects.select_for_update())
    if len(clubs) > 1 or not all(is_empty(club=club) for club in clubs):
        raise NotEmptyError(say("not_empty"))
    # The first start makes an empty club. The import fills this club, so its phones keep their access.
    return clubs[0] if clubs else Club()


def is_empty(*, club: Club) -> bool:
    """Tell whether the club has recorded nothing."""
    return not (club.sessions.exists() or club.players.exists() or club.saved_rules.exists())


type KnownRows = dict[tuple[type[models.Model], object], models.Model]


def _list_in(row: Record, *, name: str, place: str) -> list[Any]:
    found = row.get(name)
    if not isinstance(found, list):
        raise WrongRowError(say("books_refused.list"), place=place)
    return found


def _write_rows(part: Part, holder: Record, *, place: str, parent: models.Model, known: KnownRows) -> None:
    """Write rows with their inner rows. Raises WrongRowError."""
    at = f"{place}.{part.name}" if place else part.name
    rows = enumerate(_list_in(holder, name=part.name, place=at))
    # A merged player points to another one, which comes first. Each row is written with its inner rows, because the
    # database takes the payments of a line only while that line is the newest.
    for index, row in sorted(rows, key=lambda row: isinstance(row[1], dict) and row[1].get("merged_into") is not None):
        _write_row(part, row, place=f"{at}[{index}]", parent=parent, known=known)


def _write_row(part: Part, row: Any, *, place: str, parent: models.Model, known: KnownRows) -> None:
    check_keys(part=part, row=row, place=place)
    written = part.model(
        **values_in(row=row, model=part.model, names=part.values, place=place),
        **{link: _linked(part, link, row[link], place=place, known=known) for link in part.links},
        **({part.parent: parent} if part.parent else {}),
        **_invented(part.model, row, parent=parent),
    )
    _save(written, place=place)
    # Numbers of seats and lines begin again in each night.
    inside = dict(known) if part is SESSIONS else known
    for name in ("public_id", "number"):
        if name in part.values:
            known[part.model, row[key_of(name)]] = written
    for inner in part.parts:
        if not inner.single:
            _write_rows(inner, row, place=place, parent=written, known=inside)
        elif row[inner.name] is not None:
            _write_row(inner, row[inner.name], place=f"{place}.{inner.name}", parent=written, known=inside)


def _invented(model: type[models.Model], row: Record, *, parent: models.Model) -> dict[str, object]:
    if model is Session:
        lines = row["entries"] if isinstance(row["entries"], list) else []
        return {"entered_later": any(isinstance(line, dict) and line.get("kind") == "past" for line in lines[:1])}
    if model is Device:
        # An imported phone is only a name: its token is thrown away, so it lets no phone in.
        return {"token_hash": hash_token(token=new_token())}
    if isinstance(parent, Entry) and model is Hand:
        return {"session": parent.session, "texts": texts_read(row["verdict"])}
    if model is KeptVerdict:
        return {"texts": texts_read(row["answer"])}
    return {}


def _linked(part: Part, link: str, value: object, *, place: str, known: KnownRows) -> models.Model | None:
    if value is None:
        return None
    target = cast("type[models.Model]", part.model._meta.get_field(link).related_model)
    try:
        return known[target, value]
    except (KeyError, TypeError):
        raise WrongRowError(say("books_refused.link", value=repr(value)), place=f"{place}.{link}") from None


def _save(row: models.Model, *, place: str) -> None:
    try:
        row.save(force_insert=row.pk is None)
    except (DatabaseError, ValidationError, OverflowError, TypeError, ValueError) as error:
        raise WrongRowError(say("books_refused.database", why=str(error)), place=place) from error


def _check_ledgers(club: Club) -> tuple[Text, ...]:
    """Return hands judged differently. Raises WrongRowError for damage."""
    findings = [("", finding) for finding in check_club(club=club)]
    for index, session in enumerate(club.sessions.order_by("pk")):
        findings += [(f"{SESSIONS.name}[{index}]", finding) for finding in check_session(session=session)]
    for night, finding in findings:
        if finding.damage and finding.wrong:
            line = f".entries[{finding.line - 1}]" if finding.line else ""
            raise WrongRowError(say("books_refused.finding", what=finding.what), place=f"{night}{line}" or "club")
    return tuple(finding.text for _, finding in findings if not finding.wrong)


def _check_same(written: object, given: object, *, place: str = "") -> None:
    """Compare the written books with the file. Raises WrongRowError."""
    match written, given:
        case dict(), dict():
            for key in sorted({*written, *given}):
                _check_same(written.get(key), given.get(key), place=f"{place}.{key}" if place else key)
        case list(), list() if len(written) == len(given):
            for index, (one, other) in enumerate(zip(written, given, strict=True)):
                _check_same(one, other, place=f"{place}[{index}]")
        case _ if type(written) is not type(given) or written != given:
            raise WrongRowError(say("books_refused.changed"), place=place)


def raise_alarm(*, lost_guards: tuple[str, ...], wrong: int, at: datetime) -> Alarm:
    """Keep the lost guards and the number of differences."""
    return Alarm.objects.create(lost_guards=list(lost_guards), wrong=wrong, raised_at=at)


def mark_alarm_read(*, alarm: Alarm, at: datetime) -> None:
    Alarm.objects.filter(pk=alarm.pk, read_at=None).update(read_at=at)


def unread_alarm() -> Alarm | None:
    return Alarm.objects.filter(read_at=None).order_by("-pk").first()
