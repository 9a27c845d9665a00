"""Several processes that serve the same sockets: one that died is started again, and all end together."""

import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from time import sleep
from types import FrameType

_STOPS = (signal.SIGTERM, signal.SIGINT, *((signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()))
_PAUSE_SECONDS = 1
_logger = logging.getLogger("cuajo")


def become_workers(*, count: int) -> int | None:
    """Return in each of `count` new processes its number, and None in this one, after all have ended.

    To be called before there is a thread. A signal that ends this process ends the others; so does its death.
    """
    return _Workers().run(count=count)


class _Workers:
    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._is_stopping = False
        self._watched, self._held = os.pipe()

    def run(self, *, count: int) -> int | None:
        for each in _STOPS:
            signal.signal(each, self._stop)
        for number in range(count):
            if self._became(number):
                return number
        while self._numbers:
            pid, status = os.wait()
            number = self._numbers.pop(pid)
            if not self._is_stopping:
                code = os.waitstatus_to_exitcode(status)
                _logger.error("Worker %d ended (%d) and is started again.", number, code)
                sleep(_PAUSE_SECONDS)
                if self._became(number):
                    return number
        return None

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._is_stopping = True
        for pid in self._numbers:
            os.kill(pid, signal.SIGTERM)

    def _became(self, number: int) -> bool:
        """Start a worker, unless all are to end; tell in which of the two processes one is."""
        with _no_signals():
            if self._is_stopping:
                return False
            if pid := os.fork():
                self._numbers[pid] = number
                return False
            for each in _STOPS:
                signal.signal(each, signal.SIG_DFL)
        os.close(self._held)
        Thread(target=self._end_with_the_first, daemon=True, name="first process").start()
        return True

    def _end_with_the_first(self) -> None:
        os.read(self._watched, 1)  # nobody writes: it ends when the process does that holds the other end
        os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def _no_signals() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
