"""What an act comes to at its table, new or as it was recorded, and the entry it makes."""

from collections import Counter

from scoring.games.base import ActKind, Data, Outcome, Table
from scoring.games.dealing import says_dealer
from scoring.games.reading import judged_new
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.ledger.kinds import EntryKind
from scoring.ledger.lines import Line
from scoring.ledger.night import Night
from scoring.operations.table.posting import Draft


def judge(*, night: Night, kind: ActKind, act: Data, position: int | None = None) -> Outcome:
    """Return what an act that was recorded, now or at a position, comes to before the stake factor.

    Raises ImpossibleError with every problem of the act.
    """
    rules, seats = night.agreed(position=position).rules, night.sides(position=position)
    read = night.game.read_act(kind=kind, data=act, rules=rules, seats=seats)
    return night.game.judge(act=read, rules=rules, seats=seats)


def judge_new(
    *, night: Night, act: Data, kind: ActKind = ActKind.HAND, replaces: Line | None = None, of_hand: Line | None = None
) -> Outcome:
    """Return what an act comes to that may be recorded now, or in the place of a hand.

    `of_hand` is the earlier hand a penalty belongs to. Raises ImpossibleError with all that speaks against it.
    """
    hand = replaces or of_hand
    position = hand.position if hand else None
    rules = night.agreed(position=position).rules
    table = Table()
    if kind is ActKind.HAND:
        drawn = _drawn_before(night, act=act, before=position)
        table = Table(secrets=_secrets(night, replaces=replaces), drawn_before=drawn)
        if "dealer" not in act and says_dealer(rules=rules, act=act):
            act = {**act, "dealer": night.dealer_at(position=position)}
        if drawn and "drawn_before" not in act:
            act = {**act, "drawn_before": drawn}
    elif kind is ActKind.PENALTY:
        said = of_hand.act.get("dealer") if of_hand else None
        table = Table(dealer=int(said) if said else night.dealer_at(position=position))
    return judged_new(
        game=night.game, kind=kind, data=act, rules=rules, seats=night.sides(position=position), table=table
    )


def _drawn_before(night: Night, *, act: Data, before: int | None) -> int | None:
    """Return the drawn hands whose stakes are in the pot of a hand that was won, None where its game asks for none."""
    if "winner" not in act or not night.asks_drawn(position=before):
        return None
    return night.drawn_since_win(before=before)


def _secrets(night: Night, *, replaces: Line | None) -> dict[int, int]:
    """Return how many secrets each seat was paid for in a hand, where its game has secrets."""
    rules = night.agreed(position=replaces.position if replaces else None).rules
    asked = night.game.asks(kind=ActKind.SECRET, rules=rules)
    return Counter(int(laid.act["seat"]) for laid in night.secrets_of(replaces)) if asked else {}


def draft_of(*, stakes: int, kind: ActKind, outcome: Outcome, reason: str = "") -> Draft:
    """Return the entry that an outcome makes at these stakes: its points, and its debts times the stakes.

    The act of a penalty says what it is for.
    """
    payments = tuple(Payment(payer=debt.payer, payee=debt.payee, cents=debt.cents * stakes) for debt in outcome.debts)
    points = tuple(Points(seat=score.seat, points=score.points) for score in outcome.scores)
    entry_kind = _ENTRY_KINDS.get(kind, EntryKind.PENALTY)
    why = {"why": kind.value} if entry_kind is EntryKind.PENALTY else {}
    return Draft(kind=entry_kind, act={**outcome.said.data(), **why}, payments=payments, points=points, reason=reason)


_ENTRY_KINDS = {ActKind.HAND: EntryKind.HAND, ActKind.SECRET: EntryKind.SECRET}
