"""This phone: who holds it, what it may do, and where else it belongs."""

from collections.abc import Collection
from functools import partial

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.forms.people.joining import ROLE_WORDS
from scoring.forms.people.phones import HolderForm
from scoring.forms.wording import told
from scoring.models import Player
from scoring.operations.errors import PlayerError
from scoring.operations.people.devices import HolderKnownError, hold, hold_as
from scoring.queries.people.access import Action, accesses_of
from scoring.queries.people.joining import latest_request
from scoring.queries.people.phones import possible_holders
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import INVALID


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.SEE)
def me(request: ClubRequest) -> HttpResponse:
    """Ask who holds this phone; post a player, a new name, or nobody who just watches."""
    players = possible_holders(club=request.club, session=request.access.session)
    make_form = partial(HolderForm, players=players, takes_new_names=request.club.takes_new_names)
    if request.method != "POST":
        return _page(request, form=make_form(initial=_initial(request, players=players)))
    form = make_form(request.POST)
    if form.is_valid():
        try:
            _note(request, form=form)
        except PlayerError as error:
            form.add_error("name", told(error.text))
        except HolderKnownError as error:
            form.add_error(None, told(error.text))
        else:
            return redirect("home")
    return _page(request, form=form, status=INVALID)


def _note(request: ClubRequest, *, form: HolderForm) -> None:
    if form.new_name:
        hold_as(device=request.device, club=request.club, name=form.new_name, now=timezone.now())
    else:
        hold(device=request.device, club=request.club, player=form.cleaned_data["player"])


def _initial(request: ClubRequest, *, players: Collection[Player]) -> dict[str, object]:
    """Return who holds the phone now, or the name its owner gave when asking to join."""
    if request.access.player:
        return {"player": str(request.access.player.public_id)}
    asked = latest_request(device=request.device)
    if asked is None or asked.code.club != request.club:
        return {}
    known = {player.name.casefold(): str(player.public_id) for player in players}
    called = asked.name.casefold()
    return {"player": known[called]} if called in known else {"name": asked.name}


def _page(request: ClubRequest, *, form: HolderForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "role": ROLE_WORDS[request.role],
        "has_accounts": settings.ACCOUNTS,
        "clubs": accesses_of(device=request.device),
    }
    return render(request, "people/join/me.html", context, status=status)
