"""The rule sets of the club: list, edit, remove, write as a file, bring in from one; what rules come to in money."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.forms.base import problem, told
from scoring.forms.house_rules import HouseRulesForm, preset_line
from scoring.forms.rule_sets import RuleSetFile, RuleSetFileForm, RuleSetForm, values_of_saved, written
from scoring.games import GAMES, game_by_id
from scoring.games.base import AnyGame
from scoring.models import SavedRules
from scoring.money import OFFERED_CURRENCIES
from scoring.operations import rule_sets as operations
from scoring.operations.errors import RefusedError
from scoring.operations.rule_sets import (
    RuleSetChangedError,
    RuleSetTakenError,
    add_rule_set,
    change_rule_set,
    remove_rule_set,
)
from scoring.queries.people.access import Action
from scoring.queries.rule_sets import RuleSet, differences_of, find_rule_set, rule_set, rule_sets
from scoring.queries.table.nights import last_time
from scoring.web.access import asks, reads
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID

STAKES = "stakes"
"""What HTMX asks for."""


def stakes_now(request: ClubRequest, form: HouseRulesForm, *, beside: str = "") -> HttpResponse:
    """Show what the form comes to as it stands, every house rule on it, and what else the page says of it."""
    context = {"form": form, "stakes": form.stakes(), "is_news": True, "beside": beside}
    return render(request, "rules/stakes.html", context)


DIFFERENCES = "differences"
IMPORT = "rules/rule_sets/import.html"


@reads(Action.MANAGE)
def listing(request: ClubRequest) -> HttpResponse:
    """Show the rule sets of the club and the presets of every game a new one starts from."""
    presets = [
        (game, [(name, _(label), preset_line(game=game, preset=name)) for name, label in game.preset_labels.items()])
        for game in GAMES
    ]
    context = {"rule_sets": rule_sets(club=request.club), "presets": presets}
    return render(request, "rules/rule_sets/listing.html", context)


@asks(Action.MANAGE)
def new(request: ClubRequest) -> HttpResponse:
    """Ask for a name and what is changed in the preset that the address names; post to keep it.

    Without a preset that is known, the list of them is offered.
    """
    game = next((each for each in GAMES if each.id == request.GET.get("game", GAMES[0].id)), GAMES[0])
    preset = request.GET.get("preset", "")
    if preset not in game.presets:
        messages.warning(request, _("Choose the preset that the new rule set starts from."))
        return redirect("rule-sets")
    return _edit(request, game=game, preset=preset, saved=None)


@asks(Action.MANAGE)
def edit(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show a rule set to be changed; post to save it under the next revision."""
    saved = rule_set(saved=_find(request, public_id))
    return _edit(request, game=saved.game, preset=saved.preset, saved=saved)


@asks(Action.MANAGE)
def remove(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask whether a rule set shall go; post to remove it. Nights keep their copy."""
    saved = _find(request, public_id)
    if request.method != "POST":
        return render(request, "rules/rule_sets/remove.html", {"saved": saved})
    seen = request.POST.get("expected_revision", "")
    try:
        remove_rule_set(saved=saved, expected_revision=int(seen) if seen.isdecimal() and len(seen) < 10 else None)
    except RuleSetChangedError as error:
        context = {"saved": error.saved, "is_changed": True}
        return render(request, "rules/rule_sets/remove.html", context, status=CONFLICT)
    messages.success(request, _("%(name)s was removed.") % {"name": saved.name})
    return redirect("rule-sets")


@reads(Action.MANAGE)
def export(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Send a rule set as a small file."""
    saved = _find(request, public_id)
    name = slugify(saved.name) or "rules"
    response = HttpResponse(written(saved=saved), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{saved.game}-{name}-{saved.revision}.json"'
    return response


@asks(Action.MANAGE)
def import_rule_set(request: ClubRequest) -> HttpResponse:
    """Ask for a file or its text; post to keep it. Where the name is taken, ask: replace or another name."""
    if request.method != "POST":
        return render(request, IMPORT, {"form": RuleSetFileForm()})
    form = RuleSetFileForm(request.POST, request.FILES)
    if not form.is_valid() or form.content is None:
        return render(request, IMPORT, {"form": form}, status=INVALID)
    content = form.content
    try:
        kept = operations.import_rule_set(
            club=request.club,
            game=content.game,
            name=form.wanted_name(),
            rules=content.rules,
            revision=content.revision,
            replace=form.cleaned_data["replace"],
            expected_revision=form.cleaned_data["expected_revision"],
            at=timezone.now(),
        )
    except RuleSetTakenError as error:
        return _ask(request, form=form, content=content, taken=error.taken)
    except RuleSetChangedError as error:
        return _ask(request, form=form, content=content, taken=error.saved, message=told(error.text))
    except RefusedError as error:
        form.add_error("name", problem(error))
        return render(request, IMPORT, {"form": form, "asks_name": True}, status=INVALID)
    return _kept(request, kept)


def _ask(
    request: ClubRequest, *, form: RuleSetFileForm, content: RuleSetFile, taken: SavedRules, message: str = ""
) -> HttpResponse:
    """Show both sets and ask again; the text is in the form, so the file is not needed twice."""
    shown = {"replaced": taken.name, "expected_revision": taken.revision}
    again = RuleSetFileForm(initial={"text": form.cleaned_data["text"], **shown})
    game = game_by_id(game_id=content.game)
    context = {
        "form": again,
        "message": message,
        "taken": rule_set(saved=taken),
        "game": game,
        "content": content,
        "differences": differences_of(game=game, rules=game.read_rules(value=content.rules)),
    }
    return render(request, "rules/rule_sets/taken.html", context, status=CONFLICT)


def _edit(request: ClubRequest, *, game: AnyGame, preset: str, saved: RuleSet | None) -> HttpResponse:
    """Show the editor, or follow what is typed in it; post to keep it."""
    last = last_time(club=request.club, game=game.id)
    at = (last.session.money, last.session.stakes) if last else (OFFERED_CURRENCIES[0], 1)
    if request.method == "POST":
        form = RuleSetForm(request.POST, game=game, preset=preset, at=at)
        if request.htmx.target == DIFFERENCES:
            return render(request, f"rules/rule_sets/editor.html#{DIFFERENCES}", _differences(form) | {"is_news": True})
        return _save(request, form=form, saved=saved)
    initial = values_of_saved(saved=saved) if saved else {}
    return _editor(request, form=RuleSetForm(initial=initial, game=game, preset=preset, at=at), saved=saved)


def _save(request: ClubRequest, *, form: RuleSetForm, saved: RuleSet | None) -> HttpResponse:
    if not form.is_valid():
        return _editor(request, form=form, saved=saved, status=INVALID)
    try:
        kept = _write(request, form=form, saved=saved)
    except RuleSetChangedError as error:
        form.add_error(None, problem(error))
        form.data = {**request.POST.dict(), "expected_revision": str(error.saved.revision)}
        return _editor(request, form=form, saved=rule_set(saved=error.saved), status=CONFLICT)
    except RefusedError as error:
        form.add_error("name", problem(error))
        return _editor(request, form=form, saved=saved, status=INVALID)
    return _kept(request, kept)


def _write(request: ClubRequest, *, form: RuleSetForm, saved: RuleSet | None) -> SavedRules:
    name, rules, now = form.cleaned_data["name"], form.rules_data(), timezone.now()
    if saved is None:
        return add_rule_set(club=request.club, game=form.game.id, name=name, rules=rules, at=now)
    expected = form.cleaned_data["expected_revision"]
    return change_rule_set(saved=saved.saved, name=name, rules=rules, expected_revision=expected, at=now)


def _kept(request: ClubRequest, kept: SavedRules) -> HttpResponse:
    said = {"name": kept.name, "revision": kept.revision}
    messages.success(request, _("%(name)s is saved, revision %(revision)s.") % said)
    return redirect("rule-sets")


def _editor(request: ClubRequest, *, form: RuleSetForm, saved: RuleSet | None, status: int = 200) -> HttpResponse:
    (preset,) = form.presets
    context = {
        "form": form,
        "saved": saved and saved.saved,
        "preset_name": _(form.game.preset_labels[preset]),
        **_differences(form),
    }
    return render(request, "rules/rule_sets/editor.html", context, status=status)


def _differences(form: RuleSetForm) -> dict[str, object]:
    """Return where the form as it stands is not as its preset; a value that is refused counts as usual."""
    rules = form.game.read_rules(value=form.rules_data())
    found = differences_of(game=form.game, rules=rules)
    return {"game": form.game, "preset": rules.preset, "differences": found, "stakes": form.stakes()}


def _find(request: ClubRequest, public_id: UUID) -> SavedRules:
    saved = find_rule_set(club=request.club, public_id=public_id)
    if saved is None:
        raise Http404
    return saved
