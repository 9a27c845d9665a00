"""A program beside the app that is told what happens, over a real connection."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Event, Thread

DRIPS = 0  # instead of a status: the bot answers without end, one byte after the other

type Told = tuple[dict[str, str], bytes]


class Bot(ThreadingHTTPServer):
    """A program that listens on a port of this machine; it answers with the statuses it was given, then with 204."""

    def __init__(self, *statuses: int) -> None:
        self.told: Queue[Told] = Queue()
        self.statuses = list(statuses)
        self.answers = Event()  # cleared, the bot hears and says nothing
        self.answers.set()
        self.hung_up = Event()
        super().__init__(("127.0.0.1", 0), _Ears)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    @property
    def address(self) -> str:
        return f"http://{self.host}/hook"


class _Ears(BaseHTTPRequestHandler):
    server: Bot

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.told.put(({name.lower(): value for name, value in self.headers.items()}, body))
        self.server.answers.wait()
        status = self.server.statuses.pop(0) if self.server.statuses else 204
        try:
            while status == DRIPS and not self.server.hung_up.wait(0.05):
                self.wfile.write(b"H")
        except ConnectionError:
            self.server.hung_up.set()
            return
        self.send_response(status)
        self.send_header("Location", f"{self.server.address}/elsewhere")
        self.end_headers()

    def handle(self) -> None:
        with suppress(ConnectionError):  # who asked may have gone meanwhile
            super().handle()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def listening(*statuses: int) -> Iterator[Bot]:
    with Bot(*statuses) as bot:
        Thread(target=bot.serve_forever, daemon=True).start()
        yield bot
        bot.shutdown()
