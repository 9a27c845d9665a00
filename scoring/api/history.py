"""The history: standings, figures, partners, nominations, seasons, the story of a night; and the books themselves."""

from dataclasses import asdict, dataclass
from datetime import date
from sys import maxsize
from typing import Annotated
from uuid import UUID

from django.http import Http404, StreamingHttpResponse

from scoring.api.answers import AnyObject, Shape, at
from scoring.api.club import read_club
from scoring.api.operation import NIGHT, PLAYER, delete, do, put, read
from scoring.ledger.night import PlanLine
from scoring.limits import Limits
from scoring.models import Club, EntryKind, Player, Season, Session
from scoring.operations.history import rate_players, read_history, remove_season, set_season
from scoring.operations.words import CurrencyCode, GameId
from scoring.queries.books.export import Document
from scoring.queries.books.ledger import Books, LedgerLine, StatementLine, books
from scoring.queries.history import standings
from scoring.queries.history.figures import Nomination, Unit, Value, nominations_of
from scoring.queries.history.played_night import PlayedNight, Point, TurningPoint, story
from scoring.queries.history.player import PlayerFigures, Standing, player_figures
from scoring.queries.history.scope import PlayedRules, Scope, read_scope
from scoring.queries.people.access import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The nights asked for; without game and currency those that are played most."""

    game: GameId | None = None
    currency: CurrencyCode | None = None
    period: Annotated[str, Limits(0, 22)] | None = None
    rules: Annotated[str, Limits(0, 80)] | None = None


def _scope(club: Club, asked: Asked) -> Scope:
    """Return the nights asked for; 404 before the first one."""
    given = {name: value or "" for name, value in asdict(asked).items()}
    if (scope := read_scope(history=read_history(club=club), asked=given)) is None:
        raise Http404
    return scope


# --- Standings and ratings


class RatingShape(Shape, of=standings.Rating, keeps="hands"):
    """A rating as decimal numbers: the true value lies within the margin in nineteen cases of twenty."""

    mean: str = at("mean", standings.plain_millionths)
    margin: str = at("margin", standings.plain_millionths)


class PlayedRulesShape(Shape, of=PlayedRules):
    """A preset or a rule set of the club, as `rules` asks for it, and how many nights of the period began by it."""

    rules: str = at("word")
    session_count: int = at("night_count")


class StandingsShape(Shape, of=standings.Standings, keeps="nights hands pairs"):
    """The standings in one game and currency, without practice; days are null where the period is open.

    Where it `mixes_rules`, nights by different rules are added up: `rule_sets` names them. Nights entered later say
    nothing of their rules. Ratings, in one game whatever was played for, are there where the club shows them.
    """

    game: str = at("scope.kind.game")
    currency: CurrencyCode = at("scope.currency.code")
    since: date | None = at("scope.period.since")
    until: date | None = at("scope.period.until")
    rule_sets: tuple[PlayedRules, ...] = at("scope.played_rules")
    mixes_rules: bool = at("scope.mixes_rules")
    items: tuple[standings.Place, ...] = at("places")


def read_standings(*, club: Club, asked: Asked, order: standings.Order = standings.Order.RESULT) -> standings.Standings:
    """Read the standings of a period.

    `period` is a year, a month or two days: 2026, 2026-11, 2026-11-01..2026-11-30. `rules` are a preset, or `set.` and
    the name of a rule set.
    """
    return standings.standings_of(scope=_scope(club, asked), order=order)


class RatingShown(Shape):
    """Whether standings show a rating of players and pairs."""

    is_on: bool = at("rates_players")


# --- A player, partners, nominations


class FigureShape(Shape, of=Value, keeps="value count base club"):
    """A figure of a player and of the club, as exact fractions; null where they rest on nothing."""

    name: str = at("figure.name")
    unit: Unit = at("figure.unit")


class FiguresShape(Shape, of=PlayerFigures, keeps="rank others"):
    """The figures of a player in one game and currency."""

    game: str = at("scope.kind.game")
    currency: CurrencyCode = at("scope.currency.code")
    figures: tuple[Value, ...] = at("values")
    sessions: tuple[Standing, ...] = at("line")


def read_figures(*, club: Club, player: Player, asked: Asked) -> PlayerFigures:
    """Read the figures of a player, who they sat with, and their money session by session."""
    return player_figures(scope=_scope(club, asked), player=player, most_steps=maxsize)


@dataclass(frozen=True, slots=True, kw_only=True)
class Partners:
    """Every two players in one game and currency; nights entered later do not count, as nobody knows who paid whom."""

    game: str
    currency: CurrencyCode
    items: tuple[standings.PairSum, ...]


def read_partners(*, club: Club, asked: Asked) -> Partners:
    """Read who won how much from whom, and beside whom."""
    scope = _scope(club, asked)
    return Partners(game=scope.kind.game, currency=scope.currency.code, items=standings.pair_sums(scope=scope))


class PairFiguresShape(
    Shape,
    of=standings.Pair,
    keeps="moved_cents beside_nights beside_hands beside_won own_cents by_close own_by_close against",
):
    """Two players: what the first won from the other, and what they did as partners."""

    together_cents: int = at("cents")
    sessions: tuple[standings.PairNight, ...] = at("nights")


def read_pair(*, club: Club, player: Player, other: Player, asked: Asked) -> standings.Pair:
    """Read what two players did as partners and against each other."""
    one, two = (each.merged_into or each for each in (player, other))
    return standings.pair_of(scope=_scope(club, asked), one=one, other=two)


class NominationShape(Shape, of=Nomination, keeps="players amount"):
    """Who was most of something; `is_money` says that the amount is in minor units."""

    name: str = at("award.name")
    is_money: bool = at("award.is_money")


def list_nominations(*, club: Club, asked: Asked) -> tuple[Nomination, ...]:
    """Read who is nominated over a period."""
    return nominations_of(scope=_scope(club, asked))


# --- A night as a story


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """What a seat has won or lost so far."""

    seat: int
    so_far_cents: int


class PointShape(Shape, of=Point):
    """A line of the night that moved a result, with the money of all seats after it."""

    entry: int = at("play.line.number")
    kind: EntryKind = at("play.line.kind")
    hand_number: int | None = at("play.number")
    money: tuple[Money, ...] = at("so_far", lambda now: [{"seat": seat, "so_far_cents": now[seat]} for seat in now])


class TurningShape(Shape, of=TurningPoint, keeps="turn seat cents"):
    """Where the night turned for a seat: the lead taken for good, the biggest play, the winner's lowest."""

    entry: int = at("play.line.number")


class StoryShape(Shape, of=PlayedNight, keeps="points"):
    """The story of a night; `best_entry` is the hand that won most, null without one."""

    turning: tuple[TurningPoint, ...]
    best_entry: int | None = at("best.line.number")


# --- Seasons


class SeasonShape(Shape, of=Season):
    """A stretch of days with a name, both ends included; `period` asks standings and figures for it."""

    id: UUID = at("public_id")
    name: str
    since: date
    until: date
    period: str


def list_seasons(*, club: Club) -> tuple[Season, ...]:
    """List the seasons of the club, newest first."""
    return tuple(Season.objects.filter(club=club))


# --- The books as they are exported, and as a statement prints them


type Rows = tuple[AnyObject, ...]


class ExportShape(Shape):
    """The books in the form that `docs/export.md` explains; `manage.py import` reads them."""

    format: str
    version: int
    club: AnyObject
    players: Rows
    devices: Rows
    rule_sets: Rows
    seasons: Rows
    sessions: Rows
    sha256: str


class CellShape(Shape):
    """What a line changed for a seat, and the seat's result after it."""

    change_cents: int
    total_cents: int


class StatementLineShape(Shape, of=StatementLine):
    """A line of the statement, with one cell for each seat where it moves a result."""

    entry: LedgerLine = at("line")
    cells: tuple[CellShape, ...]
    cash_cents: int
    apart_cents: int


class StatementShape(Shape, of=Books, keeps="seats differences"):
    """Everything a statement prints, the oldest line first."""

    entries: tuple[StatementLine, ...] = at("lines")
    plan: tuple[PlanLine, ...] = at("night.plan")
    is_closed: bool = at("night.is_closed")
    check_code: str = at("night.check_code")


def export(*, club: Club, session: Session | None = None) -> StreamingHttpResponse:
    """Export everything the club has recorded."""
    document = Document(club=club, session=session)
    headers = {"ETag": f'"{document.checksum}"'}
    return StreamingHttpResponse(document.parts(), content_type="application/json", headers=headers)


RATING = "Read whether standings show a rating of players and pairs."
EXPORT_NIGHT = "Export one session with its ledger and the players who sat there."
STATEMENT = "Read everything that was recorded, oldest first, with running totals."
OPERATIONS = (
    read("standings/", read_standings, Action.BROWSE),
    read("standings/rating/", read_club, Action.BROWSE, RATING, shows=RatingShown),
    put("standings/rating/", rate_players, Action.MANAGE, then=read_club, shows=RatingShown),
    read(f"{PLAYER}figures/", read_figures, Action.BROWSE),
    read(f"{PLAYER}with/{{other_id}}/", read_pair, Action.BROWSE),
    read("partners/", read_partners, Action.BROWSE),
    read("nominations/", list_nominations, Action.BROWSE),
    read(f"{NIGHT}story/", story, Action.SEE, "Read how the money of a night went, where it turned, its best hand."),
    read("seasons/", list_seasons, Action.BROWSE),
    do("seasons/", set_season, Action.MANAGE, makes="seasons/"),
    delete("seasons/{season_id}/", remove_season, Action.MANAGE),
    read("export/", export, Action.MANAGE, shows=ExportShape, hides=("session",)),
    read(f"{NIGHT}export/", export, Action.SEE, EXPORT_NIGHT, shows=ExportShape),
    read(f"{NIGHT}statement/", books, Action.SEE, STATEMENT),
)
