"""The table of a session, for a question that the judge is asked there."""

from dataclasses import dataclass
from uuid import UUID

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.games.cuajo.entry import GAME_ID
from scoring.games.cuajo.rules import read_rules
from scoring.games.cuajo.table import TableState
from scoring.models import Club, Session
from scoring.queries.boards import board_of
from scoring.queries.companion import Hand, companion_of
from scoring.queries.judge import RulesChoice

TABLE = "table"
"""The form's value for the rules of the session that is asked about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeTable:
    """A session's table during a hand: players by seat number in the order of play, dealer, sowee.

    `noted` is what its companion was told of the hand, None where nothing was tapped.
    """

    session: Session
    players: dict[int, str]
    dealer: str
    sowee: str
    noted: TableState | None

    @property
    def names(self) -> str:
        """Return the players in the order of play, as a list in words."""
        return get_text_list(list(self.players.values()), _("and"))

    @property
    def rules(self) -> RulesChoice:
        """Return the house rules of the session as a choice."""
        return RulesChoice(value=TABLE, label="", rules=read_rules(value=self.session.rules))


def judge_table(*, club: Club, public_id: str, only: Session | None = None) -> JudgeTable | None:
    """Return the table of a cuajo session of the club, None for any other id or text.

    `only` is the one session a device was let into, None for the whole club.
    """
    try:
        session = Session.objects.filter(club=club, game=GAME_ID, public_id=UUID(public_id)).first()
    except ValueError:
        return None
    if session is None or only not in (None, session):
        return None
    board = board_of(session=session)
    dealer = next(seat.standing.number for seat in board.seats if seat.is_dealer)
    hand = Hand(number=board.hand_number, dealer=dealer, seats=tuple(seat.number for seat in board.at_table))
    companion = companion_of(session=session, hand=hand)
    return JudgeTable(
        session=session,
        players=board.names,
        dealer=board.dealer,
        sowee=board.sowee,
        noted=companion.state if companion.taps else None,
    )
