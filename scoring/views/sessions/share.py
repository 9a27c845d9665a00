"""A closed session as text for a chat, in the reader's language and the club's clock."""

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.ledger import fingerprint
from scoring.ledger.statement import MatchPoints, PlannedPayment, Standing, Statement, Wording, share_text
from scoring.models import Session
from scoring.queries.sessions.settlements import Settling
from scoring.queries.table.matches import MatchResult


def text_of(*, session: Session, settling: Settling, matches: tuple[MatchResult, ...] = ()) -> str:
    """Write results, matches, plan and fingerprint of the session as plain text."""
    statement = Statement(
        title=_("%(club)s: %(game)s") % {"club": session.club, "game": session.played.name},
        day=date_format(localtime(session.started_at), "DATE_FORMAT"),
        currency=session.money,
        standings=tuple(Standing(player=seat.player, cents=seat.result_cents) for seat in settling.seats),
        plan=tuple(
            PlannedPayment(payer=line.payer, payee=line.payee, cents=line.line.cents, left_cents=line.line.left_cents)
            for line in settling.lines
        ),
        matches=tuple(MatchPoints(points=match.points, is_settled=bool(match.entry)) for match in matches),
        fingerprint=fingerprint.short(fingerprint=settling.fingerprint),
    )
    return share_text(statement=statement, wording=_wording())


def _wording() -> Wording:
    return Wording(
        pays=_("{payer} pays {payee} {amount}"),
        paid=_("{payer} has paid {payee} {amount}"),
        part_left=_("{payer} pays {payee} {amount}, {left} still to come"),
        nobody_pays=_("Nobody owes anything."),
        match=_("Match: {points}"),
        match_left=_("Match not settled: {points}"),
        fingerprint=_("Fingerprint of the books: {fingerprint}"),
    )
