"""Figures, and what they rest on, in the words of the table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.forms.amounts import amount_words
from scoring.models import Player
from scoring.money import Currency, unbroken
from scoring.queries.history.figures import Group, Nomination, Unit, Value
from scoring.queries.history.player import By
from scoring.queries.history.scope import Period

FIGURE_WORDS: Mapping[str, Promise] = {
    "result_cents": _("won or lost in all"),
    "per_night": _("a night"),
    "per_hand": _("a hand"),
    "nights_ahead": _("nights ahead"),
    "best_night": _("best night"),
    "worst_night": _("worst night"),
    "best_cents": _("best hand"),
    "worst_cents": _("dearest hand lost"),
    "win_cents": _("an average win"),
    "lost_cents": _("an average loss"),
    "hands_won": _("hands won"),
    "hands_lost": _("hands paid for"),
    "hands_beside": _("won by the partner"),
    "hands_drawn": _("hands nobody won"),
    "dealt_won": _("won as dealer"),
    "streak": _("wins in a row, in one night"),
    "wait": _("longest wait for a win, in hands of one night"),
    "points": _("points"),
    "own_draw": _("wins by own draw"),
    "claimed": _("wins by a claimed card"),
    "discard": _("wins by a discard"),
    "complete": _("dealt complete"),
    "porbis": _("porbis"),
    "kings": _("kings a win"),
    "kings_of_coins": _("kings of coins a win"),
    "bounit": _("bounit condition met"),
    "sowee": _("sowee condition met"),
    "both": _("both conditions met"),
    "neither": _("neither condition met"),
    "extra_cards": _("extra cards turned a win"),
    "declared": _("wins entered without cards"),
    "secrets": _("secrets laid a night"),
    "secret_cents": _("received for secrets"),
    "secrets_paid": _("secrets paid a night"),
    "secret_paid_cents": _("paid for secrets"),
    "false_wins": _("false wins"),
    "penalty_cents": _("by penalties"),
    "longest_night": _("longest night"),
    "most_hands": _("most hands in a night"),
    "hands_a_night": _("hands a night"),
}
AWARD_WORDS: Mapping[str, Promise] = {
    "winner": _("Won most"),
    "dinner": _("Paid everybody's dinner"),
    "best_hand": _("Best hand"),
    "hands": _("Most hands won"),
    "streak": _("Most wins in a row in one night"),
    "wait": _("Longest wait for a win in one night"),
    "dealer": _("Best dealer: most wins on their own deal"),
    "partner": _("Best friend: most hands won by the partner"),
    "own_draw": _("Needs nobody: most wins by own draw"),
    "catcher": _("Quickest hand: most claimed cards"),
    "gleaner": _("Wastes nothing: most wins by discards"),
    "kings": _("Most kings"),
    "porbis": _("Most porbis"),
    "secrets": _("Most secrets laid"),
    "patron": _("Patron of secrets: paid most for them"),
    "both": _("By the book: most hands with both conditions"),
    "patience": _("Patience: most extra cards turned"),
}
GROUP_WORDS: Mapping[Group, Promise] = {
    Group.MONEY: _("Money"),
    Group.HANDS: _("Hands"),
    Group.WINS: _("How they win"),
    Group.BESIDE: _("Secrets and penalties"),
    Group.TIME: _("Time at the table"),
}
BY_WORDS: Mapping[By, Promise] = {By.NIGHT: _("Night"), By.MONTH: _("Month"), By.YEAR: _("Year")}


@dataclass(frozen=True, slots=True, kw_only=True)
class NominationLine:
    """A nomination in words."""

    nomination: Nomination
    words: str
    names: str
    amount: str

    @property
    def text(self) -> str:
        """Return it as it is shared."""
        return f"{self.words}: {self.names} ({unbroken(self.amount)})"


def base_words(value: Value) -> str:
    """Return how much a figure rests on; of a share how often it was, of how many."""
    words = counted_words(value.base, value.figure.base)
    if value.figure.unit is Unit.SHARE or (value.figure.unit is Unit.MEAN and value.figure.per):
        return str(_("%(count)s in %(base)s")) % {"count": value.count, "base": words}
    return words


_WINS = (
    *("hands_won", "dealt_won", "streak", "own_draw", "claimed", "discard", "complete", "porbis", "declared"),
    *("bounit", "sowee", "both", "neither"),
)


def counted_words(count: int, column: str) -> str:
    """Return how many wins, hands, cards or whatever else a column of the tallies counts."""
    hands, kings = (
        ngettext("%(base)s hand", "%(base)s hands", count),
        ngettext("%(base)s king", "%(base)s kings", count),
    )
    secrets = ngettext("%(base)s secret", "%(base)s secrets", count)
    words = {
        "nights": ngettext("%(base)s night", "%(base)s nights", count),
        "nights_by_hand": ngettext("%(base)s night", "%(base)s nights", count),
        **dict.fromkeys(("hands", "hands_beside", "hands_drawn", "wait"), hands),
        "hands_lost": ngettext("%(base)s hand paid for", "%(base)s hands paid for", count),
        "dealt": ngettext("%(base)s hand dealt", "%(base)s hands dealt", count),
        "conditional": ngettext("%(base)s win with conditions", "%(base)s wins with conditions", count),
        **dict.fromkeys(("secrets", "secrets_paid"), secrets),
        **dict.fromkeys(("kings", "kings_of_coins"), kings),
        "extra_cards": ngettext("%(base)s card", "%(base)s cards", count),
        "points": ngettext("%(base)s point", "%(base)s points", count),
        "false_wins": ngettext("%(base)s false win", "%(base)s false wins", count),
        **dict.fromkeys(_WINS, ngettext("%(base)s win", "%(base)s wins", count)),
    }
    return words[column] % {"base": count}


def period_words(period: Period) -> str:
    """Return a stretch of days in words."""
    if period.since is None or period.until is None:
        return str(_("all time"))
    if period.is_year:
        return str(period.since.year)
    if period.is_month:
        return month_words(period.since)
    days = {
        "since": formats.date_format(period.since, "SHORT_DAY"),
        "until": formats.date_format(period.until, "SHORT_DAY"),
    }
    return str(_("%(since)s to %(until)s")) % days


def month_words(day: date) -> str:
    return formats.date_format(day, "YEAR_MONTH_FORMAT")


def _names(players: Sequence[Player]) -> str:
    """Return who shares a nomination; what it names is each one's, not theirs together."""
    names = " & ".join(player.name for player in players)
    return names if len(players) == 1 else str(_("%(names)s, each")) % {"names": names}


def nomination_lines(nominations: Iterable[Nomination], currency: Currency) -> list[NominationLine]:
    """Return nominations in words, each with its amount."""
    return [
        NominationLine(
            nomination=each,
            words=str(AWARD_WORDS[each.award.name]),
            names=_names(each.players),
            amount=amount_words(cents=each.amount, currency=currency, sign=each.award.unit is Unit.RESULT)
            if each.award.is_money
            else str(each.amount),
        )
        for each in nominations
    ]
