"""Define sessions and their seats."""

from copy import copy
from dataclasses import replace
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.timezone import localtime

from scoring.games import game_by_id
from scoring.games.base import ActKind, AnyGame, HouseRules
from scoring.games.house_rules import has_whole_units
from scoring.ledger.seatings import AllTerms, TermsInterval, all_terms
from scoring.models.clubs import Club, Player, Public, Row, checks
from scoring.money import Currency, currency_for

LONGEST_CURRENCY = 6
LONGEST_TITLE = 60
LONGEST_NOTE = 500
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2999, 12, 31)


class Session(Public, Row):
    """A night at one table. `rules` and `stake_factor` are those of the start, `has_terms` if they changed later."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="sessions")
    game = models.CharField(max_length=20)
    rules = models.JSONField()
    currency = models.CharField(max_length=LONGEST_CURRENCY)
    minor_digits = models.PositiveSmallIntegerField()
    stake_factor = models.PositiveIntegerField()
    first_dealer = models.PositiveSmallIntegerField()
    table = models.JSONField(default=dict)  # notes for the current hand
    revision = models.PositiveIntegerField(default=0)  # counts changes that are not entries
    is_practice = models.BooleanField(default=False)  # counts in no totals
    players_may_propose = models.BooleanField(default=False)
    has_terms = models.BooleanField(default=False)
    entered_later = models.BooleanField(default=False, db_default=False)  # has only results
    name = models.CharField(max_length=LONGEST_TITLE, blank=True)
    place = models.CharField(max_length=LONGEST_TITLE, blank=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    day = models.DateField()
    started_at = models.DateTimeField()
    key = models.UUIDField(unique=True)
    content_hash = models.CharField(max_length=64)

    class Meta:
        indexes = [models.Index(fields=["club", "-day"], name="session_by_day_of_club")]
        constraints = checks(
            session_stake_factor_is_positive=Q(stake_factor__gte=1),
            session_minor_digits_0_or_2=Q(minor_digits__in=(0, 2)),
            session_first_dealer_has_a_seat=Q(first_dealer__range=(1, 8)),
            session_day_is_possible=Q(day__range=(FIRST_DAY, LAST_DAY)),
        )

    @property
    def begun(self) -> datetime:
        """Return day and time of the start."""
        return datetime.combine(self.day, localtime(self.started_at).time())

    @property
    def played(self) -> AnyGame:
        return game_by_id(game_id=self.game)

    @cached_property
    def terms(self) -> AllTerms:
        # Most nights never change their terms, so they need no query.
        lines = self.entries.standing("terms").order_by("number")
        changes = lines.values_list("number", "act") if self.has_terms else ()
        return all_terms(game=self.played, rules=self.rules, stake_factor=self.stake_factor, changes=changes)

    def as_at(self, *, position: int | None) -> "Session":
        """Return the session with terms of a position."""
        if not self.has_terms or position is None:
            return self
        found = copy(self)
        found.in_force = self.terms.at(position=position)
        vars(found).pop("written", None)
        return found

    @cached_property
    def in_force(self) -> TermsInterval:
        return self.terms.now

    @property
    def house_rules(self) -> HouseRules:
        return self.in_force.rules

    @property
    def features(self) -> frozenset[str]:
        """Return the features of the game, with the kinds of its acts."""
        game, rules = self.played, self.house_rules
        asked = {kind.value for kind in ActKind if game.asks(kind=kind, rules=rules)}
        return frozenset({*game.features(rules=rules), *asked, *(("match",) if game.match else ())})

    @property
    def stakes(self) -> int:
        return self.in_force.stakes

    @property
    def money(self) -> Currency:
        """Return the currency with the digits of this night."""
        # The table of currencies may change, but amounts of this night keep their digits.
        return replace(currency_for(code=self.currency), minor_digits=self.minor_digits)

    @cached_property
    def written(self) -> Currency:
        """Return the currency as pages write it."""
        unit = 10**self.minor_digits
        # A night entered later may have amounts that its rules do not allow.
        whole = not self.entered_later and has_whole_units(profile=self.house_rules, factor=self.stakes, unit=unit)
        return replace(self.money, drops_cents=whole)


class Seat(Row):
    """A player of a session, numbered from 1."""

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    since = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint("session", "number", name="seat_number_is_unique"),
            models.UniqueConstraint("session", "player", name="player_sits_once_at_a_table"),
            *checks(seat_number_1_to_8=Q(number__range=(1, 8))),
        ]


class NightTally(Row):
    """The cached totals of a night. `shape` is the version of the columns of `sums`."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="tally")
    shape = models.PositiveSmallIntegerField()
    last_entry = models.PositiveIntegerField()
    owed_cents = models.BigIntegerField()
    sums: Any = models.JSONField()
