"""Seasons that the club sets, and a period on one page to print."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.base import told
from scoring.forms.history import SeasonForm
from scoring.models import Season
from scoring.operations.errors import RefusedError
from scoring.operations.history import remove_season, set_season
from scoring.queries.history.figures import nominations_of
from scoring.queries.history.standings import Order, matrices, standings
from scoring.queries.people.access import Action
from scoring.views.figures.asked import asked_of
from scoring.views.figures.pairs import largest
from scoring.views.figures.sheets import amount, asks_sheet, sheet
from scoring.views.figures.standings import money_line
from scoring.views.figures.words import AWARD_WORDS, nomination_lines
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import INVALID, PICTURE


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
    return render(request, "figures/seasons.html", context, status=INVALID if form.errors else 200)


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
    return render(request, "figures/summary.html", context)
