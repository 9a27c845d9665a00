"""Who stands where over a period, alone and with each other; seasons, and a period on one page to print."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.charts import Lines, Series, Step
from scoring.forms.base import told
from scoring.forms.history import SeasonForm
from scoring.models import Player, Season
from scoring.money import POINTS, plain_number, written_together
from scoring.operations.errors import RefusedError
from scoring.operations.history import rate_players, remove_season, set_season
from scoring.queries.filters import read_word
from scoring.queries.history.figures import nominations_of
from scoring.queries.history.scope import Scope, read_period
from scoring.queries.history.standings import (
    Matrix,
    MoneyLines,
    Order,
    Pair,
    Rating,
    matrices,
    pair_of,
    pair_sums,
    plain_millionths,
    ratings_in,
    standings,
)
from scoring.queries.people.access import Action, lets, may
from scoring.views.history.asked import amount, asked_of, asks_sheet, query_of, sheet
from scoring.views.history.words import AWARD_WORDS, month_words, nomination_lines, period_words
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import INVALID, PICTURE

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
    return render(request, "history/standings.html", context)


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


@require_safe
@requires(Action.BROWSE)
def partners(request: ClubRequest) -> HttpResponse:
    """Show who won how much from whom, and beside whom."""
    asked = asked_of(request)
    context = asked.context(club=request.club) | {"may_start": lets(access=request.access, action=Action.START)}
    if asked.scope is not None and asks_sheet(request):
        money = asked.scope.currency
        rows = (
            (each.player, each.other, amount(each.moved_cents, money), amount(each.together_cents, money))
            for each in pair_sums(scope=asked.scope)
        )
        return sheet("partners", ("player", "other", "won_from_other", "won_together"), rows)
    if asked.scope is not None:
        found = matrices(scope=asked.scope)
        cents = (each or 0 for rows in (found.moved, found.sides) for row in rows.values() for each in row.values())
        context |= {
            "matrices": found,
            "currency": written_together(currency=asked.scope.currency, amounts=cents),
            "largest_moved": largest(found.moved),
            "largest_side": largest(found.sides),
        }
    return render(request, "history/partners.html", context)


@require_safe
@requires(Action.BROWSE)
def pair(request: ClubRequest, public_id: UUID, other_id: UUID) -> HttpResponse:
    """Show what two players did as partners and against each other; merged ones lead to whom they are now."""
    one, other = (_find(request, each) for each in (public_id, other_id))
    now = tuple((each.merged_into or each).public_id for each in (one, other))
    if now[0] == now[1]:
        return redirect("player", public_id=now[0])
    if now != (one.public_id, other.public_id):
        return redirect("pair", *now)
    asked = asked_of(request)
    context = asked.context(club=request.club) | {"one": one, "other": other}
    if asked.scope is not None:
        found = pair_of(scope=asked.scope, one=one, other=other)
        if asks_sheet(request):
            money = asked.scope.currency
            rows = (
                (night.day, night.session, amount(night.so_far_cents, money), amount(night.moved_so_far_cents, money))
                for night in found.nights
            )
            return sheet("pair", ("night", "session", "together_so_far", "won_from_other_so_far"), rows)
        ids = tuple(sorted((one.pk, other.pk)))
        amounts = (cents for night in found.nights for cents in (night.so_far_cents, night.moved_so_far_cents))
        context |= {
            "pair": found,
            "currency": written_together(currency=asked.scope.currency, amounts=(found.own_cents, *amounts)),
            "line": _line(found, one, other),
            "rating": ratings_in(scope=asked.scope).get(ids),
        }
    return render(request, "history/pair.html", context)


def _find(request: ClubRequest, public_id: UUID) -> Player:
    return get_object_or_404(Player.objects.select_related("merged_into"), club=request.club, public_id=public_id)


def largest(matrix: Matrix) -> int:
    """Return the largest amount of a matrix, whatever its sign."""
    return max((abs(cents or 0) for row in matrix.values() for cents in row.values()), default=0)


def _line(pair: Pair, one: Player, other: Player) -> Lines:
    names = {"one": one.name, "other": other.name}
    moved = Series(name=_("as rivals"), values=tuple(night.moved_so_far_cents for night in pair.nights))
    together = Series(name=_("together"), values=tuple(night.so_far_cents for night in pair.nights))
    as_partners = (together, _("Together: what both won as partners so far."))
    as_rivals = (moved, _("As rivals: what %(one)s won from %(other)s so far.") % names)
    drawn = tuple(
        each
        for each, counts in ((as_partners, pair.beside_nights), (as_rivals, pair.moved_cents or not pair.beside_nights))
        if counts
    )
    return Lines(
        name="pair",
        title=_("%(one)s and %(other)s over time") % names,
        description=" ".join(words for _series, words in drawn),
        series=tuple(series for series, _words in drawn),
        steps=tuple(
            Step(
                label=formats.date_format(night.day, "AXIS_MONTH_OF_YEAR"),
                title=formats.date_format(night.day, "SHORT_DAY"),
                href=reverse("night", args=[night.session]),
            )
            for night in pair.nights
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE)
def seasons(request: ClubRequest) -> HttpResponse:
    """List the seasons of the club; post to add one, or to give its days another name."""
    form = SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            season = set_season(club=request.club, **form.cleaned_data)
        except RefusedError as error:
            form.add_error(None, told(error.text))
        else:
            messages.success(request, _("%(season)s is a season now.") % {"season": season.name})
            return redirect("seasons")
    context = {"form": form, "seasons": Season.objects.filter(club=request.club), "club": request.club}
    return render(request, "history/seasons.html", context, status=INVALID if form.errors else 200)


@require_POST
@requires(Action.MANAGE)
def remove(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Forget a season; its nights stay."""
    remove_season(club=request.club, public_id=public_id)
    return redirect("seasons")


@require_safe
@requires(Action.BROWSE)
def summary(request: ClubRequest) -> HttpResponse:
    """Show a period on one page: standings, money, nominations, who won from whom."""
    asked = asked_of(request)
    context = asked.context(club=request.club)
    if asked.scope is not None:
        found = standings(scope=asked.scope, order=Order.RESULT)
        nominations = nominations_of(scope=asked.scope)
        if asks_sheet(request):
            money = asked.scope.currency
            rows = (
                (
                    AWARD_WORDS[each.award.name],
                    player,
                    amount(each.amount, money) if each.award.is_money else each.amount,
                )
                for each in nominations
                for player in each.players
            )
            return sheet("nominations", ("nomination", "player", "amount"), rows)
        currency = found.written(asked.scope.currency)
        nominated = nomination_lines(nominations, currency)
        both = matrices(scope=asked.scope)
        context |= {
            "standings": found,
            "currency": currency,
            "line": money_line(found.money, asked.scope),
            "nominated": nominated,
            "picture_kind": PICTURE,
            "share_text": "\n".join(line.text for line in nominated),
            "matrices": both,
            "largest_moved": largest(both.moved),
        }
    return render(request, "history/summary.html", context)
