"""What comes before an act of the table of cases, done by operations."""

from scoring.games.cuajo.table_state import TapKind
from scoring.ledger.tong import TongBase
from scoring.models import Dispute, Entry, Proposal, Ruling, Session
from scoring.operations.money.payments import buy_chips, hand_over, set_tong
from scoring.operations.table.companion import note_tap
from scoring.operations.table.hands import record_false_win
from scoring.operations.table.nights import note_sowee
from scoring.operations.table.undoing import give_voice, raise_dispute, reopen_session, undo
from scoring.queries.table.companion import Tap
from tests import people
from tests.acts.cases import Step
from tests.api.programs import propose
from tests.people import ANA, BEN, CARLA, DAN

win, drawn, closed = people.win, people.draw, people.close


def bens_win(session: Session) -> Entry:
    return people.win(session, winner=BEN)


def secret_of(seat: int) -> Step:
    return lambda session: people.lay_secret(session, seat=seat)


secret = secret_of(BEN)


def false_win(session: Session) -> None:
    record_false_win(seat=BEN, hand_is_void=True, **people.current(session))


def eva_waits(session: Session) -> None:
    people.wait(session, "Eva")


def undone(session: Session) -> None:
    undo(entry=session.entries.get(number=1), reason="a slip", stamp=people.stamp())


def corrected(session: Session) -> None:
    people.correct(session.entries.get(number=1), people.DRAWN)


def cash(session: Session) -> None:
    hand_over(session=session, payer=BEN, payee=ANA, amount_cents=50, stamp=people.stamp())


def objection_of(seat: int, why: str) -> Step:
    """Return a step by which a player objects to the first line."""

    def object_to(session: Session) -> Dispute:
        entry, player = session.entries.get(number=1), session.seats.get(number=seat)
        return raise_dispute(entry=entry, seat=player, why=why, stamp=people.stamp())

    return object_to


objected, objected_again = objection_of(BEN, "five kings"), objection_of(DAN, "wrong dealer")


def let_stand(session: Session) -> None:
    dispute = Dispute.objects.filter(entry__session=session).latest("pk")
    give_voice(dispute=dispute, seat=None, ruling=Ruling.REJECT, stamp=people.stamp())


def proposed(session: Session) -> Proposal:
    return propose(session=session)


def noted(sowee: str, *, hand: int = 1) -> Step:
    return lambda session: note_sowee(session=session, hand=hand, sowee=sowee)


def tapped(session: Session) -> None:
    note_tap(session=session, hand=1, seen=people.companion(session).version, tap=Tap(what=TapKind.DISCARD, seat=ANA))


def reopened(session: Session) -> Entry:
    return reopen_session(session=session, reason="one more", stamp=people.stamp())


def agreed_tong(session: Session) -> Entry:
    """Have 20 of each win go into a tong that Carla keeps."""
    return set_tong(every=TongBase.WIN, cents=20, percent=0, coin_cents=1, holder=CARLA, **people.current(session))


def bought(session: Session) -> Entry:
    """Have Ben and Dan each take chips worth 10.00 from Ana."""
    return buy_chips(bank=ANA, seats=(BEN, DAN), amount_cents=1000, is_paid=False, **people.current(session))
