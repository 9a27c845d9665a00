"""What a night comes to: its plays in order, and their sums for each player, pair and side.

Every figure of the history is made of these. Cash handed over moves no result and is not among them.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scoring.games import dealing
from scoring.games.base import AnyGame, Data
from scoring.games.base import Seat as GameSeat
from scoring.games.stored import is_readable
from scoring.ledger.night import Night
from scoring.ledger.seatings import Seating
from scoring.models import EntryKind, Hand, Seat, Session
from scoring.queries.table.night import nights_of

IN_PLAY = frozenset({EntryKind.HAND, EntryKind.SECRET, EntryKind.PENALTY, EntryKind.MATCH})
"""The lines whose money was won and lost at the cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A line that stands. `seats` sat at the table then, `moves` are payer, payee and minor units.

    `at` is when what it stands for was recorded first, before anything was corrected.
    Of a hand `number` counts from 1, `verdict` is the stored one, and who dealt and won is known; nothing else is
    told of one that is not `is_readable`.
    """

    line: int
    kind: EntryKind
    at: datetime
    act: Data
    seats: tuple[GameSeat, ...]
    moves: tuple[tuple[int, int, int], ...]
    points: Mapping[int, int]
    number: int | None = None
    verdict: Data = field(default_factory=dict)
    is_readable: bool = True
    winner: int | None = None
    dealer: int | None = None

    def change(self, seat: int) -> int:
        """Return what the line changed for a seat."""
        return self.received(seat) - self.paid(seat)

    def received(self, seat: int) -> int:
        return sum(cents for _, payee, cents in self.moves if payee == seat)

    def paid(self, seat: int) -> int:
        return sum(cents for payer, _, cents in self.moves if payer == seat)

    def side_of(self, seat: int) -> int | None:
        """Return the side of a seat, None for one that sat out."""
        return next((each.side for each in self.seats if each.number == seat), None)

    @property
    def is_play(self) -> bool:
        return self.kind in IN_PLAY

    @property
    def is_result(self) -> bool:
        """Return whether what it moved is won or lost; anything else was paid apart from play."""
        return self.is_play or self.kind in (EntryKind.ADJUSTMENT, EntryKind.PAST)

    @property
    def is_hand(self) -> bool:
        """Return whether this is a hand that counts; what a void one moved is of the night all the same."""
        return self.kind is EntryKind.HAND and dealing.counts(act=self.act)

    @property
    def took_part(self) -> frozenset[int]:
        """Return the seats for which this was played; all of a night entered later played it."""
        at_table = self.seats if self.is_hand or self.kind is EntryKind.PAST else ()
        moved = {seat for payer, payee, _cents in self.moves for seat in (payer, payee)}
        return frozenset(seat.number for seat in at_table) | moved | self.points.keys()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedNight:
    """A session with the ids of its players by seat and its plays in order."""

    session: Session
    night: Night
    player_ids: Mapping[int, int]
    plays: tuple[Play, ...]

    @property
    def hands(self) -> tuple[Play, ...]:
        return tuple(play for play in self.plays if play.is_hand)

    @property
    def took_part(self) -> frozenset[int]:
        """Return the seats that played the night: dealt a hand that counts, or money or points moved for them.

        Whoever only waited is not among them, and nobody is where nothing was played.
        """
        return frozenset(seat for play in self.plays for seat in play.took_part)


def played_nights(*, sessions: Collection[Session]) -> tuple[PlayedNight, ...]:
    """Return nights with all their plays, in five queries or six however many there are."""
    nights = nights_of(sessions=sessions)
    seated = Seat.objects.filter(session__in=sessions).values_list("session_id", "number", "player_id")
    player_ids: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for session, number, player in seated.order_by("number"):
        player_ids[session][number] = player
    hands = Hand.objects.standing().filter(session__in=sessions)
    verdicts: defaultdict[int, dict[int, Data]] = defaultdict(dict)
    for session, number, verdict in hands.values_list("session_id", "entry__number", "verdict"):
        verdicts[session][number] = verdict
    return tuple(
        PlayedNight(
            session=session,
            night=nights[session.pk],
            player_ids=player_ids[session.pk],
            plays=tuple(_plays(nights[session.pk], verdicts[session.pk])),
        )
        for session in sessions
    )


def _plays(night: Night, verdicts: Mapping[int, Data]) -> Iterator[Play]:
    rules, seats = night.terms.now.rules, tuple(night.players)
    numbers = {hand.number: number for number, hand in enumerate(night.hands, start=1)}
    first_at = {line.number: line.recorded_at for line in night.lines}
    sides: dict[Seating, tuple[GameSeat, ...]] = {}
    for line in night.standing:
        seating = night.seating(position=line.position)
        if seating not in sides:
            sides[seating] = night.sides_in(seating)
        readable, verdict = True, verdicts.get(line.number, {})
        if line.judged:
            readable = is_readable(
                game=night.game, rules=rules, act=line.act, verdict=verdict, winner=line.winner, seats=seats
            )
        yield Play(
            line=line.number,
            kind=line.kind,
            at=first_at.get(line.position, line.recorded_at),
            act=line.act,
            seats=sides[seating],
            moves=tuple((paid.payer, paid.payee, paid.cents) for paid in line.owed + line.apart),
            points={score.seat: score.points for score in line.points},
            number=numbers.get(line.number),
            verdict=verdict if readable else {},
            is_readable=readable,
            winner=line.winner,
            dealer=night.dealer_at(position=line.position) if line.judged else None,
        )


SHAPE = 10
"""To be raised with whatever the tallies count, so that those of an older version are derived again."""

type Sums = Counter[str]
"""Minor units and counts by the names of the columns; what is 0 may be missing."""


def tallied(*, night: PlayedNight) -> dict[str, Any]:
    """Return what a night comes to as it is stored, by the ids of the players who took part.

    `seats` are number, player and sums; `pairs` two players and the sums of the first; `sides` two partners, the
    two they played against, the smaller id first, and their sums; `won` the sides of each hand that somebody won,
    the winner's first.
    """
    player = night.player_ids
    return {
        "seats": [[seat, player[seat], sums] for seat, sums in sums_by_seat(night=night).items()],
        "pairs": [[player[one], player[other], _stored(sums)] for (one, other), sums in _pairs(night).items()],
        "sides": [
            [*(sorted(player[seat] for seat in each) for each in both), _stored(sums)]
            for both, sums in _sides(night).items()
        ],
        "won": [[[player[seat] for seat in side] for side in _by_side(play)] for play in night.hands if play.winner],
        "hands": len(night.hands),
        "unread_hands": sum(not play.is_readable for play in night.hands),
    }


def sums_by_seat(*, night: PlayedNight) -> dict[int, dict[str, int]]:
    """Return what each seat that took part did, without what is 0.

    `best` and `worst` are single hands, named by their lines; `streak` and `wait` the most hands in a row won, and
    not won. Everything else is the sum of what single lines are counted for, or says what the night itself counts for.
    """
    game = night.session.played
    found: dict[int, Sums] = {}
    for number in sorted(night.took_part):
        sums = found[number] = Counter()
        for play in night.plays:
            sums.update(counted(play=play, seat=number, game=game))
        sums.update(_extremes(night, number))
        sums.update(nights=1, nights_ahead=sums["result_cents"] > 0, nights_by_hand=not night.session.entered_later)
        sums["minutes"] = _minutes(night)
    return {number: _stored(sums) for number, sums in found.items()}


def _stored(sums: Sums) -> dict[str, int]:
    return {name: int(count) for name, count in sums.items() if count}


def _minutes(night: PlayedNight) -> int:
    times = [play.at for play in night.plays if play.is_play]
    return int((max(times) - min(times)).total_seconds()) // 60 if times else 0


def counted(*, play: Play, seat: int, game: AnyGame) -> Sums:
    """Return what one play is counted for at a seat."""
    change = play.change(seat)
    sums: Sums = Counter()
    if play.is_play:
        sums.update(play_cents=change, result_cents=change)
    elif play.kind is EntryKind.PAST:
        sums["result_cents"] = change
    elif play.kind is EntryKind.ADJUSTMENT:
        sums.update(adjusted_cents=change, result_cents=change)
        sums["coin_cents"] = change if play.act["why"] == "rounding" else 0
    else:
        sums["apart_cents"] = change
    if play.kind is not EntryKind.MATCH:
        sums["points"] = play.points.get(seat, 0)
    if play.is_hand and play.side_of(seat) is not None:
        sums.update(_of_hand(play, seat, game))
    elif play.kind is EntryKind.SECRET:
        sums.update(_of_secret(play, seat))
    elif play.kind is EntryKind.PENALTY:
        sums["penalty_cents"] = change
        if play.act.get("seat") == seat:
            sums["false_wins" if play.act["why"] == "false_win" else "penalties"] = 1
    return sums


def _of_hand(play: Play, seat: int, game: AnyGame) -> Sums:
    sums: Sums = Counter(hands=1, dealt=int(play.dealer == seat))
    if play.winner is None:
        sums["hands_drawn"] = 1
    elif play.winner == seat:
        marks = game.marked(act=play.act, verdict=play.verdict) if play.is_readable else {}
        sums.update({mark.value: count for mark, count in marks.items()})
        sums["conditional"] = sums["bounit"] + sums["sowee"] - sums["both"] + sums["neither"]
        sums.update(hands_won=1, win_cents=play.received(seat), dealt_won=int(play.dealer == seat))
    elif play.side_of(play.winner) == play.side_of(seat):
        sums["hands_beside"] = 1
    else:
        sums.update(hands_lost=1, lost_cents=play.paid(seat))
    return sums


def _of_secret(play: Play, seat: int) -> Sums:
    if play.act["seat"] == seat:
        return Counter(secrets=1, secret_cents=play.received(seat))
    paid = play.paid(seat)
    return Counter(secrets_paid=1, secret_paid_cents=paid) if paid else Counter()


def _extremes(night: PlayedNight, seat: int) -> Sums:
    """Return the hands that brought and cost most, the earliest of equal ones, and the longest runs of hands."""
    best = max(((play.received(seat), -play.line) for play in night.hands if play.winner == seat), default=(0, 0))
    worst = max(((play.paid(seat), -play.line) for play in night.hands), default=(0, 0))
    won = [play.winner == seat for play in night.hands if play.side_of(seat) is not None]
    return Counter(
        best_cents=best[0],
        best_line=-best[1],
        worst_cents=worst[0],
        worst_line=-worst[1] if worst[0] else 0,
        streak=_longest_run(won, of=True),
        wait=_longest_run(won, of=False),
    )


def _longest_run(values: Iterable[bool], *, of: bool) -> int:
    longest = now = 0
    for value in values:
        now = now + 1 if value is of else 0
        longest = max(longest, now)
    return longest


def _pairs(night: PlayedNight) -> dict[tuple[int, int], Sums]:
    pairs: defaultdict[tuple[int, int], Sums] = defaultdict(Counter)
    last_partners: dict[int, tuple[int, ...]] = {}
    for play in night.plays:
        if play.is_play:
            for payer, payee, cents in play.moves:
                pairs[payee, payer]["moved_cents"] += cents
                pairs[payer, payee]["moved_cents"] -= cents
            for seat, partners in _partners(play).items():
                last_partners[seat] = partners
                for partner in partners:
                    pairs[seat, partner].update(_beside(play, seat, partner))
    for play in night.plays:
        if play.kind is EntryKind.ADJUSTMENT:
            _share(pairs, play, last_partners)
    for sums in pairs.values():
        sums["beside_nights"] = int(bool(sums["beside_plays"]))
        del sums["beside_plays"]
    return dict(pairs)


def _beside(play: Play, seat: int, partner: int) -> Sums:
    sums: Sums = Counter(beside_plays=1, beside_cents=play.change(seat))
    if play.is_hand:
        sums.update(beside_hands=1, beside_won=int(play.winner in (seat, partner)))
    return sums


def _share(pairs: defaultdict[tuple[int, int], Sums], play: Play, last_partners: dict[int, tuple[int, ...]]) -> None:
    """Count an adjustment of the close: what partners shared is theirs.

    A coin of the rounding goes to the pair in which its player last played, also for who sat out at the end.
    """
    shared = play.act["why"] == "partners_share"
    for payer, payee, cents in play.moves:
        for seat, other, change in ((payer, payee, -cents), (payee, payer, cents)):
            for partner in (other,) if shared else last_partners.get(seat, ()):
                pairs[seat, partner].update(
                    {"beside_cents": change, "shared_cents" if shared else "coin_cents": change}
                )


def _partners(play: Play) -> dict[int, tuple[int, ...]]:
    sides = {seat.number: seat.side for seat in play.seats}
    return {
        seat: partners
        for seat, side in sides.items()
        if (partners := tuple(other for other in sides if other != seat and sides[other] == side))
    }


def _sides(night: PlayedNight) -> dict[tuple[tuple[int, int], tuple[int, int]], Sums]:
    sides: defaultdict[tuple[tuple[int, int], tuple[int, int]], Sums] = defaultdict(Counter)
    for play in night.plays:
        if play.is_play:
            for side, against in _twos(play):
                sums = sides[side, against]
                sums["cents"] += sum(play.change(seat) for seat in side)
                if play.is_hand:
                    sums.update(hands=1, hands_won=int(play.winner in side))
    return dict(sides)


def _twos(play: Play) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield each side of two with the other one, where exactly two sides of two play."""
    sides = _by_side(play)
    if [len(side) for side in sides] == [2, 2]:
        one, other = ((min(side), max(side)) for side in sides)
        yield one, other
        yield other, one


def _by_side(play: Play) -> list[list[int]]:
    """Return the seats by their sides, that of the winner first."""
    sides: defaultdict[int, list[int]] = defaultdict(list)
    for seat in play.seats:
        sides[seat.side].append(seat.number)
    return [sides[side] for side in sorted(sides, key=lambda side: (play.winner not in sides[side], side))]
