"""The page on which the host puts the day of a night right."""

from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.forms.base import fresh
from scoring.forms.table.table import DayForm
from scoring.operations.errors import RefusedError
from scoring.operations.sessions.days import DayError, correct_day
from scoring.queries.people.access import Action
from scoring.web.pages import SessionView


class CorrectDay(SessionView[DayForm]):
    """Ask on which day the night was played, closed or not; post to record it."""

    action = Action.MANAGE
    template = "sessions/day.html"
    then_page = "night"
    form_class = DayForm
    told_at = {DayError: "day"}
    asks_again = (RefusedError,)

    def initial(self) -> dict[str, Any]:
        return {**fresh(), "day": self.session.day, "expected_day": self.session.day}

    def write(self, form: DayForm) -> object:
        day = date_format(form.cleaned_data["day"], "SHORT_DAY")
        self.done = _("The night counts on %(day)s.") % {"day": day}
        return correct_day(session=self.session, **self.said(form))
