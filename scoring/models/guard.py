"""Guard the books by triggers of the database."""

from collections.abc import Mapping

from django.db.backends.base.base import BaseDatabaseWrapper

from scoring.frozen import Frozen
from scoring.ledger.kinds import KINDS, EntryKind
from scoring.money import HIGHEST_AMOUNT_CENTS


class Guard(Frozen):
    """A trigger that aborts an event with a message."""

    what: str
    rule: str
    message: str
    event: str = "INSERT"
    condition: str = "TRUE"
    stored: str = ""  # finds stored rows against the rule, empty if no query can find them

    @property
    def name(self) -> str:
        return f"guard_{self.what}_{self.rule}"

    @property
    def table(self) -> str:
        return f"scoring_{self.what.replace('_', '')}"


# REPLACE deletes a row with the same values in these columns. `X IS NULL` and `decides` limit this to some rows.
NAMED_BY: dict[str, tuple[tuple[str, ...], ...]] = {
    "club": (("public_id",),),
    "player": (("public_id",), ("club_id", "LOWER(name)", "merged_into_id IS NULL")),
    "device": (("public_id",), ("token_hash",)),
    "membership": (("device_id", "club_id", "revoked_at IS NULL"),),
    "session": (("public_id",), ("key",)),
    "seat": (("session_id", "number"), ("session_id", "player_id")),
    "entry": (("session_id", "number"), ("reverses_id",), ("key",)),
    "payment": (("entry_id", "payer_id", "payee_id"),),
    "score": (("entry_id", "seat_id"),),
    "hand": (("entry_id",),),
    "partnership": (("seating_id", "first_id", "second_id"), ("first_id", "second_id", "seating_id IS NULL")),
    "dispute": (("key",),),
    "disputevoice": (("key",), ("dispute_id", "decides")),
    "keptverdict": (("public_id",),),
    "seal": (("chain", "number"),),
}


def _never_replaced(*, what: str, event: str) -> Guard:
    # REPLACE deletes the old row, and fires no delete trigger without recursive_triggers.
    ways = [("id",), *NAMED_BY[what]] if event == "INSERT" else NAMED_BY[what]
    same = " OR ".join(f"({' AND '.join(map(_is_the_same, columns))})" for columns in ways)
    other = " AND present.id <> OLD.id" if event == "UPDATE" else ""
    rule, message = f"replace_by_{event.lower()}", f"a row of {what} is never replaced"
    condition = f"EXISTS (SELECT 1 FROM scoring_{what} AS present WHERE ({same}){other})"  # noqa: S608 - ours
    return Guard(what=what, rule=rule, event=event, message=message, condition=condition)


def _is_the_same(column: str) -> str:
    name, _, is_null = column.partition(" ")
    if is_null or name == "decides":
        return f"present.{column} AND NEW.{column}"
    if name.startswith("LOWER("):
        return f"{name.replace('(', '(present.')} = {name.replace('(', '(NEW.')}"
    return f"present.{name} = NEW.{name}"


def _changes(*columns: str) -> str:
    return " OR ".join(f"CAST(NEW.{each} AS TEXT) <> CAST(OLD.{each} AS TEXT)" for each in columns)


def _identity(what: str, *columns: str, where: str = "TRUE") -> tuple[Guard, ...]:
    """Return guards for columns that never change."""
    change, message = f"({_changes(*columns)}) AND {where}", f"who a {what} is never changes"
    return (
        Guard(what=what, rule="identity", event="UPDATE", message=message, condition=change),
        Guard(what=what, rule="delete", event="DELETE", message=f"a {what} is never deleted"),
    )


_ENTRY = "SELECT session_id FROM scoring_entry WHERE scoring_entry.id = NEW.entry_id"


def _sits_elsewhere(*, seat: str = "seat_id", entry: str = _ENTRY) -> str:
    """Return the condition for a seat of another session."""
    return (
        f"NEW.{seat} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM scoring_seat"  # noqa: S608 - ours
        f" WHERE scoring_seat.id = NEW.{seat} AND scoring_seat.session_id = ({entry}))"
    )


_ENTRY_OF_VOICE = (
    "SELECT session_id FROM scoring_entry JOIN scoring_dispute"
    " ON scoring_dispute.entry_id = scoring_entry.id WHERE scoring_dispute.id = NEW.dispute_id"
)
_DECIDED = (
    "EXISTS (SELECT 1 FROM scoring_disputevoice AS earlier"
    " WHERE earlier.dispute_id = NEW.dispute_id AND earlier.decides"
)
_WHILE_CLOSED = ", ".join(f"'{kind}'" for kind in KINDS if KINDS[kind].while_closed or kind is EntryKind.REVERSAL)
_HAS_PLAYERS = "EXISTS (SELECT 1 FROM scoring_player WHERE scoring_player.club_id = OLD.id)"
_TERMS = (
    *("club_id", "game", "rules", "currency", "minor_digits", "stake_factor", "first_dealer"),
    *("started_at", "public_id", "key"),
)

_LASTING: Mapping[tuple[str, str], tuple[str, str]] = {
    ("dispute", "seat"): ("whoever objects sits in the session of the entry", _sits_elsewhere()),
    ("dispute_voice", "seat"): (
        "whoever speaks to a dispute sits in the session of its entry",
        _sits_elsewhere(entry=_ENTRY_OF_VOICE),
    ),
    ("entry", "terms"): (
        "terms are changed where the session says that they may be",
        "NEW.kind = 'terms' AND NOT EXISTS"
        " (SELECT 1 FROM scoring_session WHERE scoring_session.id = NEW.session_id AND scoring_session.has_terms)",
    ),
    ("entry", "entered_later"): (
        "a night entered later has a line of what it came to instead of hands",
        f"NEW.kind NOT IN ('close', {_WHILE_CLOSED}) AND (NEW.kind = 'past') <>"  # noqa: S608 - ours
        " (SELECT scoring_session.entered_later FROM scoring_session WHERE scoring_session.id = NEW.session_id)",
    ),
    ("entry", "reverses"): (
        "a reversal names an earlier entry of its session that is no reversal",
        "NEW.reverses_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM scoring_entry AS earlier"
        " WHERE earlier.id = NEW.reverses_id AND earlier.session_id = NEW.session_id"
        " AND earlier.reverses_id IS NULL)",
    ),
    ("entry", "closed"): (
        "a closed session takes only handovers, debts settled, its day put right and reversals",
        f"NEW.kind NOT IN ({_WHILE_CLOSED}) AND EXISTS"  # noqa: S608 - ours
        " (SELECT 1 FROM scoring_entry AS closing WHERE closing.session_id = NEW.session_id"
        " AND closing.kind = 'close' AND closing.number < NEW.number AND NOT EXISTS (SELECT 1 FROM scoring_entry"
        " AS reopening WHERE reopening.reverses_id = closing.id AND reopening.number < NEW.number))",
    ),
    ("hand", "entry"): (
        "a hand belongs to a hand entry of its session",
        "NOT EXISTS (SELECT 1 FROM scoring_entry AS mine WHERE mine.id = NEW.entry_id"
        " AND mine.session_id = NEW.session_id AND mine.kind = 'hand' AND mine.number >= NEW.position)",
    ),
    ("payment", "seats"): (
        "payer and payee sit in the session of the entry",
        f"{_sits_elsewhere(seat='payer_id')} OR {_sits_elsewhere(seat='payee_id')}",
    ),
    ("payment", "highest"): ("an amount is higher than sums can hold", f"NEW.amount_cents > {HIGHEST_AMOUNT_CENTS}"),
    ("payment", "seating"): (
        "a change of seats, terms or day moves no money",
        "EXISTS (SELECT 1 FROM scoring_entry AS mine WHERE mine.id = NEW.entry_id"
        " AND mine.kind IN ('seating', 'terms', 'day'))",
    ),
    ("partnership", "seats"): (
        "partners are two seats of the session in order, under a seating of it",
        "2 <> (SELECT COUNT(*) FROM scoring_seat WHERE scoring_seat.session_id = NEW.session_id"
        " AND scoring_seat.id IN (NEW.first_id, NEW.second_id))"
        " OR (SELECT number FROM scoring_seat WHERE id = NEW.first_id)"
        " >= (SELECT number FROM scoring_seat WHERE id = NEW.second_id)"
        " OR NEW.seating_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM scoring_entry WHERE id = NEW.seating_id"
        " AND session_id = NEW.session_id AND kind = 'seating')",
    ),
    ("score", "seat"): ("who scores sits in the session of the entry", _sits_elsewhere()),
}

_CHANGES_OF_SESSION: Mapping[str, tuple[str, str]] = {
    "terms": ("the terms of a session never change", _changes(*_TERMS)),
    "has_terms": ("a session whose terms were changed keeps saying so", "OLD.has_terms AND NOT NEW.has_terms"),
    "entered_later": ("whether a night was entered later never changes", _changes("entered_later")),
    "day": (
        "the day of a session changes only by a line that names it",
        f"({_changes('day')}) AND NOT EXISTS (SELECT 1 FROM scoring_entry"  # noqa: S608 - ours
        " WHERE session_id = NEW.id AND kind = 'day'"
        " AND CAST(act AS TEXT) LIKE '%\"' || CAST(NEW.day AS TEXT) || '\"%')",
    ),
}

GUARDS: tuple[Guard, ...] = (
    *(
        Guard(what=what, rule=event.lower(), event=event, message=f"{what} is append-only")
        for what in ("entry", "payment", "score", "hand", "seat", "partnership", "dispute", "dispute_voice", "seal")
        for event in ("UPDATE", "DELETE")
    ),
    Guard(what="kept_verdict", rule="update", event="UPDATE", message="kept_verdict is append-only"),
    Guard(
        what="kept_verdict",
        rule="delete",
        event="DELETE",
        message="kept_verdict of the club is append-only",
        condition="OLD.device_id IS NOT NULL OR OLD.entry_id IS NOT NULL",
    ),
    *(
        Guard(what=what, rule=rule, message=message, condition=condition, stored=condition)
        for (what, rule), (message, condition) in _LASTING.items()
    ),
    *(
        Guard(what="session", rule=rule, event="UPDATE", message=message, condition=condition)
        for rule, (message, condition) in _CHANGES_OF_SESSION.items()
    ),
    Guard(
        what="dispute_voice",
        rule="open",
        message="a decided dispute takes no more voices",
        condition=f"{_DECIDED})",
        stored=f"{_DECIDED} AND earlier.id < NEW.id)",
    ),
    # An import gives the empty club of a first start its own identity.
    *_identity("club", "public_id", "created_at", where=_HAS_PLAYERS),
    *_identity("player", "public_id", "club_id", "created_at"),
    *_identity("device", "public_id", "created_at"),
    *_identity("membership", "device_id", "club_id", "created_at"),
    Guard(what="session", rule="delete", event="DELETE", message="a session is never deleted"),
    *(
        Guard(
            what=what,
            rule="number",
            message=f"{what} numbers run without gaps",
            condition=f"NEW.number <> 1 + COALESCE((SELECT MAX(number) FROM scoring_{what}"  # noqa: S608 - ours
            f" WHERE {chain} = NEW.{chain}), 0)",
        )
        for what, chain in (("entry", "session_id"), ("seal", "chain"))
    ),
    *(
        Guard(
            what=what,
            rule="entry",
            message=f"{what}s belong to the newest entry of their session",
            condition="EXISTS (SELECT 1 FROM scoring_entry AS mine JOIN scoring_entry AS later"
            " ON later.session_id = mine.session_id AND later.number > mine.number"
            " WHERE mine.id = NEW.entry_id)",
        )
        for what in ("payment", "score")
    ),
)

SQLITE_GUARDS: tuple[Guard, ...] = (
    *(_never_replaced(what=what, event="INSERT") for what in NAMED_BY),
    *(_never_replaced(what=what, event="UPDATE") for what in ("club", "player", "device", "membership", "session")),
    Guard(
        what="payment",
        rule="whole_cents",
        message="amounts are whole minor units",
        condition="typeof(NEW.amount_cents) <> 'integer'",
    ),
    Guard(what="score", rule="whole_points", message="points are whole", condition="typeof(NEW.points) <> 'integer'"),
)


def guards_of(connection: BaseDatabaseWrapper) -> tuple[Guard, ...]:
    # Only SQLite replaces rows silently and stores any type in a column.
    return GUARDS + SQLITE_GUARDS if connection.vendor == "sqlite" else GUARDS


def restore(connection: BaseDatabaseWrapper) -> None:
    create = _create_on_sqlite if connection.vendor == "sqlite" else _create_on_postgresql
    with connection.cursor() as cursor:
        for statement in (statement for guard in guards_of(connection) for statement in create(guard)):
            cursor.execute(statement)


# To change a table on SQLite, Django copies it. The copy fails while a trigger reads the table.
def lift(connection: BaseDatabaseWrapper) -> None:
    """Drop all guards, also those of older versions."""
    with connection.cursor() as cursor:
        for name, table in _present(connection).items():
            cursor.execute(f"DROP TRIGGER {name}" + ("" if connection.vendor == "sqlite" else f" ON {table}"))


def missing(connection: BaseDatabaseWrapper) -> tuple[str, ...]:
    present = _present(connection)
    # Django drops triggers silently when it changes a table on SQLite, so this runs after each migration.
    return tuple(guard.name for guard in guards_of(connection) if guard.name not in present)


def _present(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Return existing guards and their tables."""
    query = (
        "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "sqlite"
        else "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {name: table for name, table in cursor.fetchall() if name.startswith("guard_")}


def _create_on_sqlite(guard: Guard) -> tuple[str, ...]:
    return (
        f"DROP TRIGGER IF EXISTS {guard.name}",
        f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} WHEN {guard.condition} "
        f"BEGIN SELECT RAISE(ABORT, '{guard.message}'); END",
    )


def _create_on_postgresql(guard: Guard) -> tuple[str, ...]:
    row = "OLD" if guard.event == "DELETE" else "NEW"
    return (
        f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql AS $guard$ BEGIN "
        f"IF {guard.condition} THEN RAISE EXCEPTION '{guard.message}' USING ERRCODE = 'check_violation'; "
        f"END IF; RETURN {row}; END $guard$",
        f"CREATE OR REPLACE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} "
        f"FOR EACH ROW EXECUTE FUNCTION {guard.name}()",
    )
