"""How far a session has come: hands, dealer, seats, newest entry, in one query."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Subquery

from scoring.models import Entry, EntryKind, Hand, Session
from scoring.queries.table.hands import counted, hands_taken_back, recorded_hands
from scoring.queries.table.seatings import Seating, first_seating, seating_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a session has come.

    `after` is the position of the last accepted hand, `last_entry` the number of the newest entry, 0 before
    the first, with its `fingerprint`. `seating` is None while people sit as the session started.
    """

    session: Session
    hand_number: int
    after: int
    last_entry: int
    fingerprint: str
    is_closed: bool
    seating: Seating | None
    last_win: int
    winner_deals: int | None

    def seating_of(self, *, numbers: tuple[int, ...]) -> Seating:
        """Return who sits where now; `numbers` are the seats that the session started with."""
        return self.seating or first_seating(session=self.session, numbers=numbers)

    @property
    def dealer(self) -> int:
        """Return the seat that deals the hand being played (C13).

        The first hand after a change of seats is dealt by whom the change names.
        """
        since = self.seating.since if self.seating else 0
        if self.winner_deals and self.last_win >= since:
            return self.winner_deals
        return self.seating.dealer if self.seating else self.session.first_dealer


def progress_of(*, session: Session) -> Progress:
    """Return how far a session has come, asked for in one query."""
    hands = Hand.objects.filter(session=OuterRef("pk"), entry__reversal=None).order_by("-position")
    won = hands.exclude(deals_next=None)
    entries = Entry.objects.filter(session=OuterRef("pk")).order_by("-number")
    seatings = entries.filter(kind=EntryKind.SEATING, reversal=None).order_by("-act__from", "-number")
    found = (
        Session.objects.filter(pk=session.pk)
        .values(
            recorded=counted(recorded_hands(session=OuterRef("pk"))),
            taken_back=counted(hands_taken_back(session=OuterRef("pk"))),
            last_hand=Subquery(hands.values("position")[:1]),
            last_win=Subquery(won.values("position")[:1]),
            winner_deals=Subquery(won.values("deals_next")[:1]),
            seated_by=Subquery(seatings.values("number")[:1]),
            seating=Subquery(seatings.values("act")[:1]),
            is_closed=Exists(entries.filter(kind=EntryKind.CLOSE, reversal=None)),
            last_entry=Subquery(entries.values("number")[:1]),
            fingerprint=Subquery(entries.values("fingerprint")[:1]),
        )
        .get()
    )
    seating = seating_in(act=found["seating"], entry=found["seated_by"]) if found["seating"] else None
    return Progress(
        session=session,
        hand_number=(found["recorded"] or 0) - (found["taken_back"] or 0) + 1,
        after=found["last_hand"] or 0,
        last_entry=found["last_entry"] or 0,
        fingerprint=found["fingerprint"] or "",
        is_closed=found["is_closed"],
        seating=seating,
        last_win=found["last_win"] or 0,
        winner_deals=found["winner_deals"],
    )
