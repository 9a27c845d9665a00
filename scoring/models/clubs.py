"""Define clubs, players, seasons and rule sets."""

import uuid
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext

from scoring.people import Person, PlayerName
from scoring.texts.decks import Deck

LONGEST_CLUB_NAME = 80
LONGEST_NAME = 40
LONGEST_RULES_NAME = 60


class Row(models.Model):
    """A row with its table and id as text."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.model_name} {self.pk}"


def checks(**conditions: Q) -> list[models.BaseConstraint]:
    return [models.CheckConstraint(condition=condition, name=name) for name, condition in conditions.items()]


class Public(models.Model):
    """A row with a public id."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)

    class Meta:
        abstract = True


class Club(Public):
    """People who share books. `takes_new_names` lets joining phones add names. `passcode` is a salted hash or ""."""

    name = models.CharField(max_length=LONGEST_CLUB_NAME)
    time_zone = models.CharField(max_length=64, default="UTC")
    passcode = models.CharField(max_length=128, blank=True, default="", editable=False)
    takes_new_names = models.BooleanField(default=True)
    rates_players = models.BooleanField(default=False)
    deck = models.CharField(max_length=10, choices=[(deck, deck) for deck in Deck], default=Deck.SPANISH)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="clubs"
    )
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return gettext("Our club") if self.name == "Our club" else self.name

    def day_at(self, moment: datetime) -> date:
        """Return the date in the club's time zone."""
        return moment.astimezone(self.clock).date()

    @property
    def clock(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)


class Player(Public):
    """A player of the club, possibly merged or erased."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=LONGEST_NAME)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged_players"
    )
    created_at = models.DateTimeField()
    erased_at = models.DateTimeField(null=True, blank=True)
    discarded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "club", Lower("name"), condition=Q(merged_into=None), name="player_name_is_unique_in_its_club"
            ),
            *checks(player_is_not_merged_into_itself=~Q(merged_into=F("id"))),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def known_as(self) -> Person:
        """Return the name, or that of the player merged into."""
        # One step is enough, because each merge also moves the players merged before.
        known = self.merged_into or self
        return PlayerName(known.name, known.public_id)


class Season(Public, Row):
    """A period of days, both ends included."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=LONGEST_NAME)
    since = models.DateField()
    until = models.DateField()

    class Meta:
        ordering = ["-since", "-pk"]
        constraints = [
            *checks(season_ends_after_it_began=Q(until__gte=F("since"))),
            # A season has no other key, and the page compares seasons by their days.
            models.UniqueConstraint("club", "since", "until", name="season_has_days_of_its_own"),
        ]

    @property
    def period(self) -> str:
        return f"{self.since}..{self.until}"


class SavedRules(Public, Row):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="saved_rules")
    game = models.CharField(max_length=20)
    name = models.CharField(max_length=LONGEST_RULES_NAME)
    rules = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "saved rules"
        constraints = [models.UniqueConstraint("club", Lower("name"), name="saved_rules_name_is_unique_in_its_club")]


class Installation(Row):
    """The single row with a proof of the secret key."""

    key_proof = models.CharField(max_length=64)

    class Meta:
        constraints = checks(installation_is_one=Q(pk=1))
