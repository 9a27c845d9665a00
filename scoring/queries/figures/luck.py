"""Luck: what the cards gave a player beside the exact chances, as far as the books know it."""

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import F

from scoring.games.chances import Luck, luck_in, luck_in_draws
from scoring.models import Hand, Player
from scoring.queries.figures.scope import People, Scope
from scoring.queries.table.terms import load_terms

MOST_WINS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Lucks:
    """The luck in the newest wins whose cards are known: kings, copies of the sowee, extra cards where any were turned.

    `winning` of `unseen` cards would have won on average where one card was waited for.
    """

    kings: Luck
    sowee: Luck
    winning: Fraction | None
    unseen: Fraction | None
    extra: Luck | None

    @property
    def one_in(self) -> Fraction | None:
        """Return in how many draws the card comes on average."""
        return self.unseen / self.winning if self.winning and self.unseen else None


def luck_of(*, scope: Scope, player: Player, people: People) -> Lucks | None:
    """Return the luck of a player; None without a win whose cards are known."""
    won = Hand.objects.filter(
        scope.of("session__tally__"),
        entry__reversal=None,
        session__seats__number=F("winner"),
        session__seats__player__in=people.ids_of(player),
    )
    newest = won.select_related("entry", "session").order_by("-session__started_at", "-position")
    hands = tuple(newest.filter(entry__act__declared=False)[:MOST_WINS])
    load_terms(sessions={hand.session for hand in hands})
    told = (
        hand.session.played.fortune(
            act=hand.entry.act, verdict=hand.verdict, rules=hand.session.as_at(position=hand.position).house_rules
        )
        for hand in hands
    )
    found = [each for each in told if each]
    if not found:
        return None
    waits = [each.wait for each in found if each.wait]
    trials = [each.extra for each in found if each.extra]
    return Lucks(
        kings=luck_in_draws(draws=[each.kings for each in found]),
        sowee=luck_in_draws(draws=[each.sowee for each in found]),
        winning=Fraction(sum(wait.winning for wait in waits), len(waits)) if waits else None,
        unseen=Fraction(sum(wait.unseen for wait in waits), len(waits)) if waits else None,
        extra=luck_in(trials=trials) if trials else None,
    )
