"""What lies between the phones and the app, and can be cut in the middle of a request or of its answer."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum, auto
from random import randrange
from select import select
from socket import create_connection, socket
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

AT_ONCE = 65536


class Cut(Enum):
    """Where a write is cut off."""

    REQUEST = auto()
    ANSWER = auto()


@dataclass(kw_only=True)
class Network:
    """A port that leads to the app, and what is cut now."""

    port: int
    cut: Cut | None = None


def _part(data: bytes) -> bytes:
    return data[: randrange(len(data))]


def _carry(*, phone: socket, app: socket, network: Network) -> None:
    """Carry what either says to the other until one hangs up, or a write is cut."""
    writes = False
    while True:
        ready, _, _ = select([phone, app], [], [])
        for end, other in ((phone, app), (app, phone)):
            if end not in ready:
                continue
            data = end.recv(AT_ONCE)
            if end is phone:
                writes = data.startswith(b"POST ")
            cut = writes and network.cut is (Cut.REQUEST if end is phone else Cut.ANSWER)
            other.sendall(_part(data) if cut and data else data)
            if cut or not data:
                return


@contextmanager
def network_to(app_port: int) -> Iterator[Network]:
    """Lead from a port of its own to that of the app until the block ends."""

    class Connection(BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError), create_connection(("127.0.0.1", app_port)) as app:  # it may be killed now
                _carry(phone=self.request, app=app, network=network)

    class Relay(ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

    with Relay(("0.0.0.0", 0), Connection) as relay:
        network = Network(port=relay.server_address[1])
        Thread(target=relay.serve_forever, daemon=True).start()
        yield network
        relay.shutdown()
