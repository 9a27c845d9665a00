"""Figures, each a quotient of sums with what it rests on and that of the whole club; who was most of something."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from scoring.games import game_by_id
from scoring.games.base import Mark
from scoring.ledger.settlement import ByClose
from scoring.models import Player
from scoring.queries.history.scope import NightSums, People, Scope
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


class Sums:
    """What nights come to together, by column; zeros where there are none."""

    def __init__(self, nights: Iterable[Mapping[str, int]]) -> None:
        self.nights = tuple(nights)
        self.total: Counter[str] = Counter()
        for night in self.nights:
            for name, count in night.items():
                self.total[name] += count

    def highest(self, column: str) -> int:
        """Return the highest of a single night."""
        return max((night.get(column, 0) for night in self.nights), default=0)

    def lowest(self, column: str) -> int:
        return min((night.get(column, 0) for night in self.nights), default=0)

    @property
    def by_close(self) -> ByClose:
        """Return what the close moved, which no hand did."""
        coins = self.total["coin_cents"]
        return ByClose(shared_cents=self.total["adjusted_cents"] - coins, coin_cents=coins)

    def of(self, figure: Figure) -> Fraction | None:
        """Return the value of a figure, None where it rests on nothing."""
        if figure.extreme:
            return Fraction(self.lowest(figure.of) if figure.lowest else self.highest(figure.of))
        if not figure.per:
            return Fraction(self.total[figure.of])
        return Fraction(self.total[figure.of], self.total[figure.per]) if self.total[figure.per] else None


def sums_by_player(*, nights: Iterable[NightSums]) -> dict[int, Sums]:
    """Return what everybody's nights come to, by the id they are known under."""
    found: defaultdict[int, list[Mapping[str, int]]] = defaultdict(list)
    for night in nights:
        for player, sums in night.sums.items():
            found[player].append(sums)
    return {player: Sums(own) for player, own in found.items()}


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


def nominations_of(*, scope: Scope) -> tuple[Nomination, ...]:
    """Return who is nominated over a period."""
    everybody = sums_by_player(nights=scope.nights)
    return _nominated(
        {
            scope.people.by_id[player]: {
                award.of: sums.highest(award.of) if award.single else sums.total[award.of] for award in AWARDS
            }
            for player, sums in everybody.items()
        }
    )


def nominations_of_night(*, night: PlayedNight, people: People) -> tuple[Nomination, ...]:
    """Return who is nominated for a night, each with the last line that counted for it."""
    by_seat = sums_by_seat(night=night)
    seat_of = {people.of(night.player_ids[seat]): seat for seat in by_seat}
    return tuple(
        replace(each, line=_line(night, seat_of[each.players[0]], each.award, by_seat[seat_of[each.players[0]]]))
        for each in _nominated({player: Counter(by_seat[seat]) for player, seat in seat_of.items()})
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


def _line(night: PlayedNight, seat: int, award: Award, sums: Mapping[str, int]) -> int:
    if award.of == "best_cents":
        return sums.get("best_line", 0)
    column = "play_cents" if award.of == "result_cents" else award.of
    game = night.session.played
    counting = (play.line for play in night.plays if counted(play=play, seat=seat, game=game)[column])
    return max(counting, default=0)
