"""The figures once more, as somebody would count them who goes through the books line by line and hand by hand."""

from collections import Counter, defaultdict

from scoring.models import Entry, EntryKind, Hand, Payment, Session
from scoring.queries.table import hands
from scoring.queries.table.seatings import sides_of

type Figures = Counter[str]


def of_players(*, sessions: list[Session]) -> dict[str, Figures]:
    """Return the figures of every player by name, over nights that count."""
    found: defaultdict[str, Figures] = defaultdict(Counter)
    for session in sessions:
        if not session.is_practice:
            for name, figures in of_night(session=session).items():
                found[name].update(figures)
    return {name: Counter({key: count for key, count in figures.items() if count}) for name, figures in found.items()}


def of_night(*, session: Session) -> dict[str, Figures]:
    """Return what everybody did in a night, the money from every payment there is, also those taken back."""
    names = {seat.number: seat.player.known_as for seat in session.seats.select_related("player__merged_into")}
    found: dict[str, Figures] = {name: Counter(nights=1) for name in names.values()}
    for payment in Payment.objects.filter(entry__session=session, cash=False).select_related(
        "payer__player", "payee__player", "entry__reverses"
    ):
        entry = payment.entry.reverses or payment.entry
        kind = {EntryKind.ADJUSTMENT: "adjusted_cents"}.get(EntryKind(entry.kind), "play_cents")
        for seat, cents in ((payment.payer, -payment.amount_cents), (payment.payee, payment.amount_cents)):
            figures = {"apart_cents": cents} if payment.apart else {kind: cents, "result_cents": cents}
            found[seat.player.known_as].update(figures)
    for hand in Hand.objects.filter(session=session, entry__reversal=None).select_related("entry", "session"):
        for each in sides_of(session=session, position=hand.position):
            found[names[each.number]].update(_of_hand(hand, each.number))
    for entry in Entry.objects.filter(session=session, kind=EntryKind.SECRET, reversal=None):
        for number, name in names.items():
            if entry.act["seat"] == number:
                found[name].update(secrets=1, secret_cents=_moved(entry, payee=number))
            elif paid := _moved(entry, payer=number):
                found[name].update(secrets_paid=1, secret_paid_cents=paid)
    return found


def _of_hand(hand: Hand, seat: int) -> Figures:
    sides = {each.number: each.side for each in sides_of(session=hand.session, position=hand.position)}
    dealt = hands.dealer(session=hand.session, before_position=hand.position) == seat
    if hand.winner is None:
        return Counter(hands=1, dealt=dealt, hands_drawn=1)
    if hand.winner != seat:
        beside = sides[hand.winner] == sides[seat]
        lost = 0 if beside else _moved(hand.entry, payer=seat)
        return Counter(hands=1, dealt=dealt, hands_beside=beside, lost_cents=lost)
    return Counter(
        hands=1,
        dealt=dealt,
        hands_won=1,
        dealt_won=dealt,
        win_cents=_moved(hand.entry, payee=seat),
        porbis=bool(hand.verdict.get("porbis")),
        declared=bool(hand.verdict.get("declared")),
        own_draw=hand.entry.act.get("source") == "self_drawn",
        discard=hand.entry.act.get("source") == "discard",
        kings=_kings(hand),
    )


def moved(*, sessions: list[Session]) -> dict[tuple[str, str], int]:
    """Return what moved in play to the first player from the second, from every payment there is."""
    found: Counter[tuple[str, str]] = Counter()
    for session in sessions:
        owed = Payment.objects.filter(entry__session=session, cash=False, apart=False)
        for payment in owed.filter(entry__session__is_practice=False):
            entry = payment.entry.reverses or payment.entry
            if entry.kind != EntryKind.ADJUSTMENT and not payment.apart:
                payer, payee = payment.payer.player.known_as, payment.payee.player.known_as
                found[payee, payer] += payment.amount_cents
                found[payer, payee] -= payment.amount_cents
    return {pair: cents for pair, cents in found.items() if cents}


def beside(*, sessions: list[Session]) -> Counter[tuple[str, str]]:
    """Return how many hands the first player played while the second was the partner."""
    found: Counter[tuple[str, str]] = Counter()
    for session in sessions:
        names = {seat.number: seat.player.known_as for seat in session.seats.all()}
        counting = Hand.objects.filter(session=session, session__is_practice=False, entry__reversal=None)
        for position in counting.values_list("position", flat=True):
            sides = sides_of(session=session, position=position)
            found.update(
                (names[one.number], names[other.number])
                for one in sides
                for other in sides
                if one.side == other.side and one != other
            )
    return found


def _moved(entry: Entry, **whose: int) -> int:
    return sum(
        payment.amount_cents
        for payment in entry.payments.all()
        if all(getattr(payment, role).number == seat for role, seat in whose.items())
    )


def _kings(hand: Hand) -> int:
    act = hand.entry.act
    if act.get("declared"):
        return int(act["kings_of_coins"] + act["other_kings"])
    return sum(card[:2] == "12" for card in str(act.get("hand", "")).split())
