"""What comes before an act of the table of cases, done by operations."""

from scoring.games.offers import Tapped
from scoring.ledger.tong import Every
from scoring.models import Dispute, Entry, Proposal, Ruling, Session
from scoring.operations.sessions.chips import buy_chips
from scoring.operations.sessions.closing import hand_over_early
from scoring.operations.sessions.sessions import keep_table
from scoring.operations.table.companion import note_tap
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import record_hand
from scoring.operations.table.payments import set_tong
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.reversing import reopen_session, undo
from scoring.queries.table import tables
from scoring.queries.table.companion import Companion, Tap, companion_of, hand_of
from tests import people
from tests.acts.cases import Step
from tests.api.programs import propose
from tests.people import ANA, BEN, CARLA, DAN


def win(session: Session) -> Entry:
    """Have Ana win 90 of Ben and of Dan."""
    return people.win(session)


def bens_win(session: Session) -> Entry:
    """Have Ben win 90 of Ana and of Carla."""
    return people.win(session, winner=BEN)


def secret_of(seat: int) -> Step:
    """Return a step that has each opponent of a seat pay 50 for its secret."""

    def lay(session: Session) -> Entry:
        return record_secret(session=session, seat=seat, expected_entry=newest(session), stamp=people.stamp())

    return lay


secret = secret_of(BEN)


def drawn(session: Session) -> None:
    """Have nobody win a hand."""
    record_hand(session=session, act=people.DRAWN, expected=people.expected(session), stamp=people.stamp())


def undone(session: Session) -> None:
    """Take the first line back."""
    undo(entry=session.entries.get(number=1), reason="a slip", stamp=people.stamp())


def cash(session: Session) -> None:
    """Have Ben hand 50 to Ana."""
    hand_over_early(session=session, payer=BEN, payee=ANA, amount_cents=50, stamp=people.stamp())


def objected(session: Session) -> Dispute:
    """Have Ben object to the first line."""
    seat = session.seats.get(number=BEN)
    return raise_dispute(entry=session.entries.get(number=1), seat=seat, why="five kings", stamp=people.stamp())


def let_stand(session: Session) -> None:
    """Have the host let the disputed line stand."""
    dispute = Dispute.objects.filter(entry__session=session).latest("pk")
    give_voice(dispute=dispute, seat=None, ruling=Ruling.REJECT, stamp=people.stamp())


def proposed(session: Session) -> Proposal:
    """Have Ben propose the worked win of Ana."""
    return propose(session=session)


def noted(sowee: str, *, hand: int = 1) -> Step:
    """Return a step that notes a sowee for a hand."""
    return lambda session: keep_table(session=session, hand=hand, notes={"sowee": sowee})


def tapped(session: Session) -> None:
    """Have Ana discard in the first hand."""
    tap = Tap(what=Tapped.DISCARD, seat=ANA)
    note_tap(session=session, hand=1, seen=companion(session).version, tap=tap)


def closed(session: Session) -> Entry:
    """Close the night."""
    return people.close(session)


def reopened(session: Session) -> Entry:
    """Play on in a closed night."""
    return reopen_session(session=session, reason="one more", stamp=people.stamp())


def companion(session: Session) -> Companion:
    """Return the companion of the hand that is played."""
    session.refresh_from_db()
    return companion_of(session=session, hand=hand_of(session=session))


def objected_again(session: Session) -> Dispute:
    """Have Dan object to the first line."""
    seat = session.seats.get(number=DAN)
    return raise_dispute(entry=session.entries.get(number=1), seat=seat, why="wrong dealer", stamp=people.stamp())


def agreed_tong(session: Session) -> Entry:
    """Have 20 of each win go into a tong that Carla keeps."""
    return set_tong(
        session=session,
        every=Every.WIN,
        cents=20,
        percent=0,
        coin_cents=1,
        holder=CARLA,
        expected_entry=newest(session),
        stamp=people.stamp(),
    )


def bought(session: Session) -> Entry:
    """Have Ben and Dan each take chips worth 10.00 from Ana."""
    return buy_chips(
        session=session,
        bank=ANA,
        seats=(BEN, DAN),
        amount_cents=1000,
        is_paid=False,
        expected_entry=newest(session),
        stamp=people.stamp(),
    )


def newest(session: Session) -> int:
    """Return the number of the newest line."""
    return tables.last_entry_number(session=session)
