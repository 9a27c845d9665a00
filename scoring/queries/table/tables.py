"""The people of a table: their names and seats, and what a form recorded."""

from uuid import UUID

from scoring.models import Club, Entry, Player, Seat, Session
from scoring.people import Person
from scoring.queries.people.access import Access, Action, may


def names_of(*, session: Session) -> dict[int, Person]:
    seats = session.seats.select_related("player__merged_into")
    return {seat.number: seat.player.known_as for seat in seats}


def last_entry_number(*, session: Session) -> int:
    return session.entries.order_by("-number").values_list("number", flat=True).first() or 0


def recorded_under(*, club: Club, key: UUID) -> Entry | None:
    """Return what was recorded under the key of a form and still stands, None for nothing of this club."""
    return Entry.objects.standing().filter(session__club=club, key=key).select_related("session").first()


def seat_of(*, session: Session, player: Player | None) -> Seat | None:
    """Return the seat of a player in a session, None for somebody who does not sit there."""
    if player is None:
        return None
    same = (player.pk, *player.merged_players.values_list("pk", flat=True))
    return session.seats.filter(player__in=same).first()


def may_mark_cash(*, access: Access, session: Session, seats: tuple[int, int]) -> bool:
    """Tell whether cash between two seats may be recorded: who only plays records what is their own."""
    if may(role=access.role, action=Action.RECORD):
        return True
    own = seat_of(session=session, player=access.player)
    return own is not None and own.number in seats and may(role=access.role, action=Action.MARK_OWN)
