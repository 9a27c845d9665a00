"""The lines of nights that stand, in the order of play, each with who sat there and what it moved between whom.

Every figure of the history is made of these. Cash handed over moves no result and is not among them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from scoring.games import dealing
from scoring.games.base import Data
from scoring.games.base import Seat as GameSeat
from scoring.games.stored import is_readable
from scoring.ledger.kinds import EntryKind
from scoring.ledger.night import Night
from scoring.ledger.seatings import Seating
from scoring.models import Hand, Seat, Session
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
