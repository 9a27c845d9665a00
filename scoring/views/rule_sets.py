"""The rule sets of the club: list, edit, remove, write as a file, bring in from one."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms.house_rules import PRESET_NAMES, preset_line
from scoring.forms.rule_set_files import written
from scoring.forms.rule_sets import RuleSetForm, values_of, values_of_saved
from scoring.games.cuajo import PRESETS, Cuajo
from scoring.models import SavedRules
from scoring.operations.errors import RefusedError
from scoring.operations.rule_sets import (
    RuleSetChangedError,
    add_rule_set,
    change_rule_set,
    remove_rule_set,
)
from scoring.queries.access import Action
from scoring.queries.rule_sets import find_rule_set, rule_set, rule_sets
from scoring.queries.terms import differences_of
from scoring.views.access import requires
from scoring.views.device import ClubRequest
from scoring.views.shared import CONFLICT, INVALID

DIFFERENCES = "differences"


@require_safe
@requires(Action.MANAGE)
def listing(request: ClubRequest) -> HttpResponse:
    """Show the rule sets of the club and the presets a new one starts from."""
    context = {
        "rule_sets": rule_sets(club=request.club),
        "presets": [(name, PRESET_NAMES.get(name, name), preset_line(preset=name)) for name in PRESETS],
    }
    return render(request, "rule_sets/listing.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE)
def new(request: ClubRequest) -> HttpResponse:
    """Ask for a name and the values, filled as the preset that the address names; post to keep them.

    Without a preset that is known, the list of them is offered.
    """
    preset = request.GET.get("preset", "")
    if preset not in PRESETS:
        messages.warning(request, _("Choose the preset that the new rule set starts from."))
        return redirect(f"{reverse('rule-sets')}#new-title")
    if request.htmx.target == DIFFERENCES:
        return _differences(request, form=RuleSetForm(request.POST, preset=preset))
    if request.method == "POST":
        return _save(request, form=RuleSetForm(request.POST, preset=preset), saved=None)
    form = RuleSetForm(initial=values_of(rules={"preset": preset}), preset=preset)
    return _editor(request, form=form, saved=None)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE)
def edit(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show a rule set to be changed; post to save it under the next revision."""
    saved = _find(request, public_id)
    preset = rule_set(saved=saved).preset
    if request.htmx.target == DIFFERENCES:
        return _differences(request, form=RuleSetForm(request.POST, preset=preset))
    if request.method == "POST":
        return _save(request, form=RuleSetForm(request.POST, preset=preset), saved=saved)
    form = RuleSetForm(initial=values_of_saved(saved=saved), preset=preset)
    return _editor(request, form=form, saved=saved)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE)
def remove(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask whether a rule set shall go; post to remove it. Nights keep their copy."""
    saved = _find(request, public_id)
    if request.method != "POST":
        return render(request, "rule_sets/remove.html", {"saved": saved})
    remove_rule_set(saved=saved)
    messages.success(request, _("%(name)s was removed.") % {"name": saved.name})
    return redirect("rule-sets")


@require_safe
@requires(Action.MANAGE)
def export(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Send a rule set as a small file."""
    saved = _find(request, public_id)
    name = slugify(saved.name) or "rules"
    response = HttpResponse(written(saved=saved), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="cuajo-{name}-{saved.revision}.json"'
    return response


def _save(request: ClubRequest, *, form: RuleSetForm, saved: SavedRules | None) -> HttpResponse:
    if not form.is_valid():
        return _editor(request, form=form, saved=saved, status=INVALID)
    try:
        kept = _write(request, form=form, saved=saved)
    except RuleSetChangedError as error:
        form.add_error(None, error.message)
        form.data = {**request.POST.dict(), "expected_revision": str(error.saved.revision)}
        return _editor(request, form=form, saved=error.saved, status=CONFLICT)
    except RefusedError as error:
        form.add_error("name", error.message)
        return _editor(request, form=form, saved=saved, status=INVALID)
    said = {"name": kept.name, "revision": kept.revision}
    messages.success(request, _("%(name)s is kept, revision %(revision)s.") % said)
    return redirect("rule-sets")


def _write(request: ClubRequest, *, form: RuleSetForm, saved: SavedRules | None) -> SavedRules:
    name, rules, now = form.cleaned_data["name"], form.rules(), timezone.now()
    if saved is None:
        return add_rule_set(club=request.club, game=Cuajo.id, name=name, rules=rules, at=now)
    expected = form.cleaned_data["expected_revision"]
    return change_rule_set(saved=saved, name=name, rules=rules, expected_revision=expected, at=now)


def _editor(
    request: ClubRequest, *, form: RuleSetForm, saved: SavedRules | None, status: int = 200
) -> HttpResponse:
    preset = form.base.preset
    context = {
        "form": form,
        "saved": saved,
        "preset_name": PRESET_NAMES.get(preset, preset),
        **_differences_context(form),
    }
    return render(request, "rule_sets/editor.html", context, status=status)


def _differences(request: ClubRequest, *, form: RuleSetForm) -> HttpResponse:
    form.is_valid()
    return render(request, f"rule_sets/editor.html#{DIFFERENCES}", _differences_context(form))


def _differences_context(form: RuleSetForm) -> dict[str, object]:
    """Return where the form as it stands is not as its preset; a value that is refused counts as usual."""
    rules = form.rules() if form.is_bound else form.initial_rules()
    return {"differences": differences_of(rules=rules)}


def _find(request: ClubRequest, public_id: UUID) -> SavedRules:
    saved = find_rule_set(club=request.club, public_id=public_id)
    if saved is None:
        raise Http404
    return saved
