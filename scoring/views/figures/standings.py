"""Who stands where: by month, season, year and all time."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from scoring.charts import Lines, Series, Step
from scoring.money import POINTS, plain_number
from scoring.operations.history import rate_players
from scoring.queries.filters import read_word
from scoring.queries.history.ratings import Rating, plain_millionths
from scoring.queries.history.scope import Scope, read_period
from scoring.queries.history.standings import MoneyLines, Order, standings
from scoring.queries.people.access import Action, lets, may
from scoring.views.figures.asked import asked_of, query_of
from scoring.views.figures.sheets import sheet
from scoring.views.figures.words import month_words, period_words
from scoring.web.access import requires
from scoring.web.device import ClubRequest

MOST_MONTHS_NAMED = 24
"""Below a line of more months stand the years alone."""
ORDER_WORDS = {
    Order.RESULT: gettext_lazy("Money"),
    Order.HAND: gettext_lazy("Money a hand"),
    Order.WON: gettext_lazy("Hands won"),
    Order.RATING: gettext_lazy("Rating"),
}

COLUMNS = (
    *("rank", "player", "sessions", "hands", "hands_won", "result", "apart", "play", "per_hand", "won"),
    *("rating", "rating_margin", "rating_hands", "partners_share", "rounding"),
)


@require_safe
@requires(Action.BROWSE)
def table(request: ClubRequest) -> HttpResponse:
    """Show the table of a period in the order asked for, with the money of the first ones over its months."""
    asked = asked_of(request)
    order = read_word(Order, request.GET.get("order", ""), field="order", normal=Order.RESULT)
    context = asked.context(club=request.club) | {
        "may_manage": may(role=request.role, action=Action.MANAGE),
        "may_start": lets(access=request.access, action=Action.START),
    }
    if asked.scope is not None:
        found = standings(scope=asked.scope, order=order)
        context |= {
            "standings": found,
            "currency": found.written(asked.scope.currency),
            "order": order,
            "orders": [
                (each.value, words, each is order)
                for each, words in ORDER_WORDS.items()
                if each is not Order.RATING or request.club.rates_players
            ],
            "line": money_line(found.money, asked.scope),
        }
    return render(request, "figures/standings.html", context)


def money_line(found: MoneyLines, scope: Scope, *, has_names: bool = True) -> Lines:
    """Return the money of the first ones over a period, to be drawn."""
    by_day = scope.period.is_month
    few = "AXIS_MONTH" if scope.period.is_year else "AXIS_MONTH_OF_YEAR"
    axis = "AXIS_DAY" if by_day else few if len(found.days) <= MOST_MONTHS_NAMED else "Y"
    return Lines(
        name="standings",
        title=_("Money of the first ones, %(period)s") % {"period": period_words(scope.period)},
        description=_("What each had won or lost in all after each month or night."),
        series=tuple(Series(name=player.name, values=values) for player, values in found.lines),
        steps=tuple(
            Step(
                label=formats.date_format(month, axis),
                title=formats.date_format(month, "SHORT_DAY") if by_day else month_words(month),
                href=f"{reverse('history')}?{query_of(scope)}" if by_day else _history_of(scope, f"{month:%Y-%m}"),
            )
            for month in found.days
        ),
        has_names=has_names,
    )


def rating_cells(rating: Rating | None) -> tuple[str, ...]:
    """Return a rating for a spreadsheet, empty where there is none."""
    if rating is None:
        return ("", "", "")
    return plain_millionths(rating.mean), plain_millionths(rating.margin), str(rating.hands)


def _history_of(scope: Scope, month: str) -> str:
    return f"{reverse('history')}?{query_of(scope, period=read_period(word=month))}"


@require_POST
@requires(Action.MANAGE)
def rating(request: ClubRequest) -> HttpResponse:
    """Show a rating from now on, or no more."""
    rate_players(club=request.club, is_on="on" in request.POST)
    return redirect("standings" if request.club.rates_players else "seasons")


@require_safe
@requires(Action.BROWSE)
def spreadsheet(request: ClubRequest) -> HttpResponse:
    """Send the standings of a period as CSV."""
    asked = asked_of(request)
    places = standings(scope=asked.scope, order=Order.RESULT).places if asked.scope else ()
    money = asked.scope.currency if asked.scope else POINTS
    rows = [
        [
            str(place.rank),
            place.player.name,
            str(place.nights),
            str(place.hands),
            str(place.hands_won),
            plain_number(cents=place.result_cents, currency=money),
            plain_number(cents=place.apart_cents, currency=money),
            plain_number(cents=place.play_cents, currency=money),
            f"{place.per_hand_cents / 10**money.minor_digits:.4f}",
            f"{place.won:.4f}",
            *rating_cells(place.rating),
            plain_number(cents=place.by_close.shared_cents, currency=money),
            plain_number(cents=place.by_close.coin_cents, currency=money),
        ]
        for place in places
    ]
    return sheet("standings", COLUMNS, rows)
