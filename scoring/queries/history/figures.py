"""Figures, each a quotient of sums with what it rests on and that of the whole club; who was most of something."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from scoring.games import game_by_id
from scoring.games.base import Mark
from scoring.models import Player
from scoring.queries.history.scope import Scope, Sums, sums_by_player
from scoring.queries.history.tally import PlayedNight, counted, sums_by_seat


class Unit(StrEnum):
    """What a figure is written in."""

    COUNT = "count"
    SHARE = "share"
    MEAN = "mean"
    RESULT = "result"
    MONEY = "money"
    MINUTES = "minutes"


class Group(StrEnum):
    """Under which heading a figure stands."""

    MONEY = "money"
    HANDS = "hands"
    WINS = "wins"
    BESIDE = "beside"
    TIME = "time"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """The sum of column `of`, divided by that of `per` where there is one; `base` is the column it rests on.

    `extreme` says that not the sum counts but the highest value of a night, or with `lowest` the lowest. What its
    nights add to it is in another unit where `each_night` names that.
    """

    name: str
    unit: Unit
    group: Group
    of: str
    base: str
    per: str = ""
    extreme: bool = False
    lowest: bool = False
    mark: Mark | None = None
    each_night: Unit | None = None

    @property
    def unit_of_nights(self) -> Unit:
        """Return in what its nights are written: what a share or a mean is made of is counted."""
        return self.each_night or (Unit.COUNT if self.unit in (Unit.SHARE, Unit.MEAN) else self.unit)

    @property
    def unit_of_club(self) -> Unit:
        """Return in what the club's part is written: of a sum of counts it is a mean."""
        return Unit.MEAN if self.unit is Unit.COUNT and not self.extreme else self.unit


def _figure(name: str, unit: Unit, group: Group, base: str, **more: object) -> Figure:
    return Figure(name=name, unit=unit, group=group, base=base, **{"of": name, **more})  # type: ignore[arg-type]


def _share(name: str, group: Group, per: str, mark: Mark | None = None) -> Figure:
    return _figure(name, Unit.SHARE, group, per, per=per, mark=mark)


FIGURES: tuple[Figure, ...] = (
    _figure("result_cents", Unit.RESULT, Group.MONEY, "nights"),
    _figure("per_night", Unit.RESULT, Group.MONEY, "nights", of="result_cents", per="nights"),
    _figure("per_hand", Unit.RESULT, Group.MONEY, "hands", of="play_cents", per="hands"),
    _figure("nights_ahead", Unit.SHARE, Group.MONEY, "nights", per="nights", each_night=Unit.RESULT),
    _figure("best_night", Unit.RESULT, Group.MONEY, "nights", of="result_cents", extreme=True),
    _figure("worst_night", Unit.RESULT, Group.MONEY, "nights", of="result_cents", extreme=True, lowest=True),
    _figure("best_cents", Unit.MONEY, Group.MONEY, "hands_won", extreme=True),
    _figure("worst_cents", Unit.MONEY, Group.MONEY, "hands_lost", extreme=True),
    _figure("win_cents", Unit.MONEY, Group.MONEY, "hands_won", per="hands_won"),
    _figure("lost_cents", Unit.MONEY, Group.MONEY, "hands_lost", per="hands_lost"),
    _share("hands_won", Group.HANDS, "hands"),
    _share("hands_lost", Group.HANDS, "hands"),
    _share("hands_beside", Group.HANDS, "hands"),
    _share("hands_drawn", Group.HANDS, "hands"),
    _share("dealt_won", Group.HANDS, "dealt"),
    _figure("streak", Unit.COUNT, Group.HANDS, "hands", extreme=True),
    _figure("wait", Unit.COUNT, Group.HANDS, "hands", extreme=True),
    _figure("points", Unit.COUNT, Group.HANDS, "hands"),
    _share("own_draw", Group.WINS, "hands_won", Mark.OWN_DRAW),
    _share("claimed", Group.WINS, "hands_won", Mark.CLAIMED),
    _share("discard", Group.WINS, "hands_won", Mark.DISCARD),
    _share("complete", Group.WINS, "hands_won", Mark.COMPLETE),
    _share("porbis", Group.WINS, "hands_won", Mark.PORBIS),
    _figure("kings", Unit.MEAN, Group.WINS, "hands_won", per="hands_won", mark=Mark.KINGS),
    _figure("kings_of_coins", Unit.MEAN, Group.WINS, "hands_won", per="hands_won", mark=Mark.KINGS_OF_COINS),
    _share("bounit", Group.WINS, "conditional", Mark.BOUNIT),
    _share("sowee", Group.WINS, "conditional", Mark.SOWEE),
    _share("both", Group.WINS, "conditional", Mark.BOTH),
    _share("neither", Group.WINS, "conditional", Mark.NEITHER),
    _figure("extra_cards", Unit.MEAN, Group.WINS, "conditional", per="conditional", mark=Mark.EXTRA_CARDS),
    _share("declared", Group.WINS, "hands_won", Mark.DECLARED),
    _figure("secrets", Unit.MEAN, Group.BESIDE, "nights_by_hand", per="nights_by_hand", mark=Mark.OWN_DRAW),
    _figure("secret_cents", Unit.MONEY, Group.BESIDE, "secrets", mark=Mark.OWN_DRAW),
    _figure("secrets_paid", Unit.MEAN, Group.BESIDE, "nights_by_hand", per="nights_by_hand", mark=Mark.OWN_DRAW),
    _figure("secret_paid_cents", Unit.MONEY, Group.BESIDE, "secrets_paid", mark=Mark.OWN_DRAW),
    _figure("false_wins", Unit.COUNT, Group.BESIDE, "nights_by_hand", mark=Mark.OWN_DRAW),
    _figure("penalty_cents", Unit.RESULT, Group.BESIDE, "nights_by_hand"),
    _figure("longest_night", Unit.MINUTES, Group.TIME, "nights_by_hand", of="minutes", extreme=True),
    _figure("most_hands", Unit.COUNT, Group.TIME, "nights_by_hand", of="hands", extreme=True),
    _figure("hands_a_night", Unit.MEAN, Group.TIME, "nights_by_hand", of="hands", per="nights_by_hand"),
)


def figures_of_game(*, game: str) -> tuple[Figure, ...]:
    """Return the figures that make sense in a game: those of its marks, points only where it has them."""
    played = game_by_id(game_id=game)
    return tuple(
        figure
        for figure in FIGURES
        if (figure.mark is None or figure.mark in played.marks) and (figure.name != "points" or played.match)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A figure of a player: its value, how many hands or nights it rests on, and that of the club.

    The club's is its share or mean; of a sum the mean of its players; of an extreme the club's extreme.
    """

    figure: Figure
    value: Fraction | None
    count: int
    base: int
    club: Fraction | None


def value_of(figure: Figure, sums: Sums) -> Fraction | None:
    """Return the value of a figure, None where it rests on nothing."""
    if figure.extreme:
        return Fraction(sums.lowest(figure.of) if figure.lowest else sums.highest(figure.of))
    if not figure.per:
        return Fraction(sums.total[figure.of])
    return Fraction(sums.total[figure.of], sums.total[figure.per]) if sums.total[figure.per] else None


def values_of(*, game: str, own: Sums, club: Sums, player_count: int) -> tuple[Value, ...]:
    """Return every figure of a game for a player beside the club."""
    values = []
    for figure in figures_of_game(game=game):
        of_club = value_of(figure, club)
        if of_club is not None and not figure.per and not figure.extreme:
            of_club /= max(player_count, 1)
        count, base = 0 if figure.extreme else own.total[figure.of], own.total[figure.base]
        values.append(Value(figure=figure, value=value_of(figure, own), count=count, base=base, club=of_club))
    return tuple(values)


MOST_TOGETHER = 2
"""More than so many who share a place are no news."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """What is looked for: the highest sum of a column, or the highest `single` one, or with `lowest` the lowest sum.

    The column is also the name of the figure whose lines prove it.
    """

    name: str
    of: str
    single: bool = False
    lowest: bool = False
    least: int = 1

    @property
    def is_money(self) -> bool:
        return self.of.endswith("_cents")

    @property
    def unit(self) -> Unit:
        """Return what its amount is written in."""
        if self.of == "result_cents":
            return Unit.RESULT
        return Unit.MONEY if self.is_money else Unit.COUNT

    def amount(self, sums: Sums) -> int:
        return sums.highest(self.of) if self.single else sums.total[self.of]


AWARDS = (
    Award(name="winner", of="result_cents"),
    Award(name="dinner", of="result_cents", lowest=True),
    Award(name="best_hand", of="best_cents", single=True),
    Award(name="hands", of="hands_won", least=2),
    Award(name="streak", of="streak", single=True, least=2),
    Award(name="wait", of="wait", single=True, least=4),
    Award(name="dealer", of="dealt_won", least=2),
    Award(name="partner", of="hands_beside", least=2),
    Award(name="own_draw", of="own_draw", least=2),
    Award(name="catcher", of="claimed"),
    Award(name="gleaner", of="discard", least=2),
    Award(name="kings", of="kings", least=2),
    Award(name="porbis", of="porbis"),
    Award(name="secrets", of="secrets"),
    Award(name="patron", of="secret_paid_cents"),
    Award(name="both", of="both"),
    Award(name="patience", of="extra_cards", least=3),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nomination:
    """An award and who has it, with how much; `line` proves it in a night, 0 where no single line does."""

    award: Award
    players: tuple[Player, ...]
    amount: int
    line: int = 0


def nominations_of(*, scope: Scope) -> tuple[Nomination, ...]:
    """Return who is nominated over a period."""
    return _nominated({scope.players[pk]: sums for pk, sums in sums_by_player(nights=scope.nights).items()})


def nominations_of_night(*, night: PlayedNight) -> tuple[Nomination, ...]:
    """Return who is nominated for a night, each with the last line that counted for it."""
    by_seat = sums_by_seat(night=night)
    seat_of = {night.players[seat].merged_into or night.players[seat]: seat for seat in by_seat}
    return tuple(
        replace(each, line=_line(night, seat_of[each.players[0]], each.award, by_seat[seat_of[each.players[0]]]))
        for each in _nominated({player: Sums((by_seat[seat],)) for player, seat in seat_of.items()})
    )


def _nominated(sums: Mapping[Player, Sums]) -> tuple[Nomination, ...]:
    found = []
    for award in AWARDS if len(sums) > 1 else ():
        amounts = {player: award.amount(own) for player, own in sums.items()}
        amount = min(amounts.values()) if award.lowest else max(amounts.values())
        players = tuple(player for player, each in amounts.items() if each == amount)
        if (-amount if award.lowest else amount) >= award.least and len(players) <= MOST_TOGETHER:
            found.append(Nomination(award=award, players=players, amount=amount))
    return tuple(found)


def _line(night: PlayedNight, seat: int, award: Award, sums: Mapping[str, int]) -> int:
    if award.of == "best_cents":
        return sums.get("best_line", 0)
    column = "play_cents" if award.of == "result_cents" else award.of
    game = night.session.played
    lines = (play.line.number for play in night.plays if counted(play=play, seat=seat, game=game)[column])
    return max(lines, default=0)
