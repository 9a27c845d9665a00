"""Compare what is summed up of nights with what their lines come to; what is missing is made anew when asked for."""

from collections.abc import Iterator

from django.db.models import Q

from scoring.models import Club, NightTally, RatingTally, Session
from scoring.models.tallies import SUMMED
from scoring.queries.figures.pasts import pasts
from scoring.queries.figures.plays import PlayedNight, played_nights
from scoring.queries.figures.ratings import rated, ratings_among, won_hands
from scoring.queries.figures.scope import People
from scoring.queries.figures.tallying import SHAPE, Sums, Tallied, tallied
from scoring.texts import Text, say

_WAITS = Q(is_practice=False) & (Q(tally=None) | Q(tally__is_rated=False)) | Q(is_practice=True, tally__is_rated=True)
_PAIR = ("moved_cents", "beside_cents", "beside_nights", "beside_hands", "beside_won", "shared_cents", "coin_cents")
_SIDE = ("hands", "hands_won", "cents")


def wrong_tallies(*, session: Session, last_entry: int) -> Iterator[Text]:
    """Yield what is summed up wrong of a night whose newest line has this number."""
    tally = NightTally.objects.filter(session=session, shape=SHAPE, last_entry=last_entry).first()
    if tally is None:
        return
    (played,) = played_nights(sessions=(session,))
    due = tallied(night=played)
    rows = {row.seat.number: row for row in tally.seats.select_related("seat")}
    if rows.keys() != due.seats.keys():
        yield say("finding.tallies", names="SeatTally")
    for seat in sorted(rows.keys() & due.seats.keys()):
        wrong = [name for name in SUMMED if getattr(rows[seat], name) != due.seats[seat][name]]
        if wrong:
            yield say("finding.tally", seat=seat, names=", ".join(wrong))
    if set(tally.pairs.values_list("player", "other", *_PAIR)) != _pairs(played, due):
        yield say("finding.tallies", names="PairTally")
    if set(tally.sides.values_list("player", "partner", "against", "beside", *_SIDE)) != _sides(played, due):
        yield say("finding.tallies", names="SideTally")
    if tally.is_rated and _are_ratings_wrong(tally):
        yield say("finding.tallies", names="RatingTally")


def _pairs(night: PlayedNight, due: Tallied) -> set[tuple[int, ...]]:
    player = {number: seat.player_id for number, seat in night.seats.items()}
    return {(player[one], player[other], *_values(sums, _PAIR)) for (one, other), sums in due.pairs.items()}


def _sides(night: PlayedNight, due: Tallied) -> set[tuple[int, ...]]:
    player = {number: seat.player_id for number, seat in night.seats.items()}
    return {
        (*sorted(player[seat] for seat in side), *sorted(player[seat] for seat in against), *_values(sums, _SIDE))
        for (side, against), sums in due.sides.items()
    }


def _values(sums: Sums, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(sums[name] for name in names)


def _are_ratings_wrong(tally: NightTally) -> bool:
    """Tell whether the ratings after a night are not what its hands make of those before it.

    Where an older night waits to be rated again, so do those after it.
    """
    session = tally.session
    before_it = Q(day__lt=session.day) | Q(day=session.day, pk__lt=session.pk)
    older = session.club.sessions.filter(before_it, game=session.game)
    if older.filter(_WAITS).exists():
        return False
    hands = won_hands(sessions=(session,), known=People(session.club).known)[session.pk]
    rows = RatingTally.objects.filter(night__session__club=session.club, night__session__game=session.game)
    own = rows.filter(night=tally)
    first = own.order_by("pk").values_list("pk", flat=True).first()
    before = ratings_among(rows=rows.filter(pk__lt=first, player__in=own.values("player")) if first else rows.none())
    return ratings_among(rows=own) != rated(before=before, hands=hands)


def wrong_past(*, club: Club) -> Iterator[Text]:
    """Yield what is kept of years past and is not what their nights come to."""
    for past in pasts(club=club):
        rows = past.kept()
        if rows is not None and sorted(past.answer()) != sorted(rows):
            yield say("finding.tallies", names=f"PastTally {past.name}")
