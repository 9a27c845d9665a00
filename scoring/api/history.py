"""The history in the API, and the books."""

from dataclasses import asdict
from sys import maxsize
from typing import Annotated

from django.http import Http404, StreamingHttpResponse

from scoring.api.answers import AnyObject, Shape, at
from scoring.api.club import read_club
from scoring.api.operation import NIGHT, PLAYER, delete, do, put, read
from scoring.frozen import Frozen
from scoring.ledger.night import PlanLine
from scoring.limits import Limits
from scoring.models import Club, EntryKind, Player, Season, Session
from scoring.operations.history import rate_players, read_history, remove_season, set_season
from scoring.operations.words import CurrencyCode, GameId
from scoring.queries.books.export import Document
from scoring.queries.books.ledger import Books, Cell, StatementLine, books
from scoring.queries.history import standings
from scoring.queries.history.figures import Nomination, Value, nominations_of
from scoring.queries.history.played_night import PlayedNight, Point, TurningPoint, story
from scoring.queries.history.player import PlayerFigures, Standing, player_figures
from scoring.queries.history.scope import PlayedRules, Scope, read_scope
from scoring.queries.people.access import Action


class NightFilter(Frozen):
    """The nights, by default of the game played most."""

    game: GameId | None = None
    currency: CurrencyCode | None = None
    period: Annotated[str, Limits(0, 22)] | None = None
    rules: Annotated[str, Limits(0, 80)] | None = None


def _scope(club: Club, asked: NightFilter) -> Scope:
    """Return the nights. Raises Http404 before the first one."""
    given = {name: value or "" for name, value in asdict(asked).items()}
    if (scope := read_scope(history=read_history(club=club), asked=given)) is None:
        raise Http404
    return scope


class RatingShape(Shape, of=standings.Rating, keeps="hands"):
    """A rating, within `margin` in 95 % of cases."""

    mean: str = at("mean", standings.plain_millionths)
    margin: str = at("margin", standings.plain_millionths)


class PlayedRulesShape(Shape, of=PlayedRules, keeps="night_count"):
    """House rules and the number of their nights."""

    rules: str = at("word")


class StandingsShape(
    Shape,
    of=standings.Standings,
    keeps="scope.kind.game scope.period.since scope.period.until scope.mixes_rules nights hands pairs",
    pages="places pairs",
):
    """Standings in one game and currency, without practice."""

    currency: CurrencyCode = at("scope.currency.code")
    rule_sets: tuple[PlayedRules, ...] = at("scope.played_rules")
    items: tuple[standings.Place, ...] = at("places")


def read_standings(
    *, club: Club, asked: NightFilter, order: standings.Order = standings.Order.RESULT
) -> standings.Standings:
    """Read the standings of a period."""
    return standings.standings_of(scope=_scope(club, asked), order=order)


class RatingSetting(Shape):
    """Whether standings show ratings."""

    is_on: bool = at("rates_players")


class FigureShape(Shape, of=Value, keeps="figure.name figure.unit value count base club"):
    """A figure as exact fractions, null without data."""


class FiguresShape(Shape, of=PlayerFigures, keeps="scope.kind.game rank others", pages="others line"):
    """A player's figures in one game and currency."""

    currency: CurrencyCode = at("scope.currency.code")
    figures: tuple[Value, ...] = at("values")
    sessions: tuple[Standing, ...] = at("line")


def read_figures(*, club: Club, player: Player, asked: NightFilter) -> PlayerFigures:
    """Read a player's figures, opponents, partners and money."""
    return player_figures(scope=_scope(club, asked), player=player, most_steps=maxsize)


class Partners(Frozen):
    """The money of every two players, without later entries."""

    game: GameId
    currency: CurrencyCode
    items: tuple[standings.PairSum, ...]
    next_after: int | None = None
    pages = ("items",)


def read_partners(*, club: Club, asked: NightFilter) -> Partners:
    """Read the money between players and of partners."""
    scope = _scope(club, asked)
    return Partners(game=scope.kind.game, currency=scope.currency.code, items=standings.pair_sums(scope=scope))


class PairFiguresShape(
    Shape,
    of=standings.PairFigures,
    keeps="moved_cents beside_nights beside_hands beside_won own_cents by_close own_by_close against",
    pages="nights against",
):
    """The money of two players as rivals and partners."""

    together_cents: int = at("cents")
    sessions: tuple[standings.PairNight, ...] = at("nights")


def read_pair(*, club: Club, player: Player, other: Player, asked: NightFilter) -> standings.PairFigures:
    """Read the results of two players."""
    one, two = (each.merged_into or each for each in (player, other))
    return standings.pair_of(scope=_scope(club, asked), one=one, other=two)


class NominationShape(Shape, of=Nomination, keeps="award.name award.is_money players amount"):
    """A nomination, in minor units if `is_money`."""


def list_nominations(*, club: Club, asked: NightFilter) -> tuple[Nomination, ...]:
    """Read the nominations of a period."""
    return nominations_of(scope=_scope(club, asked))


class Money(Frozen):
    """The result of a seat so far."""

    seat: int
    so_far_cents: int


class PointShape(Shape, of=Point):
    """A line that moved a result, with all results."""

    entry: int = at("play.line.number")
    kind: EntryKind = at("play.line.kind")
    hand_number: int | None = at("play.number")
    money: tuple[Money, ...] = at("so_far", lambda now: [{"seat": seat, "so_far_cents": now[seat]} for seat in now])


class TurningShape(Shape, of=TurningPoint, keeps="turn seat cents"):
    """A turning point: lead, biggest play or lowest result."""

    entry: int = at("play.line.number")


class StoryShape(Shape, of=PlayedNight, keeps="points", pages="points"):
    """A night as a story, with its best hand."""

    turning: tuple[TurningPoint, ...]
    best_entry: int | None = at("best.line.number")


class SeasonShape(Shape, of=Season, keeps="public_id name since until period"):
    """A named period with both its days."""


def list_seasons(*, club: Club) -> tuple[Season, ...]:
    """List the seasons, newest first."""
    return tuple(Season.objects.filter(club=club))


type Rows = tuple[AnyObject, ...]


class ExportShape(Shape):
    """The books as `docs/export.md` explains."""

    format: str
    version: int
    club: AnyObject
    players: Rows
    devices: Rows
    rule_sets: Rows
    seasons: Rows
    sessions: Rows
    sha256: str


class CellShape(Shape, of=Cell, keeps="cents total_cents"):
    """The change and the result of a seat."""


class StatementLineShape(Shape, of=StatementLine, keeps="cash_cents apart_cents line cells"):
    """A line of the statement with its cells."""


class StatementShape(Shape, of=Books, keeps="seats differences night.is_closed night.check_code next_after"):
    """A statement, oldest line first."""

    entries: tuple[StatementLine, ...] = at("lines")
    plan: tuple[PlanLine, ...] = at("night.plan")


def export(*, club: Club, session: Session | None = None) -> StreamingHttpResponse:
    """Export the books of the club."""
    document = Document(club=club, session=session)
    headers = {"ETag": f'"{document.checksum}"'}
    return StreamingHttpResponse(document.parts(), content_type="application/json", headers=headers)


OPERATIONS = (
    read("standings/", read_standings, Action.BROWSE),
    read("standings/rating/", read_club, Action.BROWSE, "Read whether standings show ratings.", shows=RatingSetting),
    put("standings/rating/", rate_players, Action.MANAGE, then=read_club, shows=RatingSetting),
    read(f"{PLAYER}figures/", read_figures, Action.BROWSE),
    read(f"{PLAYER}with/{{other_id}}/", read_pair, Action.BROWSE),
    read("partners/", read_partners, Action.BROWSE),
    read("nominations/", list_nominations, Action.BROWSE),
    read(f"{NIGHT}story/", story, Action.SEE, "Read the results after each line, and turning points."),
    read("seasons/", list_seasons, Action.BROWSE),
    do("seasons/", set_season, Action.MANAGE, makes="seasons/"),
    delete("seasons/{season_id}/", remove_season, Action.MANAGE),
    read("export/", export, Action.MANAGE, shows=ExportShape, hides=("session",)),
    read(f"{NIGHT}export/", export, Action.SEE, "Export one session with its players.", shows=ExportShape),
    read(f"{NIGHT}statement/", books, Action.SEE, "Read all lines, oldest first, with running totals."),
)
