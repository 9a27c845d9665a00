"""What nights come to over the years: standings, and the figures of a player with what they rest on."""

from datetime import date
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404
from pydantic import BeforeValidator

from scoring.api.people.club import ByCloseShape, PersonShape, PlayerView
from scoring.api.web.answers import CURRENCIES, CurrencyCode, Shape, at
from scoring.api.web.base import ClubView
from scoring.api.web.operations import reads, writes
from scoring.api.web.parsing import Choice, Input, Text, YesNo, words
from scoring.games import GAMES
from scoring.models import Club
from scoring.operations.history import rate_players, read_history
from scoring.operations.table.posting import Stamp
from scoring.queries.history.figures import Unit
from scoring.queries.history.player import By, player_figures
from scoring.queries.history.ratings import plain_millionths
from scoring.queries.history.scope import Scope, read_scope
from scoring.queries.history.standings import Order, standings
from scoring.queries.people.access import Action

type Written = Annotated[str, BeforeValidator(str)]
type Millionths = Annotated[str, BeforeValidator(plain_millionths)]


class RatingShape(Shape):
    """A rating as decimal numbers: the true value lies within the margin in nineteen cases of twenty."""

    mean: Millionths
    margin: Millionths
    hand_count: int = at("hands")


class PairPlaceShape(Shape):
    """Two partners with their rating as a pair."""

    rank: int
    players: tuple[PersonShape, ...]
    rating: RatingShape


class PlaceShape(Shape):
    """A player's place in the standings; `apart_cents` was paid apart from play and is in no result.

    `play_cents` is the result without what the close adjusted (`by_close`); `per_hand_cents` is that divided by
    the hands, and `won` the share of hands won: both are exact fractions as text.
    """

    rank: int
    player: PersonShape
    session_count: int = at("nights")
    hand_count: int = at("hands")
    hands_won: int
    result_cents: int
    play_cents: int
    apart_cents: int
    by_close: ByCloseShape
    per_hand_cents: Written
    won: Written
    rating: RatingShape | None


class PlayedRulesShape(Shape):
    """A preset or a rule set of the club, as `rules` asks for it, and how many nights of the period began by it."""

    rules: str = at("word")
    session_count: int = at("night_count")


class StandingsShape(Shape):
    """Who stands where in one game and currency, practice apart; days are null where the period is open.

    Where it `mixes_rules`, nights by different rules are added up: `rule_sets` names them. Nights entered later say
    nothing of their rules.

    Ratings, in one game whatever was played for, are there where the club shows them.
    """

    game: str
    currency: CurrencyCode
    since: date | None
    until: date | None
    session_count: int
    hand_count: int
    rule_sets: tuple[PlayedRulesShape, ...]
    mixes_rules: bool
    items: tuple[PlaceShape, ...]
    pairs: tuple[PairPlaceShape, ...]


class FigureShape(Shape):
    """A figure of a player beside the club's; both are exact fractions as text, null where they rest on nothing."""

    name: str
    unit: Unit
    value: str | None
    count: int
    base: int
    club: str | None


class OtherShape(Shape):
    """What a player did with another: money from them in play, and their own result as partners."""

    player: PersonShape
    session_count: int = at("nights")
    moved_cents: int
    beside_session_count: int = at("beside_nights")
    beside_hand_count: int = at("beside_hands")
    beside_won: int
    beside_cents: int


class SoFarShape(Shape):
    """What a player won or lost in a session, and in all until then."""

    day: date
    session: UUID
    result_cents: int
    so_far_cents: int


class FiguresShape(Shape):
    """Everything the history says of a player in one game and currency."""

    game: str
    currency: CurrencyCode
    rank: int
    figures: tuple[FigureShape, ...]
    others: tuple[OtherShape, ...]
    sessions: tuple[SoFarShape, ...]


class ScopeQuery(Input):
    """Which nights: of a game and currency, or what is played most; a year, a month, two days, or all time."""

    game = Choice(choices=words(*(game.id for game in GAMES)), required=False)
    currency = Choice(choices=words(*CURRENCIES), required=False)
    period = Text(required=False, max_length=22, help_text="2026, 2026-11, or 2026-11-01..2026-11-30.")
    rules = Text(
        required=False,
        max_length=80,
        help_text="Nights by these rules: a preset, or `set.` and the name of a rule set.",
    )


class StandingsQuery(ScopeQuery):
    """Which nights, and in which order."""

    order = Choice(choices=words(*Order), default=Order.RESULT.value)


class Standings(ClubView):
    @reads(StandingsShape, right=Action.BROWSE, query=StandingsQuery)
    def get(self, asked: dict[str, Any]) -> Any:
        """Read who stands where over a period."""
        scope = scope_asked(club=self.club, asked=asked)
        found = standings(scope=scope, order=Order(asked["order"]))
        return {
            "rule_sets": scope.played_rules(),
            "mixes_rules": scope.mixes_rules,
            "game": scope.game,
            "currency": scope.currency.code,
            "since": scope.period.since,
            "until": scope.period.until,
            "session_count": found.nights,
            "hand_count": found.hands,
            "items": found.places,
            "pairs": found.pairs,
        }


class RatingSwitch(Shape):
    """Whether the club shows ratings."""

    is_on: bool


class NewRatingSwitch(Input):
    """Whether the club shall show ratings."""

    is_on = YesNo()


class TheRating(ClubView):
    @reads(RatingSwitch, right=Action.BROWSE)
    def get(self) -> Any:
        """Read whether standings show a rating of players and pairs."""
        return {"is_on": self.club.rates_players}

    @writes(NewRatingSwitch, RatingSwitch, right=Action.MANAGE)
    def put(self, wanted: dict[str, Any], _stamp: Stamp) -> Any:
        """Show a rating in the standings from now on, or no more."""
        rate_players(club=self.club, **wanted)
        return wanted


class Figures(PlayerView):
    @reads(FiguresShape, right=Action.BROWSE, query=ScopeQuery)
    def get(self, asked: dict[str, Any]) -> Any:
        """Read the figures of a player, who they sat with, and their money session by session."""
        scope = scope_asked(club=self.club, asked=asked)
        found = player_figures(scope=scope, player=self.player, by=By.NIGHT)
        return {
            "game": scope.game,
            "currency": scope.currency.code,
            "rank": found.rank,
            "figures": [
                {
                    "name": each.figure.name,
                    "unit": each.figure.unit,
                    "value": None if each.value is None else str(each.value),
                    "count": each.count,
                    "base": each.base,
                    "club": None if each.club is None else str(each.club),
                }
                for each in found.values
            ],
            "others": found.others,
            "sessions": found.line,
        }


def scope_asked(*, club: Club, asked: dict[str, Any]) -> Scope:
    """Return the nights asked for; 404 before the first one."""
    scope = read_scope(history=read_history(club=club), asked=asked)
    if scope is None:
        raise Http404
    return scope
