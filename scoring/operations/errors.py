"""Why an operation refused: each error has a stable code and a sentence for the person at the table."""

from scoring.models import Entry, Session
from scoring.texts import Text


class RefusedError(Exception):
    """An operation refused and wrote nothing; `code` is stable, `text` says what to do.

    Where a code has one sentence only, that is the one; otherwise its key begins with the code.
    """

    code = "refused"

    def __init__(self, text: Text | None = None) -> None:
        self.text = text or Text(key=self.code)
        super().__init__(self.message)

    @property
    def message(self) -> str:
        return self.text.english()


class StaleError(RefusedError):
    """What the page showed has changed since."""


class KeyReusedError(RefusedError):
    """The form's key was used before: for something else, or for what was taken back since."""

    code = "key_reused"


class SessionClosedError(RefusedError):
    """The session is closed: it takes payments in cash only, until it is reopened."""

    code = "session_closed"


class NightPlayedError(RefusedError):
    """Something was played or paid in the session, so it was not started by mistake."""

    code = "night_played"


class SessionOpenError(RefusedError):
    """The session is not closed, so there is nothing to reopen."""

    code = "session_open"


class ReasonMissingError(RefusedError):
    """Something of the past is changed, which needs a word why."""

    code = "reason_missing"
    field = "reason"


class TableChangedError(StaleError):
    """Something was recorded since the form was opened; look again and record."""

    code = "table_changed"


class HandTakenError(RefusedError):
    """Another phone recorded this hand, or corrected this entry, first; `entry` is what it recorded."""

    code = "hand_taken"

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry


class NotReversibleError(RefusedError):
    """The entry was reversed before, is a reversal itself, or belongs to a close."""

    code = "not_reversible"


class TooManySecretsError(RefusedError):
    """A seat was paid for as many secrets as a hand can hold."""

    code = "too_many_secrets"


class WrongAmountError(RefusedError):
    """An amount that cannot be paid, taken or counted; `field` names what of a form is wrong, if one thing is."""

    code = "wrong_amount"

    def __init__(self, text: Text, *, field: str = "") -> None:
        self.field = field
        super().__init__(text)


class ShownChangedError(StaleError):
    """What is to be changed is no longer what the page showed; the sentence says what it is now."""

    code = "shown_changed"


class SoweeChangedError(StaleError):
    """Another sowee was noted at the table than the page showed."""

    code = "sowee_changed"


class NightStartedError(RefusedError):
    """Another session was started since the page was shown: `session`."""

    code = "night_started"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session


class AnsweredError(RefusedError):
    """The phone that asked was given another answer before."""

    code = "answered"


class CashChangedError(StaleError):
    """Cash between the same two was recorded since the page was shown: `entry`."""

    code = "cash_changed"

    def __init__(self, text: Text, *, entry: Entry) -> None:
        super().__init__(text)
        self.entry = entry


class PlayerError(RefusedError):
    """A name that cannot be given or two players who cannot be one."""

    code = "player"


class PastError(RefusedError):
    """A night that cannot be entered later, or taken back."""

    code = "past"


class DisputeError(RefusedError):
    """An objection that cannot be raised, or was settled before."""

    code = "dispute"


class ObjectionChangedError(StaleError):
    """Somebody objected to the line again since the page was shown."""

    code = "objection_changed"


class DebtsChangedError(StaleError):
    """What is owed over nights is no longer what the page showed."""

    code = "debts_changed"


class CloseChangedError(StaleError):
    """The session was reopened and closed again since the page was shown."""

    code = "close_changed"


class DisputesOpenError(RefusedError):
    """The close was made for other open disputes than there are."""

    code = "disputes_open"


class CompanionChangedError(StaleError):
    """Another phone tapped, or recorded the hand, since the page was shown."""

    code = "companion_changed"


class NoHandError(RefusedError):
    """No hand of the match that is played was recorded, to which a penalty could belong."""

    code = "no_hand"


class NoMatchError(RefusedError):
    """There are no points to be settled."""

    code = "no_match"
