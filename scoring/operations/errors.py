"""Why an operation refused: each error has a stable code and a sentence for the person at the table."""

from re import sub

from scoring.models import Entry, Session
from scoring.texts import Text


class RefusedError(Exception):
    """An operation refused and wrote nothing; `code` is stable, `text` says what to do, `field` what is wrong.

    Where a code has one sentence only, that is the one; otherwise its key begins with the code.
    """

    code, field = "refused", ""

    def __init_subclass__(cls) -> None:
        """Name the code of each error after it: that of `HandTakenError` is `hand_taken`."""
        if "code" not in vars(cls):
            cls.code = sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__.removesuffix("Error")).lower()

    def __init__(self, text: Text | None = None, *, field: str = "") -> None:
        self.text, self.field = text or Text(key=self.code), field or self.field
        super().__init__(self.message)

    @property
    def message(self) -> str:
        return self.text.english()


class StaleError(RefusedError):
    """What the page showed has changed since."""

    code = RefusedError.code


class KeyReusedError(RefusedError):
    """The form's key was used before: for something else, or for what was taken back since."""


class SessionClosedError(RefusedError):
    """The session is closed: it takes payments in cash only, until it is reopened."""


class NightPlayedError(RefusedError):
    """Something was played or paid in the session, so it was not started by mistake."""


class SessionOpenError(RefusedError):
    """The session is not closed, so there is nothing to reopen."""


class ReasonMissingError(RefusedError):
    """Something of the past is changed, which needs a word why."""

    field = "reason"


class TableChangedError(StaleError):
    """Something was recorded since the form was opened; look again and record."""


class HandTakenError(RefusedError):
    """Another phone recorded this hand, or corrected this entry, first; `entry` is what it recorded."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry


class NotReversibleError(RefusedError):
    """The entry was reversed before, is a reversal itself, or belongs to a close."""


class TooManySecretsError(RefusedError):
    """A seat was paid for as many secrets as a hand can hold."""


class WrongAmountError(RefusedError):
    """An amount that cannot be paid, taken or counted."""


class ShownChangedError(StaleError):
    """What is to be changed is no longer what the page showed; the sentence says what it is now."""


class SoweeChangedError(StaleError):
    """Another sowee was noted at the table than the page showed."""


class NightStartedError(RefusedError):
    """Another session was started since the page was shown: `session`."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session


class AnsweredError(RefusedError):
    """The phone that asked was given another answer before."""


class CashChangedError(StaleError):
    """Cash between the same two was recorded since the page was shown: `entry`."""

    def __init__(self, text: Text, *, entry: Entry) -> None:
        super().__init__(text)
        self.entry = entry


class PlayerError(RefusedError):
    """A name that cannot be given or two players who cannot be one."""


class PastError(RefusedError):
    """A night that cannot be entered later, or taken back."""


class DisputeError(RefusedError):
    """An objection that cannot be raised, or was settled before."""


class ObjectionChangedError(StaleError):
    """Somebody objected to the line again since the page was shown."""


class DebtsChangedError(StaleError):
    """What is owed over nights is no longer what the page showed."""


class CloseChangedError(StaleError):
    """The session was reopened and closed again since the page was shown."""


class DisputesOpenError(RefusedError):
    """The close was made for other open disputes than there are."""


class CompanionChangedError(StaleError):
    """Another phone tapped, or recorded the hand, since the page was shown."""


class NoHandError(RefusedError):
    """No hand of the match that is played was recorded, to which a penalty could belong."""


class NoMatchError(RefusedError):
    """There are no points to be settled."""
