"""The same server by https: a second port of the same loop, whose connections are encrypted.

Waitress knows no TLS. Its connections read and write when their socket is ready and never wait, which is what an
encrypted socket that does not block asks for; so half a request, or half a handshake, holds up nobody here either.
"""

import ssl
import threading
import time
from contextlib import suppress
from datetime import datetime
from socket import socket
from typing import Any

from django.utils import timezone

from scoring.web.serving.authority import Authority, Names, names_now
from scoring.web.serving.server import ImpatientChannel, Server

_LOOKED_AFTER_SECONDS = 30


class _LaterError(Exception):
    """There is nothing to read yet."""


class TlsChannel(ImpatientChannel):
    """An encrypted connection; reader and writer, two threads, share one state of it."""

    def __init__(self, server: "TlsServer", sock: socket, *args: Any, **options: Any) -> None:
        self._state = threading.RLock()
        wrapped = server.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        super().__init__(server, wrapped, *args, **options)

    def handle_read(self) -> None:
        """Take in what arrived; the handshake goes on as it does."""
        with suppress(_LaterError):
            super().handle_read()

    def recv(self, buffer_size: int) -> bytes:
        """Return what arrived, nothing where the other side hung up or speaks no TLS."""
        try:
            with self._state:
                return bytes(super().recv(buffer_size))
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as error:
            raise _LaterError from error
        except ssl.SSLError:
            self.handle_close()
            return b""

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Return how much was sent, 0 where it must wait."""
        try:
            with self._state:
                return int(super().send(data, do_close=do_close))
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return 0


class TlsServer(Server):
    """The https port; its certificate follows the machine's address and is renewed before it ends."""

    channel_class: type[ImpatientChannel] = TlsChannel

    def __init__(self, *args: Any, authority: Authority, **options: Any) -> None:
        self._authority = authority
        self._looked = 0.0
        self._loaded: tuple[Names, datetime] | None = None
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._look_after_certificate()
        super().__init__(*args, **options)

    def maintenance(self, now: int) -> None:
        """Close idle connections, and now and then look whether the certificate still fits."""
        super().maintenance(now)
        if time.monotonic() - self._looked > _LOOKED_AFTER_SECONDS:
            self._look_after_certificate()

    def _look_after_certificate(self) -> None:
        self._looked = time.monotonic()
        self._authority.renew(names=names_now(), now=timezone.now())
        if self._loaded != self._authority.certified:  # perhaps the other port asked for it
            self._loaded = self._authority.certified
            self.context.load_cert_chain(self._authority.certificate())
