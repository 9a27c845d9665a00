"""What a night is called, where it is played, and a note."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.forms.table.start import AboutForm, described
from scoring.operations.sessions.sessions import describe_session
from scoring.queries.sessions.nights import known_places
from scoring.web.pages import SessionView


class DescribeNight(SessionView[AboutForm]):
    """Show what the night is called, where it is played and its note; post to change them."""

    template = "sessions/about.html"
    then_page = "table"
    form_class = AboutForm
    done = _("Saved.")

    def initial(self) -> dict[str, Any]:
        return {**described(session=self.session)}

    def stated(self) -> Mapping[str, object]:
        return {"known_places": known_places(club=self.session.club)}

    def write(self, form: AboutForm) -> object:
        return describe_session(session=self.session, about=form.about(), expected=form.expected())
