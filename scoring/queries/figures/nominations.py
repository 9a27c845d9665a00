"""Who was most of something, in a night or over a period: serious and kind, each with what proves it."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.models import Player, SeatTally
from scoring.queries.figures.figures import Unit, rows_by_player, summed
from scoring.queries.figures.plays import PlayedNight
from scoring.queries.figures.scope import People, Scope
from scoring.queries.figures.tallying import counted

MOST_TOGETHER = 2
"""More than so many who share a place are no news."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """What is looked for: the highest sum of a column, or the highest single one, or with `lowest` the lowest sum.

    `figure` is the figure whose lines prove it.
    """

    name: str
    of: str
    figure: str
    is_money: bool = False
    single: bool = False
    lowest: bool = False
    least: int = 1

    @property
    def unit(self) -> Unit:
        """Return what its amount is written in."""
        if self.of == "result_cents":
            return Unit.RESULT
        return Unit.MONEY if self.is_money else Unit.COUNT


AWARDS = (
    Award(name="winner", of="result_cents", figure="result_cents", is_money=True),
    Award(name="dinner", of="result_cents", figure="result_cents", is_money=True, lowest=True),
    Award(name="best_hand", of="best_cents", figure="best_cents", is_money=True, single=True),
    Award(name="hands", of="hands_won", figure="hands_won", least=2),
    Award(name="streak", of="streak", figure="streak", single=True, least=2),
    Award(name="wait", of="wait", figure="wait", single=True, least=4),
    Award(name="dealer", of="dealt_won", figure="dealt_won", least=2),
    Award(name="partner", of="hands_beside", figure="hands_beside", least=2),
    Award(name="own_draw", of="own_draw", figure="own_draw", least=2),
    Award(name="catcher", of="claimed", figure="claimed"),
    Award(name="gleaner", of="discard", figure="discard", least=2),
    Award(name="kings", of="kings", figure="kings", least=2),
    Award(name="porbis", of="porbis", figure="porbis"),
    Award(name="secrets", of="secrets", figure="secrets"),
    Award(name="patron", of="secret_paid_cents", figure="secret_paid_cents", is_money=True),
    Award(name="both", of="both", figure="both"),
    Award(name="patience", of="extra_cards", figure="extra_cards", least=3),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nomination:
    """An award and who has it, with how much; `line` proves it in a night, 0 where no single line does."""

    award: Award
    players: tuple[Player, ...]
    amount: int
    line: int = 0


def nominations_of(*, scope: Scope, people: People) -> tuple[Nomination, ...]:
    """Return who is nominated over a period."""
    everybody = {
        people.by_id[player]: summed(rows=rows) for player, rows in rows_by_player(scope=scope, people=people).items()
    }
    return _nominated(
        {
            player: {award.of: (sums.highest if award.single else sums.total)[award.of] for award in AWARDS}
            for player, sums in everybody.items()
        }
    )


def nominations_of_night(*, night: PlayedNight, people: People) -> tuple[Nomination, ...]:
    """Return who is nominated for a night, each with the last line that counted for it; the night is tallied."""
    tallies = {tally.seat_id: tally for tally in SeatTally.objects.filter(seat__session=night.session)}
    seat_of = {people.of(seat.player_id): number for number, seat in night.seats.items() if seat.pk in tallies}
    sums = {
        player: {award.of: int(getattr(tallies[night.seats[seat].pk], award.of)) for award in AWARDS}
        for player, seat in seat_of.items()
    }
    return tuple(
        Nomination(
            award=each.award,
            players=each.players,
            amount=each.amount,
            line=_line(night, seat_of[each.players[0]], each.award, tallies[night.seats[seat_of[each.players[0]]].pk]),
        )
        for each in _nominated(sums)
    )


def _nominated(sums: Mapping[Player, Mapping[str, int]]) -> tuple[Nomination, ...]:
    if len(sums) < 2:
        return ()
    found = []
    for award in AWARDS:
        amounts = {player: mine[award.of] for player, mine in sums.items()}
        amount = min(amounts.values()) if award.lowest else max(amounts.values())
        players = tuple(player for player, each in amounts.items() if each == amount)
        counts = -amount if award.lowest else amount
        if counts >= award.least and len(players) <= MOST_TOGETHER:
            found.append(Nomination(award=award, players=players, amount=amount))
    return tuple(found)


def _line(night: PlayedNight, seat: int, award: Award, tally: SeatTally) -> int:
    if award.of == "best_cents":
        return tally.best_line
    column = "play_cents" if award.of == "result_cents" else award.of
    game = night.session.played
    counting = (play.line for play in night.plays if counted(play=play, seat=seat, game=game)[column])
    return max(counting, default=0)
