"""The seasons of a club: stretches of days with a name."""

from datetime import date
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404

from scoring.api.rules.rule_sets import Removed
from scoring.api.web.answers import Items, Shape, at
from scoring.api.web.base import ClubView
from scoring.api.web.operations import reads, writes
from scoring.api.web.parsing import Day, Input, Text
from scoring.models import Season
from scoring.models.clubs import LONGEST_NAME
from scoring.operations.history import remove_season, set_season
from scoring.operations.table.posting import Stamp
from scoring.queries.people.access import Action


class SeasonShape(Shape):
    """A stretch of days with a name, both ends included; `period` asks standings and figures for it."""

    id: UUID = at("public_id")
    name: str
    since: date
    until: date
    period: str


class NewSeason(Input):
    """A name for a stretch of days; days that have one get another."""

    name = Text(max_length=LONGEST_NAME)
    since = Day()
    until = Day()


class Seasons(ClubView):
    @reads(Items[SeasonShape], right=Action.BROWSE)
    def get(self) -> Any:
        """List the seasons of the club, newest first."""
        return {"items": tuple(Season.objects.filter(club=self.club))}

    @writes(NewSeason, SeasonShape, right=Action.MANAGE, made="seasons/")
    def post(self, wanted: dict[str, Any], _stamp: Stamp) -> Season:
        """Give a stretch of days a name."""
        return set_season(club=self.club, **wanted)


class OneSeason(ClubView):
    @writes(None, Removed, right=Action.MANAGE)
    def delete(self, _stamp: Stamp) -> Any:
        """Forget a season; its nights stay as they are."""
        season = get_object_or_404(Season, club=self.club, public_id=self.part("public_id"))
        remove_season(club=self.club, public_id=season.public_id)
        return {"id": season.public_id}
