"""Compute figures and nominations."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.frozen import Frozen
from scoring.games import game_by_id
from scoring.games.base import Mark
from scoring.models import Player
from scoring.queries.history.played_night import Play, PlayedNight, counted, sums_by_seat
from scoring.queries.history.scope import Scope, Sums, sums_by_player


class Unit(StrEnum):
    COUNT = "count"
    SHARE = "share"
    MEAN = "mean"
    RESULT = "result"
    MONEY = "money"
    MINUTES = "minutes"


class Group(TextChoices):
    MONEY = "money", _("Money")
    HANDS = "hands", _("Hands")
    WINS = "wins", _("Wins")
    BESIDE = "beside", _("Secrets and penalties")
    TIME = "time", _("Time at the table")


class Figure(Frozen):
    """A sum, a mean, or an extreme of nights."""

    name: str
    label: Promise
    unit: Unit
    group: Group
    base: str  # the divisor of a mean
    of: str  # the column of the sums
    is_mean: bool
    pick: Callable[..., int] | None = None  # finds the extreme
    mark: Mark | None = None
    each_night: Unit | None = None  # the unit of one night, if it differs

    @property
    def is_single(self) -> bool:
        return self.pick is not None

    @property
    def unit_of_nights(self) -> Unit:
        return self.each_night or (Unit.COUNT if self.unit in (Unit.SHARE, Unit.MEAN) else self.unit)

    @property
    def unit_of_club(self) -> Unit:
        return Unit.MEAN if self.unit is Unit.COUNT and not self.is_single else self.unit

    def value(self, sums: Sums) -> Fraction | None:
        """Return the value, None for a mean without base."""
        if self.pick:
            return Fraction(sums.single(self.of, self.pick))
        base = sums.total[self.base] if self.is_mean else 1
        return Fraction(sums.total[self.of], base) if base else None


def _figure(name: str, label: Promise, unit: Unit, group: Group, base: str, **more: Any) -> Figure:
    known = {"of": name, "is_mean": unit in (Unit.SHARE, Unit.MEAN), **more}
    return Figure(name=name, label=label, unit=unit, group=group, base=base, **known)


FIGURES: tuple[Figure, ...] = (
    _figure("result_cents", _("Result"), Unit.RESULT, Group.MONEY, "nights"),
    _figure("per_night", _("a night"), Unit.RESULT, Group.MONEY, "nights", of="result_cents", is_mean=True),
    _figure("per_hand", _("a hand"), Unit.RESULT, Group.MONEY, "hands", of="play_cents", is_mean=True),
    _figure("nights_ahead", _("nights ahead"), Unit.SHARE, Group.MONEY, "nights", each_night=Unit.RESULT),
    _figure("best_night", _("best night"), Unit.RESULT, Group.MONEY, "nights", of="result_cents", pick=max),
    _figure("worst_night", _("worst night"), Unit.RESULT, Group.MONEY, "nights", of="result_cents", pick=min),
    _figure("best_cents", _("Best hand"), Unit.MONEY, Group.MONEY, "hands_won", pick=max),
    _figure("worst_cents", _("worst hand"), Unit.MONEY, Group.MONEY, "hands_lost", pick=max),
    _figure("win_cents", _("average win"), Unit.MONEY, Group.MONEY, "hands_won", is_mean=True),
    _figure("lost_cents", _("average loss"), Unit.MONEY, Group.MONEY, "hands_lost", is_mean=True),
    _figure("hands_won", _("hands won"), Unit.SHARE, Group.HANDS, "hands"),
    _figure("hands_lost", _("hands lost"), Unit.SHARE, Group.HANDS, "hands"),
    _figure("hands_beside", _("won by the partner"), Unit.SHARE, Group.HANDS, "hands"),
    _figure("hands_drawn", _("Nobody won"), Unit.SHARE, Group.HANDS, "hands"),
    _figure("dealt_won", _("won as dealer"), Unit.SHARE, Group.HANDS, "dealt"),
    _figure("streak", _("Most wins in a row"), Unit.COUNT, Group.HANDS, "hands", pick=max),
    _figure("wait", _("Longest wait for a win"), Unit.COUNT, Group.HANDS, "hands", pick=max),
    _figure("points", _("Points"), Unit.COUNT, Group.HANDS, "hands"),
    _figure("own_draw", _("Own draw"), Unit.SHARE, Group.WINS, "hands_won", mark=Mark.OWN_DRAW),
    _figure("claimed", _("Another's draw"), Unit.SHARE, Group.WINS, "hands_won", mark=Mark.CLAIMED),
    _figure("discard", _("Discard"), Unit.SHARE, Group.WINS, "hands_won", mark=Mark.DISCARD),
    _figure("complete", _("dealt complete"), Unit.SHARE, Group.WINS, "hands_won", mark=Mark.COMPLETE),
    _figure("porbis", _("porbis"), Unit.SHARE, Group.WINS, "hands_won", mark=Mark.PORBIS),
    _figure("kings", _("kings a win"), Unit.MEAN, Group.WINS, "hands_won", mark=Mark.KINGS),
    _figure("kings_of_coins", _("Kings of coins"), Unit.MEAN, Group.WINS, "hands_won", mark=Mark.KINGS_OF_COINS),
    _figure("bounit", _("Bounit condition met"), Unit.SHARE, Group.WINS, "conditional", mark=Mark.BOUNIT),
    _figure("sowee", _("Sowee condition met"), Unit.SHARE, Group.WINS, "conditional", mark=Mark.SOWEE),
    _figure("both", _("Both conditions met"), Unit.SHARE, Group.WINS, "conditional", mark=Mark.BOTH),
    _figure("neither", _("Neither condition met"), Unit.SHARE, Group.WINS, "conditional", mark=Mark.NEITHER),
    _figure("extra_cards", _("Extra cards"), Unit.MEAN, Group.WINS, "conditional", mark=Mark.EXTRA_CARDS),
    _figure("declared", _("Without cards"), Unit.SHARE, Group.WINS, "hands_won", mark=Mark.DECLARED),
    _figure("secrets", _("Laid secrets"), Unit.MEAN, Group.BESIDE, "nights_by_hand", mark=Mark.OWN_DRAW),
    _figure("secret_cents", _("received for secrets"), Unit.MONEY, Group.BESIDE, "secrets", mark=Mark.OWN_DRAW),
    _figure("secrets_paid", _("secrets paid"), Unit.MEAN, Group.BESIDE, "nights_by_hand", mark=Mark.OWN_DRAW),
    _figure("secret_paid_cents", _("paid for secrets"), Unit.MONEY, Group.BESIDE, "secrets_paid", mark=Mark.OWN_DRAW),
    _figure("false_wins", _("False win"), Unit.COUNT, Group.BESIDE, "nights_by_hand", mark=Mark.OWN_DRAW),
    _figure("penalty_cents", _("Penalty"), Unit.RESULT, Group.BESIDE, "nights_by_hand"),
    _figure("longest_night", _("longest night"), Unit.MINUTES, Group.TIME, "nights_by_hand", of="minutes", pick=max),
    _figure("most_hands", _("most hands"), Unit.COUNT, Group.TIME, "nights_by_hand", of="hands", pick=max),
    _figure("hands_a_night", _("hands a night"), Unit.MEAN, Group.TIME, "nights_by_hand", of="hands"),
)


class Value(Frozen):
    figure: Figure
    value: Fraction | None
    count: int
    base: int
    club: Fraction | None


def values_of(*, game: str, own: Sums, club: Sums, player_count: int) -> tuple[Value, ...]:
    """Return a player's figures beside the club's, whose sums are means of its players."""
    values, played = [], game_by_id(game_id=game)
    for figure in FIGURES:
        if figure.mark not in (None, *played.marks) or (figure.name == "points" and not played.match):
            continue
        of_club = figure.value(club)
        if of_club is not None and not figure.is_mean and not figure.is_single:
            of_club /= max(player_count, 1)
        count, base = 0 if figure.is_single else own.total[figure.of], own.total[figure.base]
        values.append(Value(figure=figure, value=figure.value(own), count=count, base=base, club=of_club))
    return tuple(values)


class Award(Frozen):
    """A rule that nominates the highest or lowest sum."""

    name: str
    label: Promise
    of: str
    single: bool = False
    lowest: bool = False
    least: int = 1

    @property
    def is_money(self) -> bool:
        return self.of.endswith("_cents")

    @property
    def unit(self) -> Unit:
        if self.of == "result_cents":
            return Unit.RESULT
        return Unit.MONEY if self.is_money else Unit.COUNT


AWARDS = (
    Award(name="winner", label=_("Won most"), of="result_cents"),
    Award(name="dinner", label=_("Paid everybody's dinner"), of="result_cents", lowest=True),
    Award(name="best_hand", label=_("Best hand"), of="best_cents", single=True),
    Award(name="hands", label=_("Most hands won"), of="hands_won", least=2),
    Award(name="streak", label=_("Most wins in a row"), of="streak", single=True, least=2),
    Award(name="wait", label=_("Longest wait for a win"), of="wait", single=True, least=4),
    Award(name="dealer", label=_("Most wins as dealer"), of="dealt_won", least=2),
    Award(name="partner", label=_("Most wins by the partner"), of="hands_beside", least=2),
    Award(name="own_draw", label=_("Most own draws"), of="own_draw", least=2),
    Award(name="catcher", label=_("Most claimed cards"), of="claimed"),
    Award(name="gleaner", label=_("Most wins by discards"), of="discard", least=2),
    Award(name="kings", label=_("Most kings"), of="kings", least=2),
    Award(name="porbis", label=_("Most porbis"), of="porbis"),
    Award(name="secrets", label=_("Most secrets laid"), of="secrets"),
    Award(name="patron", label=_("Paid most for secrets"), of="secret_paid_cents"),
    Award(name="both", label=_("Most hands with both conditions"), of="both"),
    Award(name="patience", label=_("Most extra cards"), of="extra_cards", least=3),
)


class Nomination(Frozen):
    award: Award
    players: tuple[Player, ...]
    amount: int
    line: int = 0


def nominations_of(*, scope: Scope) -> tuple[Nomination, ...]:
    return _nominated({scope.players[pk]: sums for pk, sums in sums_by_player(nights=scope.nights).items()})


def nominations_of_night(*, night: PlayedNight) -> tuple[Nomination, ...]:
    """Return the nominations of a night with their lines."""
    by_seat = sums_by_seat(night=night)
    seat_of = {night.players[seat].merged_into or night.players[seat]: seat for seat in by_seat}
    found = []
    for each in _nominated({player: Sums((by_seat[seat],)) for player, seat in seat_of.items()}):
        seat, of = seat_of[each.players[0]], each.award.of
        column = "play_cents" if of == "result_cents" else of
        parts = parts_of(night=night, seat=seat, column=column, sums=by_seat[seat])
        found.append(replace(each, line=max((play.line.number for play, _part in parts), default=0)))
    return tuple(found)


def _nominated(sums: Mapping[Player, Sums]) -> tuple[Nomination, ...]:
    found = []
    for award in AWARDS if len(sums) > 1 else ():
        of = award.of
        amounts = {who: own.single(of, max) if award.single else own.total[of] for who, own in sums.items()}
        amount = min(amounts.values()) if award.lowest else max(amounts.values())
        players = tuple(player for player, each in amounts.items() if each == amount)
        # More than two players do not share an award.
        if (-amount if award.lowest else amount) >= award.least and len(players) <= 2:
            found.append(Nomination(award=award, players=players, amount=amount))
    return tuple(found)


EXTREMES = {"best_cents": "best_line", "worst_cents": "worst_line"}  # of a hand, with its number


def parts_of(*, night: PlayedNight, seat: int, column: str, sums: Mapping[str, int]) -> Iterator[tuple[Play, int]]:
    """Yield the lines that make a column of sums, with their parts."""
    for play in night.plays:
        part = counted(play=play, seat=seat, game=night.session.played)[column]
        if column in EXTREMES and play.line.number == sums.get(EXTREMES[column]):
            part = sums[column]
        if part:
            yield play, part
