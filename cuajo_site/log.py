"""Bound the log: whoever floods the machine does not fill its disk."""

import logging
from collections import Counter
from copy import copy
from time import monotonic

A_MINUTE = 20


class FewLines(logging.Filter):
    """Lets through twenty lines a minute of each sender, and says how many it left out before.

    A record names its sender as `sender`: strangers are one, a phone or program is itself, so that nobody
    hides what happens to others. Errors of the software have none and are one too.
    """

    def __init__(self) -> None:
        super().__init__()
        self._minute, self._seen = 0, Counter[str]()

    def filter(self, record: logging.LogRecord) -> logging.LogRecord | bool:
        """Return the record as it is written, False where it is not; other handlers see it as it was."""
        minute = int(monotonic()) // 60
        if minute != self._minute:
            left_out = sum(count - A_MINUTE for count in self._seen.values() if count > A_MINUTE)
            self._minute, self._seen = minute, Counter()
            if left_out:
                record = copy(record)
                record.msg = f"({left_out} more lines a while ago) {record.msg}"
        sender = str(getattr(record, "sender", record.name))
        self._seen[sender] += 1
        return self._seen[sender] <= A_MINUTE and record
