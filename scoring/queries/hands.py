"""Which hands count, in which order, who deals, which secrets lie open."""

from django.db.models import QuerySet

from scoring.models import Entry, EntryKind, Hand, Session


def accepted_hands(*, session: Session) -> QuerySet[Hand]:
    """Return the hands that count, in the order of play."""
    return Hand.objects.filter(session=session, entry__reversal=None).order_by("position")


def next_hand_number(*, session: Session) -> int:
    """Return the number of the hand being played, counted from 1 over the accepted hands."""
    return accepted_hands(session=session).count() + 1


def hand_entry(*, session: Session, number: int) -> Entry | None:
    """Return the entry of the accepted hand with that number, None while it is not recorded."""
    hand = accepted_hands(session=session).select_related("entry")[number - 1 : number].first()
    return hand.entry if hand else None


def hand_number(*, hand: Hand) -> int:
    """Return the number of a hand among the accepted ones, or the one it would have."""
    return accepted_hands(session=hand.session).filter(position__lt=hand.position).count() + 1


def replacement_of(*, entry: Entry) -> Entry | None:
    """Return what took the place of a reversed hand: the newer version, or the reversal if there is none."""
    reversal = Entry.objects.filter(reverses=entry).first()
    if reversal is None:
        return None
    newer = accepted_hands(session=entry.session).filter(position=entry.hand.position).first()
    return newer.entry if newer else reversal


def dealer(*, session: Session, before_position: int | None = None) -> int:
    """Return the seat that deals the hand being played, or the hand at a position (C13)."""
    hands = accepted_hands(session=session).exclude(deals_next=None)
    if before_position is not None:
        hands = hands.filter(position__lt=before_position)
    latest = hands.order_by("-position").values_list("deals_next", flat=True).first()
    return latest or session.first_dealer


def secrets_laid(*, session: Session, position: int | None = None) -> tuple[Entry, ...]:
    """Return the paid secrets of the hand being played, or of the hand at a position, oldest first."""
    hands = accepted_hands(session=session)
    secrets = session.entries.filter(kind=EntryKind.SECRET, reversal=None).order_by("number")
    if position is not None:
        hands = hands.filter(position__lt=position)
        secrets = secrets.filter(number__lt=position)
    after = hands.order_by("-position").values_list("position", flat=True).first() or 0
    return tuple(secrets.filter(number__gt=after))
