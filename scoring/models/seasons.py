"""The seasons of a club: stretches of days with a name, and the fixtures of a league that is played in one."""

import uuid

from django.db import models
from django.db.models import F, Q

from scoring.models.clubs import Club, Player
from scoring.models.sessions import Session

LONGEST_NAME = 40


class Season(models.Model):
    """A stretch of days that the club counts by itself, both ends included; it decides no money."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=LONGEST_NAME)
    since = models.DateField()
    until = models.DateField()

    class Meta:
        ordering = ["-since", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(until__gte=F("since")), name="season_ends_after_it_began"),
            models.UniqueConstraint("club", "since", "until", name="season_has_days_of_its_own"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def period(self) -> str:
        """Return its days as addresses name them."""
        return f"{self.since}..{self.until}"


class Fixture(models.Model):
    """Who plays whom at which table on a day of a season; the night it was played in says how it ended."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="fixtures")
    day = models.DateField()
    table = models.PositiveSmallIntegerField()
    session = models.OneToOneField(Session, on_delete=models.PROTECT, null=True, related_name="fixture")

    class Meta:
        ordering = ["day", "table"]
        constraints = [
            models.CheckConstraint(condition=Q(table__range=(1, 99)), name="fixture_table_1_to_99"),
            models.UniqueConstraint("season", "day", "table", name="fixture_has_a_table_of_its_own"),
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.day} {self.table}"


class FixturePlayer(models.Model):
    """Somebody who plays in a fixture."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint("fixture", "player", name="player_is_once_in_a_fixture")]

    def __str__(self) -> str:
        return f"{self.player} in {self.fixture}"
