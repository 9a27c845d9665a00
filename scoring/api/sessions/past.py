"""Nights that were played before, by what each won or lost; take one back."""

from typing import Any

from scoring.api.sessions.sessions import SentAbout, SessionSummaryShape
from scoring.api.table.shapes import EntryShape
from scoring.api.web.answers import CURRENCIES, Shape
from scoring.api.web.base import ClubView, SessionView
from scoring.api.web.operations import LINE, writes
from scoring.api.web.parsing import NEEDED, Choice, Day, Input, Several, Text, Whole, YesNo, words
from scoring.games import GAMES
from scoring.models.clubs import LONGEST_NAME
from scoring.models.entries import LONGEST_REASON
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.sessions.past import MOST, MOST_NIGHTS, PastNight, PastTerms, enter_past, take_back_past
from scoring.operations.sessions.sessions import About
from scoring.operations.table.posting import Stamp
from scoring.queries.books.ledger import LedgerLine, ledger_line
from scoring.queries.people.access import Action
from scoring.queries.sessions.nights import nights_of


class PastNightsShape(Shape):
    """The nights that were entered."""

    items: tuple[SessionSummaryShape, ...]


class PastResult(Input):
    """What one player won, or lost below zero."""

    name = Text(max_length=LONGEST_NAME)
    result_cents = Whole(min_value=-HIGHEST_AMOUNT_CENTS, max_value=HIGHEST_AMOUNT_CENTS)


class WantedPastNight(SentAbout):
    """A night played before; its results come to nothing together."""

    day = Day()
    results = Several(child=PastResult(), min_length=2, max_length=MOST)


class WantedPastNights(Input):
    """Nights of one game and currency, all of which are entered or none; those not `paid` leave debts."""

    game = Choice(choices=words(*(game.id for game in GAMES)), default=GAMES[0].id)
    currency = Choice(choices=words(*CURRENCIES))
    paid = YesNo(default=True)
    nights = Several(child=WantedPastNight(), min_length=1, max_length=MOST_NIGHTS)
    expected_new = Several(
        child=Text(max_length=LONGEST_NAME),
        **NEEDED,
        max_length=MOST * MOST_NIGHTS,
        help_text="The names that nobody in the club has yet; other ones are refused.",
    )
    expected_alike = Whole(
        min_value=0,
        max_value=MOST_NIGHTS,
        default=0,
        help_text="How many of them are meant although another night of their day has the same results.",
    )


class TakingBack(Input):
    """Why a night entered later is taken back, after which line."""

    reason = Text(max_length=LONGEST_REASON)
    expected_entry = Whole(min_value=1)


class PastNights(ClubView):
    @writes(WantedPastNights, PastNightsShape, right=Action.START, made="sessions/{items[0][id]}/")
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> Any:
        """Enter nights that were played before; unknown names become players of the club."""
        sessions = enter_past(
            club=self.club,
            terms=PastTerms(game=wanted["game"], currency=wanted["currency"], paid=wanted["paid"]),
            nights=[_night(each) for each in wanted["nights"]],
            stamp=stamp,
            expected_new=tuple(wanted["expected_new"]) if "expected_new" in wanted else None,
            expected_alike=wanted["expected_alike"],
        )
        return {"items": nights_of(sessions=sessions)}


class PastTakenBack(SessionView):
    @writes(TakingBack, EntryShape, right=Action.START, made=LINE)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Take back a night that was entered later; it counts in nobody's totals any more."""
        return ledger_line(entry=take_back_past(session=self.session, **wanted, stamp=stamp))


def _night(said: dict[str, Any]) -> PastNight:
    results = tuple((each["name"], each["result_cents"]) for each in said["results"])
    about = About(name=said["name"], place=said["place"], note=said["note"])
    return PastNight(day=said["day"], results=results, about=about)
