"""What a request asks to be done beside it: `serve` waits for it; without it, it is done at night."""

from threading import Event

SUM_UP = Event()
"""Set where more is to be summed up than pages may do."""
