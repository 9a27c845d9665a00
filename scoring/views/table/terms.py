"""Change the stakes or the house rules from the next hand on."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from scoring.forms.rules.rule_sets import TermsForm, terms_in_force
from scoring.operations.errors import TableChangedError
from scoring.operations.table.terms import TermsError, change_terms
from scoring.queries.books.ledger import ledger_line
from scoring.queries.people.access import Action, may
from scoring.queries.table.terms import changes_of
from scoring.views.rules.worth import STAKES, stakes_now
from scoring.views.table.words import words_of
from scoring.web.pages import ConfirmView
from scoring.web.shared import require_open


class ChangeTerms(ConfirmView[TermsForm]):
    """Show the stakes and house rules in force; post to play by others from the next hand on.

    HTMX asks with the form so far what they come to.
    """

    template = "table/terms.html"
    then_page = "table"
    form_class = TermsForm
    told_above = (TermsError,)
    asks_again = (TableChangedError,)

    def given(self) -> dict[str, Any]:
        return {"session": self.session}

    def initial(self) -> dict[str, Any]:
        return terms_in_force(session=self.session)

    def post(self) -> HttpResponse:
        require_open(session=self.session)
        if self.request.htmx.target == STAKES:
            return stakes_now(self.request, self.make(self.request.POST))
        return super().post()

    def stated(self) -> Mapping[str, object]:
        return {
            "changes": changes_of(session=self.session),
            "has_match": self.session.played.match is not None,
            "may_manage": may(role=self.request.role, action=Action.MANAGE),
        }

    def write(self, form: TermsForm) -> object:
        changed = change_terms(
            session=self.session,
            wanted=form.wanted(),
            reason=form.cleaned_data["reason"],
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=self.stamp(form),
        )
        self.done = words_of(line=ledger_line(entry=changed), names={})
        return changed
