"""Define the refusals of operations."""

from re import sub

from scoring.models import Entry, Session
from scoring.texts import Text


class RefusedError(Exception):
    """A refusal with a stable code, a sentence whose key begins with it, a field, and `rows` for pages."""

    code, field = "refused", ""

    def __init_subclass__(cls) -> None:
        """Derive the code from the class name."""
        if "code" not in vars(cls):
            cls.code = sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__.removesuffix("Error")).lower()

    def __init__(self, text: Text | None = None, *, field: str = "", **rows: object) -> None:
        self.text, self.field = text or Text(key=self.code), field or self.field
        vars(self).update(rows)
        super().__init__(self.text.english())


class StaleError(RefusedError):
    """The page was out of date."""

    code = RefusedError.code


class KeyReusedError(RefusedError):
    """The key of this form was used before."""


class SessionClosedError(RefusedError):
    """The session is closed and takes only cash."""


class NightPlayedError(RefusedError):
    """Something was played or paid in the session."""


class SessionOpenError(RefusedError):
    """The session is not closed."""


class ReasonMissingError(RefusedError):
    """A change of the past needs a reason."""

    field = "reason"


class TableChangedError(StaleError):
    """New entries were recorded since the form was opened."""


class HandTakenError(RefusedError):
    """Another phone recorded or corrected this hand: `entry`."""

    entry: Entry


class NotReversibleError(RefusedError):
    """The entry cannot be undone."""


class TooManySecretsError(RefusedError):
    """The seat has four secrets in this hand."""


class WrongAmountError(RefusedError):
    """An amount that cannot be paid, taken or counted."""


class ShownChangedError(StaleError):
    """The shown values were changed by another phone."""


class SoweeChangedError(StaleError):
    """The table noted another sowee than the page showed."""


class NightStartedError(RefusedError):
    """Another `session` was started since the page was shown."""

    session: Session


class AnsweredError(RefusedError):
    """The phone got another answer before."""


class CashChangedError(StaleError):
    """Cash between these two was recorded before: `entry`."""

    entry: Entry


class PlayerError(RefusedError):
    """A name or a merge that is not possible."""


class PastError(RefusedError):
    """A past night that cannot be entered or undone."""


class DisputeError(RefusedError):
    """An objection that cannot be raised, or is settled."""


class ObjectionChangedError(StaleError):
    """The line has another objection than the page."""


class DebtsChangedError(StaleError):
    """The debts changed since the page was shown."""


class CloseChangedError(StaleError):
    """The session was closed again after the page."""


class DisputesOpenError(RefusedError):
    """The open objections changed since the page was shown."""


class CompanionChangedError(StaleError):
    """Another phone tapped or recorded the hand."""


class NoHandError(RefusedError):
    """The match has no hand for this penalty."""


class NoMatchError(RefusedError):
    """There are no points to settle."""
