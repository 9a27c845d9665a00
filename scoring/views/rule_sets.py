"""The house rules that a club keeps under a name, on one page: change, export, remove, a new set, a file of one."""

from dataclasses import asdict
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.forms.base import problem, told
from scoring.forms.house_rules import preset_line
from scoring.forms.rule_sets import RuleSetFile, RuleSetFileForm, RuleSetForm, values_of_saved, written
from scoring.games import GAMES, game_by_id
from scoring.games.base import AnyGame
from scoring.models import SavedRules
from scoring.money import OFFERED_CURRENCIES
from scoring.operations import rule_sets as operations
from scoring.operations.errors import RefusedError
from scoring.queries import rule_sets as queries
from scoring.queries.people.access import Action
from scoring.queries.table.nights import last_time
from scoring.web.access import asks, posts, reads
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID

TEMPLATE = "rules/rule_sets.html"
DIFFERENCES = "differences"


@reads(Action.MANAGE)
def list_rule_sets(request: ClubRequest) -> HttpResponse:
    return _page(request, opened=request.GET.get("open", ""))


def _page(request: ClubRequest, *, opened: str, status: int = 200, **said: object) -> HttpResponse:
    """Show the rule sets of the club, each in a fold, and where a new one starts; `opened` is the fold in use."""
    presets = [
        (game, [(name, _(label), preset_line(game=game, preset=name)) for name, label in game.preset_labels.items()])
        for game in GAMES
    ]
    kept = [(each, str(each.saved.public_id)) for each in queries.rule_sets(club=request.club)]
    context: dict[str, object] = {
        "rule_sets": [(each, own, own == opened) for each, own in kept],
        "is_new": opened == "new",
        "is_import": opened == "import",
        "presets": presets,
        "file_form": RuleSetFileForm(),
    }
    return render(request, TEMPLATE, context | said, status=status)


@asks(Action.MANAGE)
def new_rule_set(request: ClubRequest) -> HttpResponse:
    """Ask for a name and changes to the preset that the address names; post to keep it. Without one, offer the list."""
    game = next((each for each in GAMES if each.id == request.GET.get("game", GAMES[0].id)), GAMES[0])
    preset = request.GET.get("preset", "")
    if preset not in game.presets:
        messages.warning(request, _("Choose the preset that the new rule set starts from."))
        return redirect("rule-sets")
    return _edit(request, game=game, preset=preset, saved=None)


@asks(Action.MANAGE)
def edit_rule_set(request: ClubRequest, public_id: UUID) -> HttpResponse:
    saved = queries.rule_set(saved=get_object_or_404(SavedRules, club=request.club, public_id=public_id))
    return _edit(request, game=saved.game, preset=saved.preset, saved=saved)


@posts(Action.MANAGE)
def remove_rule_set(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Remove the rule set that its fold showed. Nights keep their copy."""
    saved = get_object_or_404(SavedRules, club=request.club, public_id=public_id)
    seen = request.POST.get("expected_revision", "")
    expected = int(seen) if seen.isdecimal() and len(seen) < 10 else None
    try:
        operations.remove_rule_set(saved=saved, expected_revision=expected)
    except operations.RuleSetChangedError as error:
        return _page(request, opened=str(saved.public_id), changed=error.saved, status=CONFLICT)
    messages.success(request, _("%(name)s was removed.") % {"name": saved.name})
    return redirect("rule-sets")


@reads(Action.MANAGE)
def export_rule_set(request: ClubRequest, public_id: UUID) -> HttpResponse:
    saved = get_object_or_404(SavedRules, club=request.club, public_id=public_id)
    name = slugify(saved.name) or "rules"
    named = {"Content-Disposition": f'attachment; filename="{saved.game}-{name}-{saved.revision}.json"'}
    return HttpResponse(written(saved=saved), content_type="application/json; charset=utf-8", headers=named)


@posts(Action.MANAGE)
def import_rule_set(request: ClubRequest) -> HttpResponse:
    """Keep a file or its text. Where the name is taken, ask: replace or another name."""
    form = RuleSetFileForm(request.POST, request.FILES)
    if form.is_valid() and (content := form.content):
        wanted = {name: form.cleaned_data[name] for name in ("replace", "expected_revision")}
        wanted |= {**asdict(content), "name": form.wanted_name()}
        try:
            return _kept(request, operations.import_rule_set(club=request.club, at=timezone.now(), **wanted))
        except operations.RuleSetTakenError as error:
            return _ask(request, form=form, content=content, taken=error.taken)
        except operations.RuleSetChangedError as error:
            return _ask(request, form=form, content=content, taken=error.saved, message=told(error.text))
        except RefusedError as error:
            form.add_error("name", problem(error))
    return _page(request, opened="import", file_form=form, asks_name=form.has_error("name"), status=INVALID)


def _ask(
    request: ClubRequest, *, form: RuleSetFileForm, content: RuleSetFile, taken: SavedRules, message: str = ""
) -> HttpResponse:
    """Show both sets and ask again; the text is in the form, so the file is not needed twice."""
    shown = {"replaced": taken.name, "expected_revision": taken.revision}
    again = RuleSetFileForm(initial={"text": form.cleaned_data["text"], **shown})
    game = game_by_id(game_id=content.game)
    differences = queries.differences_of(game=game, rules=game.read_rules(value=content.rules))
    both = {"taken": queries.rule_set(saved=taken), "content": content, "content_game": game, "theirs": differences}
    return _page(request, opened="import", file_form=again, asks_name=True, message=message, status=CONFLICT, **both)


def _edit(request: ClubRequest, *, game: AnyGame, preset: str, saved: queries.RuleSet | None) -> HttpResponse:
    last = last_time(club=request.club, game=game.id)
    at = (last.session.money, last.session.stakes) if last else (OFFERED_CURRENCIES[0], 1)
    initial, is_sent = values_of_saved(saved=saved) if saved else {}, request.method == "POST"
    form = RuleSetForm(request.POST if is_sent else None, initial=initial, game=game, preset=preset, at=at)
    if is_sent and request.htmx.target == DIFFERENCES:
        return render(request, f"{TEMPLATE}#{DIFFERENCES}", _differences(form) | {"is_news": True})
    status = INVALID if is_sent else 200
    if form.is_valid():
        try:
            return _kept(request, _write(request, form=form, saved=saved))
        except operations.RuleSetChangedError as error:
            form.add_error(None, problem(error))
            form.data = {**request.POST.dict(), "expected_revision": str(error.saved.revision)}
            saved, status = queries.rule_set(saved=error.saved), CONFLICT
        except RefusedError as error:
            form.add_error("name", problem(error))
    opened = str(saved.saved.public_id) if saved else "new"
    said = {"form": form, "saved": saved and saved.saved, "preset_name": _(game.preset_labels[preset])}
    return _page(request, opened=opened, status=status, **said, **_differences(form))


def _write(request: ClubRequest, *, form: RuleSetForm, saved: queries.RuleSet | None) -> SavedRules:
    name, rules, now = form.cleaned_data["name"], form.rules_data(), timezone.now()
    if saved is None:
        return operations.add_rule_set(club=request.club, game=form.game.id, name=name, rules=rules, at=now)
    expected = form.cleaned_data["expected_revision"]
    return operations.change_rule_set(saved=saved.saved, name=name, rules=rules, expected_revision=expected, at=now)


def _kept(request: ClubRequest, kept: SavedRules) -> HttpResponse:
    said = {"name": kept.name, "revision": kept.revision}
    messages.success(request, _("%(name)s is saved, revision %(revision)s.") % said)
    return redirect("rule-sets")


def _differences(form: RuleSetForm) -> dict[str, object]:
    """Return where the form as it stands is not as its preset; a value that is refused counts as usual."""
    rules = form.game.read_rules(value=form.rules_data())
    found = queries.differences_of(game=form.game, rules=rules)
    return {"game": form.game, "preset": rules.preset, "differences": found, "stakes": form.stakes()}
