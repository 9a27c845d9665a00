"""The authority of an installation: kept private, good for home only, its certificate renewed by itself."""

import ssl
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from scoring.web.serving import authority
from scoring.web.serving.authority import Authority, Names

NAMES = Names(names=("localhost", "laptop", "laptop.local"), addresses=(ip_address("192.168.1.20"),))
NOW = datetime.now(UTC)


def trusting(folder: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cadata=(folder / "authority.crt").read_bytes())


def greet(*, certificate: Path, client: ssl.SSLContext, name: str) -> None:
    """Have a phone and a server with this certificate greet each other."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = context.wrap_bio(to_server, to_client, server_side=True)
    phone = client.wrap_bio(to_client, to_server, server_hostname=name)
    for side in (phone, server, phone, server):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "https"
    assert Authority(folder=folder).renew(names=NAMES, now=NOW)
    return folder


@pytest.mark.parametrize("name", ["localhost", "laptop", "laptop.local", "192.168.1.20"])
def test_a_phone_that_trusts_it_opens_every_name_of_the_machine(folder: Path, name: str) -> None:
    greet(certificate=folder / "server.pem", client=trusting(folder), name=name)


def stolen(folder: Path, *, name: str) -> Path:
    """Return a certificate for a name that whoever stole the key made."""
    key = serialization.load_pem_private_key((folder / "authority.key").read_bytes(), password=None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    signed = authority._Signed(
        key=key, certificate=x509.load_der_x509_certificate((folder / "authority.crt").read_bytes())
    )
    own = ec.generate_private_key(ec.SECP256R1())
    leaf = authority._leaf(own, names=(x509.DNSName(name),), authority=signed, now=NOW)
    made = folder / "stolen.pem"
    made.write_bytes(authority._pem(own) + leaf.public_bytes(serialization.Encoding.PEM))
    return made


def test_a_certificate_for_a_public_name_is_refused_though_the_key_was_stolen(folder: Path) -> None:
    certificate = stolen(folder, name="bank.example.com")
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        greet(certificate=certificate, client=trusting(folder), name="bank.example.com")


def test_nobody_else_on_the_machine_reads_the_keys(folder: Path) -> None:
    modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
    assert modes == {"authority.key": 0o600, "authority.crt": 0o600, "server.pem": 0o600}
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_changed_address_is_certified_by_the_authority_that_phones_know(folder: Path) -> None:
    client = trusting(folder)
    moved = replace(NAMES, addresses=(ip_address("10.0.0.7"),))
    assert Authority(folder=folder).renew(names=moved, now=NOW)
    greet(certificate=folder / "server.pem", client=client, name="10.0.0.7")


def test_the_certificate_is_renewed_a_month_before_it_ends_and_not_sooner(tmp_path: Path) -> None:
    kept = Authority(folder=tmp_path / "https")
    days = [0, 1, 360, 368, 369]
    assert [kept.renew(names=NAMES, now=NOW + timedelta(days=day)) for day in days] == [True, False, False, True, False]


def test_a_name_the_authority_may_not_vouch_for_is_left_out(folder: Path) -> None:
    public = Names(names=("localhost", "cuajo.example.com"), addresses=(ip_address("8.8.8.8"),))
    assert Authority(folder=folder).renew(names=public, now=NOW)
    greet(certificate=folder / "server.pem", client=trusting(folder), name="localhost")
