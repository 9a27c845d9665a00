"""Partners and rivals: everybody's money with everybody in a matrix, and a page for each two."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.charts import Lines, Series, Step
from scoring.models import Player
from scoring.money import written_together
from scoring.queries.history.ratings import ratings_in
from scoring.queries.history.standings import Pair, Row, matrices, pair_of, pair_sums
from scoring.queries.people.access import Action, lets
from scoring.views.figures.asked import asked_of
from scoring.views.figures.sheets import amount, asks_sheet, sheet
from scoring.web.access import requires
from scoring.web.device import ClubRequest


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
        cents = (cell.cents or 0 for row in (*found.moved, *found.sides) for cell in row.cells)
        context |= {
            "matrices": found,
            "currency": written_together(currency=asked.scope.currency, amounts=cents),
            "largest_moved": largest(found.moved),
            "largest_side": largest(found.sides),
        }
    return render(request, "figures/partners.html", context)


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
    return render(request, "figures/pair.html", context)


def _find(request: ClubRequest, public_id: UUID) -> Player:
    return get_object_or_404(Player.objects.select_related("merged_into"), club=request.club, public_id=public_id)


def largest(rows: tuple[Row, ...]) -> int:
    """Return the largest amount of a matrix, whatever its sign."""
    return max((abs(cell.cents or 0) for row in rows for cell in row.cells), default=0)


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
