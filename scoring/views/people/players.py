"""The players of the club: what each won, another name, two made one, a name erased."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.forms.base import problem, told
from scoring.forms.people import MergeForm, RenameForm
from scoring.models import Player
from scoring.operations.errors import PlayerError, ShownChangedError
from scoring.operations.history import read_history
from scoring.operations.people import players as operations
from scoring.queries.history.scope import by_name
from scoring.queries.money import owed_by
from scoring.queries.people.access import Action, may
from scoring.queries.people.players import mentions_of, names_of, totals_of
from scoring.views.history.standings import player_context, player_sheet
from scoring.views.history.words import asked_of, asks_sheet
from scoring.web.access import asks, posts, reads
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID, find_player


@reads(Action.BROWSE)
def player(request: ClubRequest, public_id: UUID) -> HttpResponse:
    found = find_player(request, public_id=public_id)
    if found.merged_into:
        return redirect("player", public_id=found.merged_into.public_id)
    return _page(request, player=found)


@posts(Action.MANAGE)
def rename(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Give a player another name, or say on their page why not."""
    found = find_player(request, public_id=public_id)
    form = RenameForm(request.POST)
    if form.is_valid():
        try:
            operations.rename_player(
                player=found, name=form.cleaned_data["name"], expected_name=request.POST.get("expected_name")
            )
        except (PlayerError, ShownChangedError) as error:
            form.add_error("name", problem(error))
        else:
            return redirect("player", public_id=public_id)
    found.refresh_from_db()
    return _page(request, player=found, rename_form=form, status=INVALID)


@asks(Action.MANAGE)
def merge(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Say what making two players one does; post to do it."""
    found = find_player(request, public_id=public_id)
    form = MergeForm(request.POST or request.GET, player=found)
    if not form.is_valid():
        return redirect("player", public_id=public_id)
    into, refusal = form.cleaned_data["into"], None
    try:
        if request.method == "POST":
            names, others = (tuple(request.POST.getlist(name)) or None for name in ("names", "into_names"))
            operations.merge_players(player=found, into=into, expected_names=names, expected_into=others)
            messages.success(request, _("%(old)s is now %(new)s.") % {"old": found.name, "new": into.name})
            return redirect("player", public_id=into.public_id)
        operations.require_mergeable(player=found, into=into)
    except (PlayerError, ShownChangedError) as error:
        refusal = error
    context = {
        "player": found,
        "into": into,
        "names": names_of(player=found),
        "into_names": names_of(player=into),
        "totals": totals_of(history=read_history(club=found.club), player=found),
        "error": refusal,
        "is_impossible": isinstance(refusal, PlayerError),
        "message": refusal and told(refusal.text),
    }
    return render(request, "people/players/merge.html", context, status=CONFLICT if refusal else 200)


@asks(Action.MANAGE)
def erase(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Say what erasing a name does and does not reach; post to do it."""
    found = find_player(request, public_id=public_id)
    if found.merged_into or found.erased_at:
        return redirect("player", public_id=public_id)
    message = ""
    if request.method == "POST":
        names = tuple(request.POST.getlist("names"))
        try:
            erased = operations.erase_player(player=found, at=timezone.now(), expected_names=names)
        except ShownChangedError as error:
            message = told(error.text)
        else:
            messages.success(request, _("The name is erased. %(name)s stands in its place.") % {"name": erased.name})
            return redirect("player", public_id=public_id)
    about = {"player": found, "names": names_of(player=found), "mentions": mentions_of(player=found)}
    status = CONFLICT if message else 200
    return render(request, "people/players/erase.html", {**about, "message": message}, status=status)


@posts(Action.MANAGE)
def unmerge(request: ClubRequest, public_id: UUID) -> HttpResponse:
    found = find_player(request, public_id=public_id)
    operations.unmerge_player(player=found)
    messages.success(request, _("%(player)s is a player of their own again.") % {"player": found.name})
    return redirect("player", public_id=public_id)


@posts(Action.MANAGE)
def discard(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Leave a player who never played out of every list, or take that back."""
    found = find_player(request, public_id=public_id)
    operations.discard_player(player=found, at=timezone.now(), is_discarded="back" not in request.POST)
    return redirect("player", public_id=public_id)


def _page(
    request: ClubRequest, *, player: Player, rename_form: RenameForm | None = None, status: int = 200
) -> HttpResponse:
    asked = asked_of(request)
    others = asked.history.active
    merged = [each for each in asked.history.players.values() if each.merged_into_id == player.pk]
    owes, gets = owed_by(player=player)
    history = player_context(request, player=player, asked=asked)
    if asks_sheet(request) and asked.scope:
        return player_sheet(history["figures"])
    context = {
        **history,
        "player": player,
        "totals": totals_of(history=asked.history, player=player),
        "owes": owes,
        "gets": gets,
        "merged": () if player.erased_at else sorted(merged, key=by_name),
        "may_manage": may(role=request.role, action=Action.MANAGE) and not player.erased_at,
        "rename_form": rename_form or RenameForm(initial={"name": player.name}),
        "merge_form": MergeForm(player=player, others=others) if len(others) > 1 else None,
    }
    return render(request, "people/players/player.html", context, status=status)
