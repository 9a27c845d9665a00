"""House rules that a club keeps by name."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.house_rules import preset_line
from scoring.forms.rule_sets import RemovedForm, RuleSetFileForm, RuleSetForm, values_of_saved, written
from scoring.games import GAMES, game_by_id
from scoring.models import SavedRules
from scoring.money import OFFERED_CURRENCIES
from scoring.operations import rule_sets as operations
from scoring.queries import rule_sets as queries
from scoring.queries.people.access import Action
from scoring.queries.table.nights import last_session
from scoring.web.access import asks, reads
from scoring.web.device import ClubRequest
from scoring.web.pages import Fold, FoldedPage, FormView, Refusal
from scoring.web.shared import CONFLICT

DIFFERENCES = "differences"


def _saved(request: ClubRequest, public_id: UUID) -> SavedRules:
    return get_object_or_404(SavedRules, club=request.club, public_id=public_id)


class EditRuleSet(Fold, FormView[RuleSetForm]):
    guard = staticmethod(asks)
    part = "edit"
    then_page = "rule-sets"
    error_fields = {operations.RuleSetTakenError: "name"}
    keeps_typed = True

    def __init__(self, request: ClubRequest, public_id: UUID | None = None) -> None:
        super().__init__(request)
        self.fold, asked = str(public_id or "new"), request.GET
        self.saved = queries.rule_set(saved=_saved(request, public_id)) if public_id else None
        self.game = next((each for each in GAMES if each.id == asked.get("game")), GAMES[0])
        self.preset = asked.get("preset", "")
        if self.saved:
            self.game, self.preset = self.saved.game, self.saved.preset

    def answer(self) -> HttpResponse:
        if self.preset not in self.game.presets:
            messages.warning(self.request, _("Choose a preset."))
            return redirect("rule-sets")
        return super().answer()

    def post(self) -> HttpResponse:
        if self.request.htmx.target == DIFFERENCES:
            context = {"refused": self.context(self.make(self.request.POST)), "is_news": True}
            return render(self.request, f"{RuleSets.template}#{DIFFERENCES}", context)
        return super().post()

    def given(self) -> Mapping[str, object]:
        last = last_session(club=self.request.club, game=self.game.id)
        at = (last.money, last.stakes) if last else (OFFERED_CURRENCIES[0], 1)
        return {"game": self.game, "preset": self.preset, "at": at}

    def initial(self) -> Mapping[str, object]:
        return values_of_saved(saved=self.saved) if self.saved else {}

    def context(self, form: RuleSetForm, error: Refusal | None = None) -> dict[str, object]:
        found = queries.differences_of(game=self.game, rules=self.game.read_rules(value=form.rules_data()))
        return {**super().context(form, error), "differences": found, "stakes": form.stakes()}

    def write(self, form: RuleSetForm) -> object:
        values: dict[str, Any] = {"name": form.cleaned_data["name"], "rules": form.rules_data(), "at": timezone.now()}
        if self.saved:
            expected = form.cleaned_data["expected_revision"]
            return operations.change_rule_set(saved=self.saved.saved, expected_revision=expected, **values)
        return operations.add_rule_set(club=self.request.club, game=self.game.id, **values)


class RemoveRuleSet(Fold, FormView[RemovedForm]):
    """Remove a rule set. Nights keep their copy."""

    part = "remove"
    then_page = "rule-sets"
    done = gettext_lazy("Removed.")

    def __init__(self, request: ClubRequest, public_id: UUID) -> None:
        super().__init__(request)
        self.fold, self.saved = str(public_id), _saved(request, public_id)

    def write(self, form: RemovedForm) -> object:
        return operations.remove_rule_set(saved=self.saved, **form.cleaned_data)


class ImportRuleSet(Fold, FormView[RuleSetFileForm]):
    fold = part = "import"
    then_page = "rule-sets"

    def make(self, data: Mapping[str, Any] | None = None, **options: Any) -> Any:
        return super().make(data, files=None if data is None else self.request.FILES, **options)

    def write(self, form: RuleSetFileForm) -> object:
        assert form.content, "a valid form has read its file"
        wanted = {name: form.cleaned_data[name] for name in ("replace", "expected_revision")}
        wanted |= {**form.content, "name": form.chosen_name()}
        return operations.import_rule_set(club=self.request.club, at=timezone.now(), **wanted)

    def refuse(self, form: RuleSetFileForm, error: Refusal) -> HttpResponse:
        """Show both sets if the name is taken."""
        if not isinstance(error, operations.RuleSetTakenError | operations.RuleSetChangedError) or not form.content:
            return super().refuse(form, error)
        saved = error.saved
        shown = {"replaced": saved.name, "expected_revision": saved.revision}
        # Browsers do not send a file twice, so the text is in the form.
        again = self.make(initial={"text": form.cleaned_data["text"], **shown})
        game = game_by_id(game_id=form.content["game"])
        self.taken, self.content, self.game = queries.rule_set(saved=saved), form.content, game
        self.theirs = queries.differences_of(game=game, rules=game.read_rules(value=form.content["rules"]))
        return self.page(again, error=error, status=CONFLICT)


class RuleSets(FoldedPage):
    template = "rules/rule_sets.html"
    of_rows = (EditRuleSet, RemoveRuleSet, ImportRuleSet)

    def stated(self) -> Mapping[str, object]:
        return {
            "rule_sets": [(each, str(each.saved.public_id)) for each in queries.rule_sets(club=self.request.club)],
            "presets": [
                (game, [(name, preset_line(game=game, preset=name)) for name in game.preset_labels]) for game in GAMES
            ],
            "file_form": RuleSetFileForm(),
        }


@reads(Action.MANAGE)
def export_rule_set(request: ClubRequest, public_id: UUID) -> HttpResponse:
    saved = _saved(request, public_id)
    name = slugify(saved.name) or "rules"
    named = {"Content-Disposition": f'attachment; filename="{saved.game}-{name}-{saved.revision}.json"'}
    return HttpResponse(written(saved=saved), content_type="application/json; charset=utf-8", headers=named)
