"""Serve with waitress, with limits for each connection."""

import logging
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from socket import AF_INET6, SOCK_STREAM, create_server, getaddrinfo, socket
from threading import Thread
from types import FrameType
from typing import Any, cast
from weakref import WeakSet
from wsgiref.types import WSGIApplication

from django.conf import settings
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import Task, ThreadedTaskDispatcher, WSGITask

from scoring.web.addresses import IMPORT, is_loopback, is_proxy

REQUEST_SECONDS = 10
# Longer than a writer waits for another one.
_FINISH_SECONDS = 25
# Enough for 200 phones. A laptop can open 1,024 files.
_CONNECTIONS = 900
_CONNECTIONS_OF_ONE = 100
_WRITES_BEFORE_A_READ = 10
_BACKLOG = 1024
# Whole books have their own thread, so that no table waits for them.
_LONG = "/export/"
# Windows has no SIGHUP, which a closing terminal sends.
_STOPS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name))
_logger = logging.getLogger("cuajo")
_large: "WeakSet[Parser]" = WeakSet()


class Parser(HTTPRequestParser):
    """A request parser with limits for uploads."""

    path = ""

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the header. Raises ParsingError."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            # Python's parser refuses some addresses that waitress accepts.
            raise ParsingError(str(error)) from error
        # Only two large uploads at a time, so that nothing fills the disk.
        if self.path == IMPORT and len(_large) < 2:
            _large.add(self)
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = settings.MOST_BOOKS_BYTES + 1


class KeepingTask(WSGITask):
    def set_close_on_finish(self) -> None:
        is_asked = cast(Any, self.request).headers.get("CONNECTION", "").lower() == "close"
        # Waitress closes after a 204. Each poll would need a new TLS handshake.
        if self.version != "1.1" or is_asked or self.has_body:
            super().set_close_on_finish()


class ImpatientChannel(HTTPChannel):
    """A connection with `REQUEST_SECONDS` for each request."""

    parser_class = Parser
    task_class = KeepingTask
    server: "Server"
    requests: list[Parser]
    _begun: float | None = None

    def __init__(self, server: "Server", *args: Any, **options: Any) -> None:
        super().__init__(server, *args, **options)
        server.make_room(new=self)

    def __repr__(self) -> str:
        # Waitress logs the repr, and the log must not hold addresses of callers.
        return "a connection"

    def received(self, data: bytes) -> bool:
        before = self.request
        is_read = super().received(data)
        if self.request is None:
            self._begun = None
        elif self.request is not before:
            self._begun = time.monotonic()
        return bool(is_read)

    def is_busy(self) -> bool:
        return bool(self.requests or self.total_outbufs_len)

    def readable(self) -> bool:
        """Return whether to read, and end slow requests."""
        # Waitress closes only idle connections. One byte a second would keep one open.
        if self._begun is not None and time.monotonic() - self._begun > REQUEST_SECONDS:
            self.will_close = True
        return not self.server.is_stopping and bool(super().readable())


class WritesFirst:
    """A queue of requests, writes before reads."""

    def __init__(self) -> None:
        self._writes, self._reads = deque[ImpatientChannel](), deque[ImpatientChannel]()
        self._in_a_row = 0

    def __len__(self) -> int:
        return len(self._writes) + len(self._reads)

    def append(self, channel: ImpatientChannel) -> None:
        """Add a connection, under the dispatcher's lock."""
        is_read = getattr(channel.requests[0], "command", "") in ("GET", "HEAD", "OPTIONS", "")
        (self._reads if is_read else self._writes).append(channel)

    def popleft(self) -> ImpatientChannel:
        # A flood of writes must not stop all reads.
        is_write = self._writes and (self._in_a_row < _WRITES_BEFORE_A_READ or not self._reads)
        self._in_a_row = self._in_a_row + 1 if is_write else 0
        return (self._writes if is_write else self._reads).popleft()


class Server(TcpWSGIServer):
    """A server that limits and drains its connections."""

    channel_class: type[ImpatientChannel] = ImpatientChannel
    is_stopping = False
    beside: tuple["Server", ...] = ()  # the other ports of this loop and its threads
    slow: ThreadedTaskDispatcher | None = None  # answers long exports
    _map: dict[int, Any]

    def stop(self, _signal: int, _frame: FrameType | None) -> None:
        """End `run`, as a signal handler."""
        for server in (self, *self.beside):
            server.is_stopping = True
        self.pull_trigger()

    def run(self) -> None:
        """Serve until `stop`, then answer the waiting requests."""
        while not self.is_stopping:
            self._turn()
        for server in (self, *self.beside):
            self.asyncore.dispatcher.close(server)
        last = time.monotonic() + _FINISH_SECONDS
        while any(map(ImpatientChannel.is_busy, self._channels())) and time.monotonic() < last:
            self._turn()
        for dispatcher in (self.task_dispatcher, self.slow):
            if dispatcher:
                dispatcher.shutdown()

    def handle_accept(self) -> None:
        # The connection may have ended already.
        with suppress(OSError):
            super().handle_accept()

    def make_room(self, *, new: ImpatientChannel) -> None:
        """Close the longest idle connection above a limit."""
        others = [each for each in self._channels() if each is not new and not each.will_close]
        address = str(new.addr[0])
        # Many phones share the address of a proxy.
        same = [] if is_loopback(address) or is_proxy(address) else [each for each in others if each.addr[0] == address]
        for found, most in ((same, _CONNECTIONS_OF_ONE), (others, _CONNECTIONS)):
            if len(found) >= most:
                # Closed by the loop, in its next turn: its number must not be given to another one in this turn.
                min(found, key=lambda each: (each.is_busy(), each.last_activity)).will_close = True

    def add_task(self, task: Task) -> None:
        requests = cast(ImpatientChannel, task).requests
        is_long = requests and _LONG in requests[0].path
        (self.slow if self.slow and is_long else self.task_dispatcher).add_task(task)

    def _turn(self) -> None:
        self.asyncore.loop(timeout=1, map=self._map, use_poll=True, count=1)

    def _channels(self) -> list[ImpatientChannel]:
        return [each for each in list(self._map.values()) if isinstance(each, ImpatientChannel)]


def listening(*, port: int, host: str | None = None) -> tuple[socket, ...]:
    if host:
        found = dict.fromkeys((each[0], each[4]) for each in getaddrinfo(host, port, type=SOCK_STREAM))
        return tuple(create_server(address, family=family, backlog=_BACKLOG) for family, address in found)
    sockets = [create_server(("0.0.0.0", port), backlog=_BACKLOG)]  # noqa: S104 - the whole table is to reach it
    with suppress(OSError, ValueError):
        sockets.append(create_server(("::", port), family=AF_INET6, backlog=_BACKLOG))
    return tuple(sockets)


def serve_forever(
    *,
    application: WSGIApplication,
    sockets: Sequence[socket],
    threads: int,
    secure: Sequence[socket] = (),
    make_secure: Callable[..., Server] = Server,
) -> None:
    """Serve until SIGTERM or Ctrl+C."""
    options: dict[str, Any] = {
        "backlog": _BACKLOG,
        "threads": threads,
        # Never reached, because idle connections are closed before.
        "connection_limit": _CONNECTIONS + _CONNECTIONS_OF_ONE,
        # Waitress refuses this size too.
        "max_request_body_size": settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1,
        "max_request_header_size": 32 * 1024,
        "channel_timeout": 20,  # seconds
        "cleanup_interval": 5,  # seconds
        "recv_bytes": 16 * 1024,
        # A large export to a slow reader waits in a file, never in the thread that others need.
        "outbuf_high_watermark": 2**30,
        # Our middleware checks these headers.
        "clear_untrusted_proxy_headers": False,
        "ident": None,
    }
    server = Server(application, **_listens(sockets[0]), **options)
    cast(Any, server.task_dispatcher).queue = WritesFirst()
    shared: dict[str, Any] = {"map": server._map, "dispatcher": server.task_dispatcher}
    server.beside = tuple(Server(application, **shared, **_listens(each), **options) for each in sockets[1:])
    by_https = options | shared | {"url_scheme": "https"}
    server.beside += tuple(make_secure(application, **_listens(each), **by_https) for each in secure)
    aside = ThreadedTaskDispatcher()
    aside.set_thread_count(1)
    for each in (server, *server.beside):
        each.slow = aside
    for each_signal in _STOPS:
        signal.signal(each_signal, server.stop)
    server.run()


def _listens(sock: socket) -> dict[str, Any]:
    return {"_sock": sock, "bind_socket": False, "sockinfo": (sock.family, sock.type, sock.proto, sock.getsockname())}


class Workers:
    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._is_stopping = False
        self._watched, self._held = os.pipe()

    def fork(self, *, count: int) -> int | None:
        """Fork workers before any thread starts. Return their number, None here after all have ended."""
        for each in _STOPS:
            signal.signal(each, self._stop)
        for number in range(count):
            if self._fork(number):
                return number
        while self._numbers:
            pid, status = os.wait()
            number = self._numbers.pop(pid)
            if not self._is_stopping:
                _logger.error("Worker %d ended (%d) and is started again.", number, os.waitstatus_to_exitcode(status))
                # A worker that fails at its start must not fill the log.
                time.sleep(1)
                if self._fork(number):
                    return number
        return None

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._is_stopping = True
        for pid in self._numbers:
            os.kill(pid, signal.SIGTERM)

    def _fork(self, number: int) -> bool:
        # A signal between fork and note would miss the new process.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
        try:
            if self._is_stopping:
                return False
            if pid := os.fork():
                self._numbers[pid] = number
                return False
            for each in _STOPS:
                signal.signal(each, signal.SIG_DFL)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(self._held)
        Thread(target=self._end_with_the_first, daemon=True, name="first process").start()
        return True

    def _end_with_the_first(self) -> None:
        # Nothing is written. The read ends when the first process dies.
        os.read(self._watched, 1)
        os.kill(os.getpid(), signal.SIGTERM)
