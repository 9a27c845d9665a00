"""The figures once more, as somebody would count them who goes through the books line by line and hand by hand."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from scoring.models import Entry, EntryKind, Hand, Payment, Session
from scoring.queries.table.night import night_of

type Figures = Counter[str]
type Pair = tuple[str, str]

SOURCES = {"self_drawn": "own_draw", "claimed": "claimed", "discard": "discard", "dealt": "complete"}


def of_night(*, session: Session) -> dict[int, Figures]:
    seats = [seat.number for seat in session.seats.all()]
    found: dict[int, Figures] = {seat: Counter() for seat in seats}
    for payment in Payment.objects.filter(entry__session=session, cash=False).select_related("entry__reverses"):
        entry = payment.entry.reverses or payment.entry
        for role, cents in ((payment.payer, -payment.amount_cents), (payment.payee, payment.amount_cents)):
            found[role.number].update(dict.fromkeys(_columns(entry, apart=payment.apart), cents))
    hands_played = tuple(_hands(session))
    for seat, figures in found.items():
        figures.update(_of_hands(hands_played, seat))
        figures.update(_of_other_lines(session, seat))
    played = {seat for _hand, sides, _dealer in hands_played for seat in sides} | set(_moved_for(session))
    return {seat: Counter({name: count for name, count in found[seat].items() if count}) for seat in sorted(played)}


def _moved_for(session: Session) -> Iterator[int]:
    standing = session.entries.filter(reversal=None).exclude(kind=EntryKind.REVERSAL)
    money = Payment.objects.filter(entry__in=standing, cash=False)
    for of in (
        money.values_list("payer__number"),
        money.values_list("payee__number"),
        standing.values_list("scores__seat__number"),
    ):
        yield from (seat for (seat,) in of if seat)
    if standing.filter(kind=EntryKind.PAST).exists():
        yield from session.seats.values_list("number", flat=True)


def _columns(entry: Entry, *, apart: bool) -> tuple[str, ...]:
    if apart:
        return ("apart_cents",)
    if entry.kind == EntryKind.PAST:
        return ("result_cents",)
    if entry.kind != EntryKind.ADJUSTMENT:
        return ("result_cents", "play_cents")
    is_coin = entry.act["why"] == "rounding"
    return ("result_cents", "adjusted_cents", *(("coin_cents",) if is_coin else ()))


def _hands(session: Session) -> Iterator[tuple[Hand, dict[int, int], int]]:
    standing = Hand.objects.filter(session=session, entry__reversal=None).select_related("entry", "session")
    for hand in standing.order_by("position").prefetch_related("entry__payments__payer", "entry__payments__payee"):
        if _is_void(hand):
            continue
        sides = {each.number: each.side for each in night_of(session=session).sides(position=hand.position)}
        yield hand, sides, night_of(session=session).dealer_at(position=hand.position)


def _is_void(hand: Hand) -> bool:
    """Tell whether the table put the hand aside: a misdeal and the like, or one that a false win ended."""
    return "void" in hand.entry.act or hand.entry.act.get("result") == "void"


def _of_hands(hands_played: Iterable[tuple[Hand, dict[int, int], int]], seat: int) -> Figures:
    figures: Figures = Counter()
    story, won, lost = "", [(0, 0)], [(0, 0)]
    for hand, sides, dealer in hands_played:
        line = -hand.entry.number
        if paid := _moved(hand.entry, payer=seat):
            lost.append((paid, line))
        if seat in sides:
            figures.update(_of_hand(hand, seat, sides, dealt=dealer == seat))
            story += "W" if hand.winner == seat else "-"
        if hand.winner == seat:
            won.append((_moved(hand.entry, payee=seat), line))
    (best, best_line), (worst, worst_line) = max(won[1:] or won), max(lost)
    return figures + Counter(
        streak=max(map(len, story.split("-"))),
        wait=max(map(len, story.split("W"))),
        best_cents=best,
        best_line=-best_line,
        worst_cents=worst,
        worst_line=-worst_line,
    )


def _of_hand(hand: Hand, seat: int, sides: dict[int, int], *, dealt: bool) -> Figures:
    if hand.winner is None:
        return Counter(hands=1, dealt=dealt, hands_drawn=1)
    if hand.winner != seat:
        beside = sides[hand.winner] == sides[seat]
        lost = 0 if beside else _moved(hand.entry, payer=seat)
        return Counter(hands=1, dealt=dealt, hands_beside=beside, hands_lost=not beside, lost_cents=lost)
    act, verdict = hand.entry.act, hand.verdict
    met = verdict.get("conditions")
    return Counter(
        hands=1,
        dealt=dealt,
        hands_won=1,
        dealt_won=dealt,
        win_cents=_moved(hand.entry, payee=seat),
        porbis=bool(verdict.get("porbis")),
        declared=bool(verdict.get("declared")),
        extra_cards=verdict.get("extra_used") or 0,
        kings=_kings(hand, "12", "kings_of_coins", "other_kings"),
        kings_of_coins=_kings(hand, "12O", "kings_of_coins"),
        conditional=met is not None,
        bounit=bool(met and met["bounit"]),
        sowee=bool(met and met["sowee"]),
        both=bool(met and met["bounit"] and met["sowee"]),
        neither=bool(met and not met["bounit"] and not met["sowee"]),
        **({SOURCES[act["source"]]: 1} if "source" in act else {}),
    )


def _kings(hand: Hand, card: str, *declared: str) -> int:
    act = hand.entry.act
    if act.get("declared"):
        return sum(int(act[name]) for name in declared)
    return sum(each.startswith(card) for each in str(act.get("hand", "")).split())


def _of_other_lines(session: Session, seat: int) -> Figures:
    figures: Figures = Counter()
    for entry in session.entries.filter(kind__in=(EntryKind.SECRET, EntryKind.PENALTY), reversal=None):
        paid, got, is_own = _moved(entry, payer=seat), _moved(entry, payee=seat), entry.act["seat"] == seat
        if entry.kind == EntryKind.PENALTY:
            figures["penalty_cents"] += got - paid
            figures["false_wins" if entry.act["why"] == "false_win" else "penalties"] += is_own
        elif is_own:
            figures.update(secrets=1, secret_cents=got)
        elif paid:
            figures.update(secrets_paid=1, secret_paid_cents=paid)
    for entry in session.entries.filter(reversal=None).exclude(kind__in=(EntryKind.MATCH, EntryKind.REVERSAL)):
        figures["points"] += sum(score.points for score in entry.scores.all() if score.seat.number == seat)
    return figures


def figures(*, nights: Sequence[Figures], minutes: Sequence[int], by_hand: int) -> dict[str, Fraction | None]:
    total = {name: sum(night[name] for night in nights) for name in set().union(*nights)} | {
        "nights": len(nights),
        "by_hand": by_hand,
    }
    best = {name: max((night[name] for night in nights), default=0) for name in set().union(*nights)}

    def per(what: str, of: str) -> Fraction | None:
        return Fraction(total.get(what, 0), total[of]) if total.get(of) else None

    results = [night["result_cents"] for night in nights]
    sums = ("result_cents", "points", "secret_cents", "secret_paid_cents", "false_wins", "penalty_cents")
    extremes = ("best_cents", "worst_cents", "streak", "wait")
    of_hands = ("hands_won", "hands_lost", "hands_beside", "hands_drawn")
    of_wins = (*SOURCES.values(), "porbis", "kings", "kings_of_coins", "declared", "win_cents")
    with_conditions = ("bounit", "sowee", "both", "neither", "extra_cards")
    return {
        **{name: Fraction(total.get(name, 0)) for name in sums},
        **{name: Fraction(best.get(name, 0)) for name in extremes},
        **{name: per(name, "hands") for name in of_hands},
        **{name: per(name, "hands_won") for name in of_wins},
        **{name: per(name, "conditional") for name in with_conditions},
        **{name: per(name, "by_hand") for name in ("secrets", "secrets_paid")},
        "per_night": per("result_cents", "nights"),
        "per_hand": per("play_cents", "hands"),
        "nights_ahead": Fraction(sum(cents > 0 for cents in results), len(results)) if results else None,
        "best_night": Fraction(max(results, default=0)),
        "worst_night": Fraction(min(results, default=0)),
        "lost_cents": per("lost_cents", "hands_lost"),
        "dealt_won": per("dealt_won", "dealt"),
        "longest_night": Fraction(max(minutes, default=0)),
        "most_hands": Fraction(best.get("hands", 0)),
        "hands_a_night": per("hands", "by_hand"),
    }


def moved(*, sessions: Iterable[Session]) -> dict[Pair, int]:
    found: Counter[Pair] = Counter()
    for payment in Payment.objects.filter(entry__session__in=sessions, cash=False, apart=False):
        entry = payment.entry.reverses or payment.entry
        if entry.kind not in (EntryKind.ADJUSTMENT, EntryKind.PAST):
            payer, payee = payment.payer.player.known_as, payment.payee.player.known_as
            found[payee, payer] += payment.amount_cents
            found[payer, payee] -= payment.amount_cents
    return {pair: cents for pair, cents in found.items() if cents}


def beside(*, sessions: Iterable[Session]) -> dict[str, Counter[Pair]]:
    """Return hands the first player played while the second was the partner, those their side won, and cents."""
    found: defaultdict[str, Counter[Pair]] = defaultdict(Counter)
    for session in sessions:
        names = {seat.number: seat.player.known_as for seat in session.seats.all()}
        for hand in Hand.objects.filter(session=session, entry__reversal=None).select_related("entry", "session"):
            for one, other in _partners(session, hand.position):
                pair = names[one], names[other]
                found["hands"][pair] += not _is_void(hand)
                found["won"][pair] += hand.winner in (one, other)
                found["cents"][pair] += _moved(hand.entry, payee=one) - _moved(hand.entry, payer=one)
    return found


def _partners(session: Session, position: int) -> Iterator[tuple[int, int]]:
    sides = night_of(session=session).sides(position=position)
    yield from ((one.number, two.number) for one in sides for two in sides if one.side == two.side and one != two)


def _moved(entry: Entry, **whose: int) -> int:
    return sum(
        payment.amount_cents
        for payment in entry.payments.all()
        if all(getattr(payment, role).number == seat for role, seat in whose.items())
    )
