"""A night at the table: the session and who plays in it."""

import uuid
from dataclasses import replace
from functools import cached_property

from django.db import models
from django.db.models import Q

from scoring.games import game_by_id
from scoring.games.base import AnyGame, HouseRules
from scoring.models.clubs import Club, Player
from scoring.money import Currency, currency_for

LONGEST_NAME = 60
LONGEST_NOTE = 500


class Session(models.Model):
    """One table's game under rules, currency and stakes fixed when it started.

    `table` is what the game keeps between two hands (cuajo: the sowee), for the hand number it names.
    `revision` counts the changes that are no entries, so that a phone can tell whether it shows the newest
    state. A practice night counts in nobody's totals; `players_may_propose` lets players enter a hand that
    somebody with more rights then records. `name`, `place` and `note` are words of the table about the night.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="sessions")
    game = models.CharField(max_length=20)
    rules = models.JSONField()
    currency = models.CharField(max_length=6)
    minor_digits = models.PositiveSmallIntegerField()
    stake_factor = models.PositiveIntegerField()
    first_dealer = models.PositiveSmallIntegerField()
    table = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    is_practice = models.BooleanField(default=False)
    players_may_propose = models.BooleanField(default=False)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    place = models.CharField(max_length=LONGEST_NAME, blank=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    started_at = models.DateTimeField()
    key = models.UUIDField(unique=True)
    content_hash = models.CharField(max_length=64)

    class Meta:
        indexes = [models.Index(fields=["club", "-started_at"], name="session_newest_of_club")]
        constraints = [
            models.CheckConstraint(condition=Q(stake_factor__gte=1), name="session_stake_factor_is_positive"),
            models.CheckConstraint(condition=Q(minor_digits__in=(0, 2)), name="session_minor_digits_0_or_2"),
            models.CheckConstraint(condition=Q(first_dealer__range=(1, 8)), name="session_first_dealer_has_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.started_at:%Y-%m-%d %H:%M}"

    @property
    def played(self) -> AnyGame:
        return game_by_id(game_id=self.game)

    @cached_property
    def house_rules(self) -> HouseRules:
        """Return the rules of the session as its game reads them; they never change."""
        rules: HouseRules = self.played.read_rules(value=self.rules)
        return rules

    @property
    def money(self) -> Currency:
        """Return the currency as it was when the session started."""
        return replace(currency_for(code=self.currency), minor_digits=self.minor_digits)


class Seat(models.Model):
    """Somebody who plays in the session, numbered from 1; who sits where is said by its seatings.

    `since` is the number of the seating with which they came in, 0 for those the session started with.
    """

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    since = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint("session", "number", name="seat_number_is_unique"),
            models.UniqueConstraint("session", "player", name="player_sits_once_at_a_table"),
            models.CheckConstraint(condition=Q(number__range=(1, 8)), name="seat_number_1_to_8"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"
