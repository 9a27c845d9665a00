"""Certify this machine for https in its network."""

import inspect
import ipaddress
import socket
import ssl
import threading
from contextlib import ExitStack, suppress
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.utils import timezone

from scoring.frozen import Frozen
from scoring.web.addresses import AUTHORITY_FILE, lan_address
from scoring.web.server import ImpatientChannel, Server

_OF_IPV4 = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")
_RANGES = tuple(map(ipaddress.ip_network, (*_OF_IPV4, "::1/128", "fc00::/7", "fe80::/10")))
_ENDINGS = ("local", "home.arpa", "lan", "internal", "localhost")
_AUTHORITY_LASTS = timedelta(days=3650)
# Phones refuse certificates that last longer.
_LASTS = timedelta(days=397)
_RENEWED_BEFORE = timedelta(days=30)


class Names(Frozen):
    names: tuple[str, ...]
    addresses: tuple[ipaddress.IPv4Address | ipaddress.IPv6Address, ...]


def names_now() -> Names:
    own = socket.gethostname().lower()
    # A host name with dots may belong to the internet.
    names = ("localhost", *((own, f"{own}.local") if own and "." not in own else ()))
    found = ("127.0.0.1", "::1", *filter(None, (lan_address(),)))
    return Names(names=names, addresses=tuple(map(ipaddress.ip_address, found)))


class _KeyPair(Frozen):
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate


class Authority:
    """A certificate authority in a folder, `context` with a certificate of this machine."""

    def __init__(self, *, folder: Path) -> None:
        self._folder = folder
        self._certified: tuple[Names, datetime] | None = None
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2

    def renew(self, *, names: Names, now: datetime) -> bool:
        """Renew the certificate if necessary, and return whether."""
        if self._certified and self._certified[0] == names and now < self._certified[1] - _RENEWED_BEFORE:
            return False
        self._folder.mkdir(mode=0o700, exist_ok=True)
        authority = self._load_authority(now=now) or self._make_authority(names=names, now=now)
        key = ec.generate_private_key(ec.SECP256R1())
        made = _server_certificate(key, names=_permitted(names, by=authority), authority=authority, now=now)
        certificate = self._folder / "server.pem"
        _write(certificate, _pem(key) + made.public_bytes(Encoding.PEM))
        self.context.load_cert_chain(certificate)
        self._certified = names, made.not_valid_after_utc
        return True

    def _load_authority(self, *, now: datetime) -> _KeyPair | None:
        with suppress(FileNotFoundError):
            key = load_pem_private_key((self._folder / "authority.key").read_bytes(), password=None)
            certificate = x509.load_der_x509_certificate((self._folder / AUTHORITY_FILE).read_bytes())
            assert isinstance(key, ec.EllipticCurvePrivateKey)
            # Phones trust this authority, so it is kept as long as possible.
            if certificate.not_valid_after_utc > now + _LASTS:
                return _KeyPair(key=key, certificate=certificate)
        return None

    def _make_authority(self, *, names: Names, now: datetime) -> _KeyPair:
        key = ec.generate_private_key(ec.SECP256R1())
        made = _authority_certificate(key, names=names, now=now)
        _write(self._folder / "authority.key", _pem(key))
        _write(self._folder / AUTHORITY_FILE, made.public_bytes(Encoding.DER))
        return _KeyPair(key=key, certificate=made)


def _write(path: Path, content: bytes) -> None:
    """Write a private file atomically."""
    # Only its owner can ever read a temporary file.
    with ExitStack() as failed:
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            failed.callback(Path(file.name).unlink)
            file.write(content)
        Path(file.name).replace(path)
        failed.pop_all()


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def _authority_certificate(key: ec.EllipticCurvePrivateKey, *, names: Names, now: datetime) -> x509.Certificate:
    """Make an authority for local names and networks only."""
    single = (name for name in names.names if "." not in name and name not in _ENDINGS)
    own = (each for each in names.addresses if not each.is_global and not any(each in known for known in _RANGES))
    networks = (*_RANGES, *map(ipaddress.ip_network, own))
    permitted = (*map(x509.DNSName, (*_ENDINGS, *single)), *map(x509.IPAddress, networks))
    usage = dict.fromkeys(inspect.signature(x509.KeyUsage).parameters, False)
    usage |= {"key_cert_sign": True, "crl_sign": True}
    name = _named(f"Cuajo on {socket.gethostname()}")
    return (
        _builder(name=name, issuer=name, key=key, now=now, lasts=_AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(**usage), critical=True)
        # A stolen key must not be able to certify sites of the internet.
        .add_extension(x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None), critical=True)
        .sign(key, hashes.SHA256())
    )


def _server_certificate(
    key: ec.EllipticCurvePrivateKey, *, names: tuple[x509.GeneralName, ...], authority: _KeyPair, now: datetime
) -> x509.Certificate:
    issuer = authority.certificate.subject
    own = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    return (
        _builder(name=_named("Cuajo"), issuer=issuer, key=key, now=now, lasts=_LASTS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(own, critical=False)
        .sign(authority.key, hashes.SHA256())
    )


def _builder(
    *, name: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, lasts: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # Clocks of phones differ.
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + lasts)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _permitted(names: Names, *, by: _KeyPair) -> tuple[x509.GeneralName, ...]:
    found = by.certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or ()
    endings = {each.value for each in found if isinstance(each, x509.DNSName)}
    networks = [ipaddress.ip_network(each.value) for each in found if isinstance(each, x509.IPAddress)]
    # One name outside the constraints makes the whole certificate invalid.
    known = (name for name in names.names if {name, name.rpartition(".")[2]} & endings)
    own = (each for each in names.addresses if any(each in network for network in networks))
    return (*map(x509.DNSName, known), *map(x509.IPAddress, own))


class _LaterError(Exception):
    """No data can be read yet."""


class TlsChannel(ImpatientChannel):
    def __init__(self, server: "TlsServer", sock: socket.socket, *args: Any, **options: Any) -> None:
        # Reader and writer are two threads, and OpenSSL allows one at a time.
        self._state = threading.RLock()
        wrapped = server.authority.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        super().__init__(server, wrapped, *args, **options)

    def handle_read(self) -> None:
        """Read data or advance the handshake."""
        with suppress(_LaterError):
            super().handle_read()

    def recv(self, buffer_size: int) -> bytes:
        """Return data, empty if the connection has ended."""
        try:
            with self._state:
                return bytes(super().recv(buffer_size))
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as error:
            raise _LaterError from error
        except ssl.SSLError:
            self.handle_close()
            return b""

    def send(self, data: bytes, do_close: bool = True) -> int:
        try:
            with self._state:
                return int(super().send(data, do_close=do_close))
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return 0


class TlsServer(Server):
    channel_class: type[ImpatientChannel] = TlsChannel

    def __init__(self, *args: Any, authority: Authority, **options: Any) -> None:
        self.authority = authority
        authority.renew(names=names_now(), now=timezone.now())
        super().__init__(*args, **options)

    def maintenance(self, now: int) -> None:
        super().maintenance(now)
        self.authority.renew(names=names_now(), now=timezone.now())
