"""What nights come to, summed once: a cache beside the books, so that years are counted in a moment.

Every row follows from the ledger. All may be deleted at any time: what is missing, or older than the newest
line of its night, is derived again before it is read. Nothing here decides money, and no settlement reads it.
"""

from django.db import models

from scoring.games.base import Mark
from scoring.models.clubs import Club, Player
from scoring.models.sessions import Seat, Session


class NightTally(models.Model):
    """A night as a whole, as it stood after line `last_entry`; `day` is that of the night, `month` its first.

    `first_seat` is the lowest seat that took part, 0 where nothing was played: such a night counts nowhere.
    `unread_hands` are those whose act or verdict cannot be read: only their money counts.
    `shape` says by which version of this software it was derived. The best hand is named by its line;
    `owed_cents` is what is left to hand over once the night is closed. `is_rated` says whether the ratings
    after it are written down.
    """

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="tally")
    shape = models.PositiveSmallIntegerField()
    last_entry = models.PositiveIntegerField()
    day = models.DateField()
    month = models.DateField()
    first_seat = models.PositiveSmallIntegerField(default=0)
    hands = models.PositiveIntegerField()
    unread_hands = models.PositiveIntegerField(default=0)
    minutes = models.PositiveIntegerField()
    best_cents = models.BigIntegerField()
    best_line = models.PositiveIntegerField()
    owed_cents = models.BigIntegerField()
    is_rated = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["day"], name="night_tally_by_day")]

    def __str__(self) -> str:
        return f"{self.session} after line {self.last_entry}"


class SeatTally(models.Model):
    """What one player who took part did in a night, in minor units and counts; merged players stand as they sat.

    `play_cents` is what hands, secrets, penalties and matches came to, `adjusted_cents` what the close moved, with
    `coin_cents` of it by rounding; play and close together are the result; of a night entered later only that is
    known. `apart_cents` is neither: free payments and the like. `best` and `worst` are single hands, named by their
    lines; `streak` and `wait` the most hands in a row won, and not won. Every mark of a won hand is a column as well.
    """

    night = models.ForeignKey(NightTally, on_delete=models.CASCADE, related_name="seats")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="tally")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tallies")
    result_cents = models.BigIntegerField(default=0)
    play_cents = models.BigIntegerField(default=0)
    adjusted_cents = models.BigIntegerField(default=0)
    coin_cents = models.BigIntegerField(default=0)
    apart_cents = models.BigIntegerField(default=0)
    points = models.IntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    hands_won = models.PositiveIntegerField(default=0)
    hands_drawn = models.PositiveIntegerField(default=0)
    hands_beside = models.PositiveIntegerField(default=0)
    dealt = models.PositiveIntegerField(default=0)
    dealt_won = models.PositiveIntegerField(default=0)
    win_cents = models.BigIntegerField(default=0)
    lost_cents = models.BigIntegerField(default=0)
    best_cents = models.BigIntegerField(default=0)
    best_line = models.PositiveIntegerField(default=0)
    worst_cents = models.BigIntegerField(default=0)
    worst_line = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    wait = models.PositiveIntegerField(default=0)
    secrets = models.PositiveIntegerField(default=0)
    secret_cents = models.BigIntegerField(default=0)
    secrets_paid = models.PositiveIntegerField(default=0)
    secret_paid_cents = models.BigIntegerField(default=0)
    false_wins = models.PositiveIntegerField(default=0)
    penalties = models.PositiveIntegerField(default=0)
    penalty_cents = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.player} in {self.night}"


for _mark in Mark:
    SeatTally.add_to_class(_mark.value, models.PositiveIntegerField(default=0))
SUMMED = tuple(field.attname for field in SeatTally._meta.fields if not (field.primary_key or field.is_relation))
"""Every column of a seat that is derived from the plays of its night."""


class PairTally(models.Model):
    """What one player did with another in a night, each way a row of its own.

    `moved_cents` is what moved from the other to the player in play: over all rows it comes to nothing.
    `beside_cents` is the player's result while the other was their partner, of `beside_hands` of which their
    side won `beside_won`; of it the close moved `shared_cents` between the two and `coin_cents` by rounding.
    """

    night = models.ForeignKey(NightTally, on_delete=models.CASCADE, related_name="pairs")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    moved_cents = models.BigIntegerField(default=0)
    beside_nights = models.PositiveSmallIntegerField(default=0)
    beside_hands = models.PositiveIntegerField(default=0)
    beside_won = models.PositiveIntegerField(default=0)
    beside_cents = models.BigIntegerField(default=0)
    shared_cents = models.BigIntegerField(default=0)
    coin_cents = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint("night", "player", "other", name="pair_tally_once_a_night")]

    def __str__(self) -> str:
        return f"{self.player} with {self.other} in {self.night}"


class SideTally(models.Model):
    """What two partners together did against two others in a night, each way a row of its own.

    The four stand by their players' ids, the smaller first.
    """

    night = models.ForeignKey(NightTally, on_delete=models.CASCADE, related_name="sides")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    partner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    against = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    beside = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    hands = models.PositiveIntegerField(default=0)
    hands_won = models.PositiveIntegerField(default=0)
    cents = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.player} and {self.partner} against {self.against} and {self.beside} in {self.night}"


class RatingTally(models.Model):
    """The rating of a player, or of two who were partners, after the last hand of a night they were rated in.

    `mean` and `deviation` are whole millionths, rested on `hands` so far. Rows are written in the order of the
    nights: of several the one with the highest id holds now.
    """

    night = models.ForeignKey(NightTally, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    partner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", null=True)
    mean = models.BigIntegerField()
    deviation = models.BigIntegerField()
    hands = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.player} after {self.night}"


class PastTally(models.Model):
    """What all nights before this year come to for a question, so that the first page after a start sums no years.

    `state` names the nights, the tallies they had and the columns asked for; rows of another state are not read.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="past_tallies")
    question = models.CharField(max_length=80)
    state = models.CharField(max_length=64)
    rows = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint("club", "question", name="past_tally_once_a_question")]

    def __str__(self) -> str:
        return f"{self.question} of {self.club}"
