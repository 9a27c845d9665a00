"""The figures of a player: each a quotient of sums, with what it rests on and the same of the whole club."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from django.db.models import Aggregate, Count, Max, Min, Q, Sum

from scoring.games import game_by_id
from scoring.games.base import Mark
from scoring.ledger.settlement import ByClose
from scoring.models.tallies import SUMMED
from scoring.queries.figures.scope import People, Scope
from scoring.queries.figures.years import Question, over_years


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
class Sums:
    """Sums of tallies by column, and the extremes of single nights."""

    total: Mapping[str, int]
    highest: Mapping[str, int]
    lowest: Mapping[str, int]

    @property
    def by_close(self) -> ByClose:
        """Return what the close moved, which no hand did."""
        coins = self.total["coin_cents"]
        return ByClose(shared_cents=self.total["adjusted_cents"] - coins, coin_cents=coins)

    def of(self, figure: Figure) -> Fraction | None:
        """Return the value of a figure, None where it rests on nothing."""
        if figure.extreme:
            return Fraction((self.lowest if figure.lowest else self.highest)[figure.of])
        if not figure.per:
            return Fraction(self.total[figure.of])
        return Fraction(self.total[figure.of], self.total[figure.per]) if self.total[figure.per] else None


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


_SINGLE = ("best_cents", "best_line", "worst_cents", "worst_line", "streak", "wait")
_SUMMED = tuple(name for name in SUMMED if name not in _SINGLE)
_EXTREME = ("result_cents", "best_cents", "worst_cents", "streak", "wait", "hands", "minutes")
_TOTALS = (*_SUMMED, "nights", "nights_ahead", "nights_by_hand")
_HIGHEST = slice(len(_TOTALS), len(_TOTALS) + len(_EXTREME))

type Row = tuple[int, ...]
"""What a player's nights come to: the totals, the highest, and the lowest result, in the order of their names."""


def rows_by_player(*, scope: Scope, people: People) -> dict[int, list[Row]]:
    """Return what everybody's nights come to, by the id they are known under, in several rows for some."""
    rows: defaultdict[int, list[Row]] = defaultdict(list)
    for player, *row in over_years(scope=scope, question=PLAYERS):
        rows[people.known[player]].append(tuple(row))
    return rows


def _by_player(scope: Scope) -> Iterable[Row]:
    asked: list[Aggregate] = [*map(Sum, _SUMMED), Count("pk"), Count("pk", filter=Q(result_cents__gt=0))]
    asked.append(Count("pk", filter=Q(night__session__entered_later=False)))
    asked += [Max("night__minutes" if name == "minutes" else name) for name in _EXTREME]
    asked.append(Min("result_cents"))
    columns = {f"column_{place}": each for place, each in enumerate(asked)}
    return scope.seats.order_by().values("player").annotate(**columns).values_list("player", *columns)


PLAYERS = Question(name="players", columns=(*_TOTALS, *_EXTREME), ask=_by_player, lasts=True)


def summed(*, rows: Iterable[Row]) -> Sums:
    """Return what nights come to together; zeros where there are none."""
    columns = tuple(zip(*rows, strict=True)) or ((),) * (_HIGHEST.stop + 1)
    total = dict(zip(_TOTALS, map(sum, columns), strict=False))
    lost = total["hands"] - total["hands_won"] - total["hands_beside"] - total["hands_drawn"]
    only_one = total["bounit"] + total["sowee"] - 2 * total["both"]
    return Sums(
        total=total | {"hands_lost": lost, "conditional": total["both"] + total["neither"] + only_one},
        highest={name: max(most, default=0) for name, most in zip(_EXTREME, columns[_HIGHEST], strict=True)},
        lowest={"result_cents": min(columns[-1], default=0)},
    )


def values_of(*, scope: Scope, own: Sums, club: Sums, player_count: int) -> tuple[Value, ...]:
    """Return every figure of the scope's game for a player beside the club."""
    values = []
    for figure in figures_of_game(game=scope.game):
        of_club = club.of(figure)
        if of_club is not None and not figure.per and not figure.extreme:
            of_club /= max(player_count, 1)
        values.append(
            Value(
                figure=figure,
                value=own.of(figure),
                count=own.total[figure.of] if not figure.extreme else 0,
                base=own.total[figure.base],
                club=of_club,
            )
        )
    return tuple(values)
