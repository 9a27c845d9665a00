"""Show, rename, merge and erase players."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.forms.base import problem, told
from scoring.forms.people import MergeForm, RenameForm
from scoring.models import Player
from scoring.operations.errors import PlayerError, RefusedError, ShownChangedError
from scoring.operations.history import read_history
from scoring.operations.people import players as operations
from scoring.queries.history.scope import by_name
from scoring.queries.money import owed_by
from scoring.queries.people.access import Action, may
from scoring.queries.people.players import mentions_of, names_of, totals_of
from scoring.views.history.figures import player_context
from scoring.views.history.words import chosen_nights
from scoring.web.access import posts, reads
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
    found, expected = find_player(request, public_id=public_id), request.POST.get("expected_name")
    form = RenameForm(request.POST)
    if form.is_valid():
        try:
            operations.rename_player(player=found, name=form.cleaned_data["name"], expected_name=expected)
        except (PlayerError, ShownChangedError) as error:
            form.add_error("name", problem(error))
        else:
            return redirect("player", public_id=public_id)
    found.refresh_from_db()
    return _page(request, player=found, rename_form=form, status=INVALID)


@posts(Action.MANAGE)
def merge(request: ClubRequest, public_id: UUID) -> HttpResponse:
    found = find_player(request, public_id=public_id)
    form = MergeForm(request.POST, player=found, others=read_history(club=request.club).active)
    if not form.is_valid():
        return redirect("player", public_id=public_id)
    into = form.cleaned_data["into"]
    names, others = (tuple(request.POST.getlist(name)) or None for name in ("names", "into_names"))
    try:
        operations.merge_players(player=found, into=into, expected_names=names, expected_into=others)
    except (PlayerError, ShownChangedError) as error:
        return _page(request, player=found, merging=_merging(found, into, error), status=CONFLICT)
    messages.success(request, _("%(old)s is now %(new)s.") % {"old": found.name, "new": into.name})
    return redirect("player", public_id=into.public_id)


def _merging(found: Player, into: Player, error: RefusedError | None = None) -> dict[str, Any]:
    if error is None:
        try:
            operations.require_mergeable(player=found, into=into)
        except PlayerError as impossible:
            error = impossible
    return {
        "into": into,
        "into_names": names_of(player=into),
        "error": error,
        "is_impossible": isinstance(error, PlayerError),
        "message": error and told(error.text),
    }


@posts(Action.MANAGE)
def erase(request: ClubRequest, public_id: UUID) -> HttpResponse:
    found = find_player(request, public_id=public_id)
    if not (found.merged_into or found.erased_at):
        names = tuple(request.POST.getlist("names"))
        try:
            erased = operations.erase_player(player=found, at=timezone.now(), expected_names=names)
        except ShownChangedError as error:
            return _page(request, player=found, erasing=error, status=CONFLICT)
        messages.success(request, _("The name is erased: %(name)s.") % {"name": erased.name})
    return redirect("player", public_id=public_id)


@posts(Action.MANAGE)
def unmerge(request: ClubRequest, public_id: UUID) -> HttpResponse:
    operations.unmerge_player(player=find_player(request, public_id=public_id))
    messages.success(request, _("Saved."))
    return redirect("player", public_id=public_id)


@posts(Action.MANAGE)
def discard(request: ClubRequest, public_id: UUID) -> HttpResponse:
    found = find_player(request, public_id=public_id)
    operations.discard_player(player=found, at=timezone.now(), is_discarded="back" not in request.POST)
    return redirect("player", public_id=public_id)


def _page(
    request: ClubRequest,
    *,
    player: Player,
    rename_form: RenameForm | None = None,
    merging: dict[str, Any] | None = None,
    erasing: RefusedError | None = None,
    status: int = 200,
) -> HttpResponse:
    history, scope = chosen_nights(request, player=player)
    merged = [each for each in history.players.values() if each.merged_into_id == player.pk]
    may_manage = may(role=request.role, action=Action.MANAGE) and not player.erased_at
    context = player_context(player=player, scope=scope, path=reverse("player", args=[player])) | {
        "totals": totals_of(history=history, player=player),
        "debts": owed_by(player=player),
        "merged": () if player.erased_at else sorted(merged, key=by_name),
        "may_manage": may_manage,
    }
    if may_manage:
        others = history.active
        form = MergeForm(request.GET or None, player=player, others=others)
        if merging is None and "into" in request.GET and form.is_valid():
            merging = _merging(player, form.cleaned_data["into"])
        is_erasing = bool(erasing) or request.GET.get("open") == "erase"
        is_merging = bool(merging) or request.GET.get("open") == "merge"
        if merging or is_erasing:
            context |= {"names": names_of(player=player), "mentions": mentions_of(player=player)}
        context |= {
            "rename_form": rename_form or RenameForm(initial={"name": player.name}),
            "merge_form": form if len(others) > 1 and is_merging else None,
            "may_merge": len(others) > 1,
            "merging": merging,
            "is_erasing": is_erasing,
            "erasing": erasing and told(erasing.text),
            "is_open": bool(is_merging or is_erasing or rename_form),
        }
    return render(request, "people/players/player.html", context, status=status)
