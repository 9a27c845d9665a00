"""Why an operation refused: each error has a stable code and a sentence for the person at the table."""

from scoring.models import Entry


class RefusedError(Exception):
    """An operation refused and wrote nothing; `code` is stable, `message` says what to do."""

    code = "refused"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class KeyReusedError(RefusedError):
    """The form's key was used before: for something else, or for what was taken back since."""

    code = "key_reused"

    def __init__(self) -> None:
        super().__init__("This form was used before. Open it again and record anew.")


class SessionClosedError(RefusedError):
    """The session is closed: it takes payments in cash only, until it is reopened."""

    code = "session_closed"

    def __init__(self) -> None:
        super().__init__("This session is closed. Reopen it to record or change anything.")


class SessionOpenError(RefusedError):
    """The session is not closed, so there is nothing to reopen."""

    code = "session_open"

    def __init__(self) -> None:
        super().__init__("This session is open already.")


class TableChangedError(RefusedError):
    """Something was recorded since the form was opened; look again and record."""

    code = "table_changed"

    def __init__(self) -> None:
        super().__init__("Something was recorded meanwhile. Check the amounts again, then record.")


class HandTakenError(RefusedError):
    """Another phone recorded this hand, or corrected this entry, first; `entry` is what it recorded."""

    code = "hand_taken"

    def __init__(self, entry: Entry) -> None:
        super().__init__("This hand was recorded meanwhile. Compare both versions.")
        self.entry = entry


class NotReversibleError(RefusedError):
    """The entry was reversed before, is a reversal itself, or belongs to a close."""

    code = "not_reversible"


class TooManySecretsError(RefusedError):
    """A seat was paid for as many secrets as a hand can hold."""

    code = "too_many_secrets"

    def __init__(self) -> None:
        super().__init__("This seat was paid for four secrets in this hand already; no hand holds more.")


class WrongAmountError(RefusedError):
    """A payment that the plan of the close does not hold."""

    code = "wrong_amount"


class PlayerError(RefusedError):
    """A name that cannot be given or two players who cannot be one."""

    code = "player"


class DisputeError(RefusedError):
    """An objection that cannot be raised, or was settled before."""

    code = "dispute"


class DisputesOpenError(RefusedError):
    """The close was made for other open disputes than there are."""

    code = "disputes_open"

    def __init__(self) -> None:
        super().__init__("Objections were raised or settled meanwhile. Look at them, then close.")
