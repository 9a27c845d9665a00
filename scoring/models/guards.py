"""What the database itself refuses: a table, an event, a condition that must not hold, and the sentence it answers."""

from dataclasses import dataclass

from scoring.money import HIGHEST_AMOUNT_CENTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """One refusal: `event` on `table` is aborted with `message` when `condition` holds for the row.

    `stored` is the condition of the rows that it would have refused and that are there all the same, empty where
    nobody can tell that from the rows.
    """

    name: str
    table: str
    event: str
    message: str
    condition: str = "TRUE"
    stored: str = ""


def _lasting(*, name: str, table: str, message: str, condition: str) -> Guard:
    """Return the guard against a row that stays wrong, whatever is recorded after it."""
    return Guard(name=name, table=table, event="INSERT", message=message, condition=condition, stored=condition)


def _append_only(*, table: str, what: str) -> tuple[Guard, ...]:
    return tuple(
        Guard(name=f"guard_{what}_{event.lower()}", table=table, event=event, message=f"{what} is append-only")
        for event in ("UPDATE", "DELETE")
    )


PAIRS = "scoring_partnership"

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
"""What names one row of a table besides its id; `X IS NULL` and `decides` say of which rows that holds."""


def _never_replaced(*, what: str, event: str) -> Guard:
    """Return the guard against REPLACE, which deletes the row in its way, on most connections unseen.

    An INSERT may name no row that is there; an UPDATE, where one is allowed, no other row than its own.
    """
    table = f"scoring_{what}"
    ways = [("id",), *NAMED_BY[what]] if event == "INSERT" else NAMED_BY[what]
    same = " OR ".join(f"({' AND '.join(map(_is_the_same, columns))})" for columns in ways)
    other = " AND present.id <> OLD.id" if event == "UPDATE" else ""
    return Guard(
        name=f"guard_{what}_replace_by_{event.lower()}",
        table=table,
        event=event,
        message=f"a row of {what} is never replaced",
        condition=f"EXISTS (SELECT 1 FROM {table} AS present WHERE ({same}){other})",  # noqa: S608 - ours
    )


def _is_the_same(column: str) -> str:
    """Return the condition that the new row has the same in a column as the one that is present."""
    name, _, is_null = column.partition(" ")
    if is_null or name == "decides":
        return f"present.{column} AND NEW.{column}"
    if name.startswith("LOWER("):
        return f"{name.replace('(', '(present.')} = {name.replace('(', '(NEW.')}"
    return f"present.{name} = NEW.{name}"


def _changes(*columns: str) -> str:
    return " OR ".join(f"CAST(NEW.{each} AS TEXT) <> CAST(OLD.{each} AS TEXT)" for each in columns)


def _identity(*, what: str, columns: tuple[str, ...], where: str = "TRUE") -> tuple[Guard, ...]:
    """Return the guards of somebody whose name and role may change, but not who it is, `where` that holds."""
    return (
        Guard(
            name=f"guard_{what}_identity",
            table=f"scoring_{what}",
            event="UPDATE",
            message=f"who a {what} is never changes",
            condition=f"({_changes(*columns)}) AND {where}",
        ),
        Guard(
            name=f"guard_{what}_delete", table=f"scoring_{what}", event="DELETE", message=f"a {what} is never deleted"
        ),
    )


def _sits_elsewhere(*, entry: str) -> str:
    """Return the condition that a seat named by a row is not of the session which `entry` selects."""
    return (
        "NEW.seat_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM scoring_seat"  # noqa: S608 - ours
        f" WHERE scoring_seat.id = NEW.seat_id AND scoring_seat.session_id = ({entry}))"
    )


GUARDS: tuple[Guard, ...] = (
    *_append_only(table="scoring_entry", what="entry"),
    *_append_only(table="scoring_payment", what="payment"),
    *_append_only(table="scoring_score", what="score"),
    *_append_only(table="scoring_hand", what="hand"),
    *_append_only(table="scoring_seat", what="seat"),
    *_append_only(table=PAIRS, what="partnership"),
    _append_only(table="scoring_keptverdict", what="kept_verdict")[0],
    Guard(
        name="guard_kept_verdict_delete",
        table="scoring_keptverdict",
        event="DELETE",
        message="kept_verdict of the club is append-only",
        condition="OLD.device_id IS NOT NULL OR OLD.entry_id IS NOT NULL",
    ),
    *_append_only(table="scoring_dispute", what="dispute"),
    *_append_only(table="scoring_disputevoice", what="dispute_voice"),
    *_append_only(table="scoring_seal", what="seal"),
    Guard(
        name="guard_seal_number",
        table="scoring_seal",
        event="INSERT",
        message="seal numbers run without gaps",
        condition="NEW.number <> 1 + COALESCE((SELECT MAX(number) FROM scoring_seal WHERE chain = NEW.chain), 0)",
    ),
    _lasting(
        name="guard_dispute_seat",
        table="scoring_dispute",
        message="whoever objects sits in the session of the entry",
        condition=_sits_elsewhere(entry="SELECT session_id FROM scoring_entry WHERE scoring_entry.id = NEW.entry_id"),
    ),
    _lasting(
        name="guard_dispute_voice_seat",
        table="scoring_disputevoice",
        message="whoever speaks to a dispute sits in the session of its entry",
        condition=_sits_elsewhere(
            entry="SELECT session_id FROM scoring_entry JOIN scoring_dispute"
            " ON scoring_dispute.entry_id = scoring_entry.id WHERE scoring_dispute.id = NEW.dispute_id"
        ),
    ),
    Guard(
        name="guard_dispute_voice_open",
        table="scoring_disputevoice",
        event="INSERT",
        message="a decided dispute takes no more voices",
        condition="EXISTS (SELECT 1 FROM scoring_disputevoice AS earlier"
        " WHERE earlier.dispute_id = NEW.dispute_id AND earlier.decides)",
        stored="EXISTS (SELECT 1 FROM scoring_disputevoice AS earlier"
        " WHERE earlier.dispute_id = NEW.dispute_id AND earlier.decides AND earlier.id < NEW.id)",
    ),
    Guard(
        name="guard_session_terms",
        table="scoring_session",
        event="UPDATE",
        message="the terms of a session never change",
        condition=_changes(
            "club_id",
            "game",
            "rules",
            "currency",
            "minor_digits",
            "stake_factor",
            "first_dealer",
            "started_at",
            "public_id",
            "key",
        ),
    ),
    Guard(
        name="guard_session_has_terms",
        table="scoring_session",
        event="UPDATE",
        message="a session whose terms were changed keeps saying so",
        condition="OLD.has_terms AND NOT NEW.has_terms",
    ),
    _lasting(
        name="guard_entry_terms",
        table="scoring_entry",
        message="terms are changed where the session says that they may be",
        condition="NEW.kind = 'terms' AND NOT EXISTS"
        " (SELECT 1 FROM scoring_session WHERE scoring_session.id = NEW.session_id AND scoring_session.has_terms)",
    ),
    Guard(
        name="guard_session_entered_later",
        table="scoring_session",
        event="UPDATE",
        message="whether a night was entered later never changes",
        condition=_changes("entered_later"),
    ),
    Guard(
        name="guard_session_day",
        table="scoring_session",
        event="UPDATE",
        message="the day of a session changes only by a line that names it",
        condition=f"({_changes('day')}) AND NOT EXISTS (SELECT 1 FROM scoring_entry"  # noqa: S608 - ours
        " WHERE session_id = NEW.id AND kind = 'day'"
        " AND CAST(act AS TEXT) LIKE '%\"' || CAST(NEW.day AS TEXT) || '\"%')",
    ),
    _lasting(
        name="guard_entry_entered_later",
        table="scoring_entry",
        message="a night entered later has a line of what it came to instead of hands",
        condition="NEW.kind NOT IN ('close', 'handover', 'utang', 'reversal', 'day') AND (NEW.kind = 'past') <>"
        " (SELECT scoring_session.entered_later FROM scoring_session WHERE scoring_session.id = NEW.session_id)",
    ),
    *_identity(  # an import gives the empty club of a first start the identity of the imported one
        what="club",
        columns=("public_id", "created_at"),
        where="EXISTS (SELECT 1 FROM scoring_player WHERE scoring_player.club_id = OLD.id)",
    ),
    *_identity(what="player", columns=("public_id", "club_id", "created_at")),
    *_identity(what="device", columns=("public_id", "created_at")),
    *_identity(what="membership", columns=("device_id", "club_id", "created_at")),
    Guard(name="guard_session_delete", table="scoring_session", event="DELETE", message="a session is never deleted"),
    Guard(
        name="guard_entry_number",
        table="scoring_entry",
        event="INSERT",
        message="entry numbers run without gaps",
        condition="NEW.number <> 1 + COALESCE("
        "(SELECT MAX(number) FROM scoring_entry WHERE session_id = NEW.session_id), 0)",
    ),
    _lasting(
        name="guard_entry_reverses",
        table="scoring_entry",
        message="a reversal names an earlier entry of its session that is no reversal",
        condition="NEW.reverses_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM scoring_entry AS earlier"
        " WHERE earlier.id = NEW.reverses_id AND earlier.session_id = NEW.session_id"
        " AND earlier.reverses_id IS NULL)",
    ),
    _lasting(
        name="guard_entry_closed",
        table="scoring_entry",
        message="a closed session takes only handovers, debts settled, its day put right and reversals",
        condition="NEW.kind NOT IN ('handover', 'utang', 'reversal', 'day') AND EXISTS"
        " (SELECT 1 FROM scoring_entry AS closing WHERE closing.session_id = NEW.session_id"
        " AND closing.kind = 'close' AND closing.number < NEW.number AND NOT EXISTS (SELECT 1 FROM scoring_entry"
        " AS reopening WHERE reopening.reverses_id = closing.id AND reopening.number < NEW.number))",
    ),
    _lasting(
        name="guard_hand_entry",
        table="scoring_hand",
        message="a hand belongs to a hand entry of its session",
        condition="NOT EXISTS (SELECT 1 FROM scoring_entry AS mine WHERE mine.id = NEW.entry_id"
        " AND mine.session_id = NEW.session_id AND mine.kind = 'hand' AND mine.number >= NEW.position)",
    ),
    *(
        Guard(
            name=f"guard_{what}_entry",
            table=f"scoring_{what}",
            event="INSERT",
            message=f"{what}s belong to the newest entry of their session",
            condition="EXISTS (SELECT 1 FROM scoring_entry AS mine JOIN scoring_entry AS later"
            " ON later.session_id = mine.session_id AND later.number > mine.number"
            " WHERE mine.id = NEW.entry_id)",
        )
        for what in ("payment", "score")
    ),
    _lasting(
        name="guard_payment_seats",
        table="scoring_payment",
        message="payer and payee sit in the session of the entry",
        condition="2 <> (SELECT COUNT(*) FROM scoring_seat JOIN scoring_entry"
        " ON scoring_entry.session_id = scoring_seat.session_id"
        " WHERE scoring_entry.id = NEW.entry_id AND scoring_seat.id IN (NEW.payer_id, NEW.payee_id))",
    ),
    _lasting(
        name="guard_payment_highest",
        table="scoring_payment",
        message="an amount is higher than sums can hold",
        condition=f"NEW.amount_cents > {HIGHEST_AMOUNT_CENTS}",
    ),
    _lasting(
        name="guard_payment_seating",
        table="scoring_payment",
        message="a change of seats, terms or day moves no money",
        condition="EXISTS (SELECT 1 FROM scoring_entry AS mine WHERE mine.id = NEW.entry_id"
        " AND mine.kind IN ('seating', 'terms', 'day'))",
    ),
    _lasting(
        name="guard_partnership_seats",
        table=PAIRS,
        message="partners are two seats of the session in order, under a seating of it",
        condition="2 <> (SELECT COUNT(*) FROM scoring_seat WHERE scoring_seat.session_id = NEW.session_id"
        " AND scoring_seat.id IN (NEW.first_id, NEW.second_id))"
        " OR (SELECT number FROM scoring_seat WHERE id = NEW.first_id)"
        " >= (SELECT number FROM scoring_seat WHERE id = NEW.second_id)"
        " OR NEW.seating_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM scoring_entry WHERE id = NEW.seating_id"
        " AND session_id = NEW.session_id AND kind = 'seating')",
    ),
    _lasting(
        name="guard_score_seat",
        table="scoring_score",
        message="who scores sits in the session of the entry",
        condition="NOT EXISTS (SELECT 1 FROM scoring_seat JOIN scoring_entry"
        " ON scoring_entry.session_id = scoring_seat.session_id"
        " WHERE scoring_entry.id = NEW.entry_id AND scoring_seat.id = NEW.seat_id)",
    ),
)

_MAY_CHANGE = ("club", "player", "device", "membership", "session")

SQLITE_GUARDS: tuple[Guard, ...] = (
    *(_never_replaced(what=what, event="INSERT") for what in NAMED_BY),
    *(_never_replaced(what=what, event="UPDATE") for what in _MAY_CHANGE),
    Guard(
        name="guard_payment_whole_cents",
        table="scoring_payment",
        event="INSERT",
        message="amounts are whole minor units",
        condition="typeof(NEW.amount_cents) <> 'integer'",
    ),
    Guard(
        name="guard_score_whole_points",
        table="scoring_score",
        event="INSERT",
        message="points are whole",
        condition="typeof(NEW.points) <> 'integer'",
    ),
)
