"""Bring a rule set in from a file."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.rule_set_files import RuleSetFile
from scoring.forms.rule_sets import RuleSetFileForm
from scoring.models import SavedRules
from scoring.operations.errors import RefusedError
from scoring.operations.rule_sets import RuleSetTakenError, add_rule_set, replace_rule_set
from scoring.queries.access import Action
from scoring.queries.rule_sets import rule_set
from scoring.queries.terms import differences_of
from scoring.views.access import requires
from scoring.views.device import ClubRequest
from scoring.views.shared import CONFLICT, INVALID


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE)
def import_rule_set(request: ClubRequest) -> HttpResponse:
    """Ask for a file or its text; post to keep it. Where the name is taken, ask: replace or another name."""
    if request.method != "POST":
        return render(request, "rule_sets/import.html", {"form": RuleSetFileForm()})
    form = RuleSetFileForm(request.POST, request.FILES)
    if not form.is_valid() or form.content is None:
        return render(request, "rule_sets/import.html", {"form": form}, status=INVALID)
    try:
        kept = _write(request, form=form, content=form.content)
    except RuleSetTakenError as error:
        if form.cleaned_data["replace"]:
            kept = _replace(error.taken, form.content)
        else:
            return _ask(request, form=form, content=form.content, taken=error.taken)
    except RefusedError as error:
        form.add_error("name", error.message)
        return render(request, "rule_sets/import.html", {"form": form, "asks_name": True}, status=INVALID)
    said = {"name": kept.name, "revision": kept.revision}
    messages.success(request, _("%(name)s is kept, revision %(revision)s.") % said)
    return redirect("rule-sets")


def _write(request: ClubRequest, *, form: RuleSetFileForm, content: RuleSetFile) -> SavedRules:
    return add_rule_set(
        club=request.club,
        game=content.game,
        name=form.cleaned_data["name"] or content.name,
        rules=content.rules,
        revision=content.revision,
        at=timezone.now(),
    )


def _replace(taken: SavedRules, content: RuleSetFile) -> SavedRules:
    return replace_rule_set(saved=taken, rules=content.rules, revision=content.revision, at=timezone.now())


def _ask(
    request: ClubRequest, *, form: RuleSetFileForm, content: RuleSetFile, taken: SavedRules
) -> HttpResponse:
    """Show both sets and ask again; the text is in the form, so the file is not needed twice."""
    again = RuleSetFileForm(initial={"text": form.cleaned_data["text"]})
    context = {
        "form": again,
        "taken": rule_set(saved=taken),
        "content": content,
        "differences": differences_of(rules=content.rules),
    }
    return render(request, "rule_sets/taken.html", context, status=CONFLICT)
