"""Partners and rivals, a page for each two, nominations, and a night as a story."""

from datetime import date
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404

from scoring.api.figures.figures import ScopeQuery, scope_asked
from scoring.api.people.club import ByCloseShape, PersonShape, PlayerView
from scoring.api.web.answers import CurrencyCode, Shape, at
from scoring.api.web.base import ClubView, SessionView
from scoring.api.web.operations import reads
from scoring.models import EntryKind, Player
from scoring.queries.history.figures import nominations_of
from scoring.queries.history.standings import pair_of, pair_sums
from scoring.queries.history.story import Turn, story
from scoring.queries.people.access import Action


class PairSumShape(Shape):
    """What one player won from another in play, and both together as partners; each two stand there both ways."""

    player: PersonShape
    other: PersonShape
    moved_cents: int
    together_cents: int
    beside_session_count: int = at("beside_nights")


class PartnersShape(Shape):
    """Everybody with everybody in one game and currency; nights entered later do not say who paid whom."""

    game: str
    currency: CurrencyCode
    items: tuple[PairSumShape, ...]


class AgainstShape(Shape):
    """What two partners did against two others."""

    players: tuple[PersonShape, ...]
    hand_count: int = at("hands")
    hands_won: int
    result_cents: int = at("cents")


class PairNightShape(Shape):
    """A session of both: what they won together as partners, and the first from the other, in all until then."""

    day: date
    session: UUID
    together_so_far_cents: int = at("so_far_cents")
    moved_so_far_cents: int


class PairFiguresShape(Shape):
    """Two players: what the first won from the other, and what they did as partners."""

    moved_cents: int
    beside_session_count: int = at("beside_nights")
    beside_hand_count: int = at("beside_hands")
    beside_won: int
    together_cents: int = at("cents")
    own_cents: int
    by_close: ByCloseShape
    own_by_close: ByCloseShape
    against: tuple[AgainstShape, ...]
    sessions: tuple[PairNightShape, ...] = at("nights")


class NominationShape(Shape):
    """Who was most of something; `is_money` says that the amount is in minor units."""

    name: str = at("award.name")
    is_money: bool = at("award.is_money")
    players: tuple[PersonShape, ...]
    amount: int


class NominationsShape(Shape):
    """The nominations of a period."""

    items: tuple[NominationShape, ...]


class MoneyShape(Shape):
    """What a seat has won or lost so far."""

    seat: int
    so_far_cents: int


class PointShape(Shape):
    """A line of the night that moved a result, with everybody's money after it."""

    line: int
    kind: EntryKind
    hand_number: int | None
    money: tuple[MoneyShape, ...]


class TurningShape(Shape):
    """Where the night turned for a seat: the lead taken for good, the biggest play, the winner's lowest."""

    turn: Turn
    line: int
    seat: int
    cents: int


class StoryShape(Shape):
    """A night afterwards; `best_line` is the hand that brought its winner most, null without one."""

    points: tuple[PointShape, ...]
    turning: tuple[TurningShape, ...]
    best_line: int | None


class Partners(ClubView):
    @reads(PartnersShape, right=Action.BROWSE, query=ScopeQuery)
    def get(self, asked: dict[str, Any]) -> Any:
        """Read who won how much from whom, and beside whom."""
        scope = scope_asked(club=self.club, asked=asked)
        found = pair_sums(scope=scope)
        return {"game": scope.game, "currency": scope.currency.code, "items": found}


class PairFigures(PlayerView):
    other: Player

    def find(self) -> None:
        super().find()
        known = Player.objects.select_related("merged_into").filter(club=self.club)
        self.other = get_object_or_404(known, public_id=self.part("other_id"))

    @reads(PairFiguresShape, right=Action.BROWSE, query=ScopeQuery)
    def get(self, asked: dict[str, Any]) -> Any:
        """Read what two players did as partners and against each other."""
        one, other = (each.merged_into or each for each in (self.player, self.other))
        return pair_of(scope=scope_asked(club=self.club, asked=asked), one=one, other=other)


class Nominations(ClubView):
    @reads(NominationsShape, right=Action.BROWSE, query=ScopeQuery)
    def get(self, asked: dict[str, Any]) -> Any:
        """Read who is nominated over a period."""
        scope = scope_asked(club=self.club, asked=asked)
        return {"items": nominations_of(scope=scope)}


class TheStory(SessionView):
    @reads(StoryShape, right=Action.SEE)
    def get(self) -> Any:
        """Read how the money of a night went, where it turned, and its best hand."""
        found = story(session=self.session)
        return {
            "points": [
                {
                    "line": point.play.line,
                    "kind": point.play.kind,
                    "hand_number": point.play.number,
                    "money": [{"seat": seat, "so_far_cents": cents} for seat, cents in point.so_far.items()],
                }
                for point in found.points
            ],
            "turning": [
                {"turn": each.turn, "line": each.play.line, "seat": each.seat, "cents": each.cents}
                for each in found.turning
            ],
            "best_line": found.best.line if found.best else None,
        }
