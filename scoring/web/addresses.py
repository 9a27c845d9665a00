"""Find addresses of this machine, hosts and proxies."""

import json
import socket
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host

from scoring.frozen import Frozen

AUTHORITY_FILE = "authority.crt"
# The server reads this before the secret key is made, so it must not import views.
IMPORT = "/club/import/"
DEFAULT_PORT = 8000
_USUAL_PORT = 80
_ONLY_HERE = "localhost"
_ANSWER_SECONDS = 2
_REMEMBERED_SECONDS = 600
# These endings cannot be registered, so no site of the internet has such a name.
HOME_ENDINGS = (".local", ".lan", ".internal", ".home.arpa", ".localhost")


def is_known_host(host: str, *, names: Sequence[str]) -> bool:
    """Return whether a Host header names this machine, `names` as in ALLOWED_HOSTS."""
    domain, _port = split_domain_port(host)
    name = domain.rstrip(".")
    return bool(name) and (_is_at_home(name) or validate_host(domain, names))


def is_proxy(address: str) -> bool:
    """Return whether CUAJO_PROXIES names an address."""
    with suppress(ValueError):
        return any(ip_address(address) in network for network in settings.PROXIES)
    return False


def is_loopback(address: str) -> bool:
    with suppress(ValueError):
        return ip_address(address).is_loopback
    return False


def caller_behind(*, peer: str, forwarded: str) -> str:
    callers = [_without_port(each.strip()) for each in forwarded.split(",") if each.strip()]
    # Each proxy appends its caller, so only entries after our own proxies can be trusted.
    while callers and is_proxy(peer):
        peer = callers.pop()
    return peer


def _without_port(address: str) -> str:
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def _is_at_home(domain: str) -> bool:
    try:
        address = ip_address(domain.strip("[]"))
    except ValueError:
        return "." not in domain or domain.endswith(HOME_ENDINGS) or domain == socket.gethostname().lower()
    # Home networks need no setting, so that phones still work after a new address.
    return not address.is_global or _is_own(address)


def _is_own(address: IPv4Address | IPv6Address) -> bool:
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    with suppress(OSError), closing(socket.socket(family, socket.SOCK_DGRAM)) as probe:
        # At home a machine may have a public IPv6 address. The system binds only its own addresses.
        probe.bind((str(address), 0))
        return True
    return False


def https_folder() -> Path:
    return Path(settings.DATA_DIR) / "https"


class ServerAddress(Frozen):
    """The address on which the app is served, `host` None for all interfaces."""

    port: int = DEFAULT_PORT
    host: str | None = None
    https: int | None = None

    def keep(self) -> None:
        """Save the addresses for pages and commands."""
        _served_file().write_text(json.dumps(asdict(self)))


def served() -> ServerAddress:
    with suppress(OSError, ValueError, TypeError):
        return ServerAddress(**json.loads(_served_file().read_text()))
    return ServerAddress()


def _served_file() -> Path:
    return Path(settings.DATA_DIR) / "served.json"


def address_for_phones(*, port: int) -> str | None:
    first, *_others = addresses(port=port)
    name = urlsplit(first).hostname or ""
    return None if name == _ONLY_HERE or is_loopback(name) else first


def addresses(*, port: int) -> tuple[str, ...]:
    """Return all addresses, first the one for phones."""
    names = [name for name in settings.HOST_NAMES if name.strip("*.") == name]
    if settings.HTTPS and names:
        return tuple(f"https://{name}" for name in names)
    hosts = names or _own_hosts(lan_address(), _ONLY_HERE)
    return tuple(f"http://{host}:{port}" for host in hosts)


def _own_hosts(*all_of_them: str | None) -> list[str]:
    host = served().host
    if host and host not in ("0.0.0.0", "::"):  # noqa: S104 - no listening
        return [f"[{host}]" if ":" in host else host]
    return list(dict.fromkeys(filter(None, all_of_them)))


def lan_address() -> str | None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            # UDP sends nothing yet, but the system chooses the address to send from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def local_name() -> str | None:
    """Return the `.local` name, if the system answers."""
    own = socket.gethostname().lower()
    if not own or "." in own or "_" in own:
        return None
    name = f"{own}.local"
    return name if cache.get_or_set(f"answers-to-{name}", lambda: _answers_to(name), _REMEMBERED_SECONDS) else None


def _answers_to(name: str) -> bool:
    found = list[object]()

    def ask() -> None:
        with suppress(OSError):
            found.extend(socket.getaddrinfo(name, None))

    # `getaddrinfo` has no time limit.
    asking = Thread(target=ask, daemon=True)
    asking.start()
    asking.join(_ANSWER_SECONDS)
    return bool(found)


def other_addresses(request: HttpRequest) -> tuple[str, ...]:
    """Return this machine's addresses, without the opened one."""
    host, port = split_domain_port(request.get_host())
    plain = int(port or _USUAL_PORT) if not request.is_secure() else None
    hosts = _own_hosts(lan_address(), local_name())
    found = [f"http://{each}:{plain}" for each in hosts] if plain else []
    if secure := served().https:
        found += [f"https://{each}:{secure}" for each in hosts]
    return tuple(each for each in found if each != f"{request.scheme}://{host}:{port}")


class Reach(StrEnum):
    AS_OPENED = "as_opened"
    IN_NETWORK = "in_network"
    ONLY_HERE = "only_here"


class SharedAddress(Frozen):
    text: str
    reach: Reach


def shared_address(request: HttpRequest, *, path: str) -> SharedAddress:
    """Return the address of a page for another phone."""
    opened = request.build_absolute_uri(path)
    if settings.ONE_PHONE:
        return SharedAddress(text=opened, reach=Reach.ONLY_HERE)
    name, port = split_domain_port(request.get_host())
    if name not in ("localhost", "127.0.0.1", "[::1]"):
        return SharedAddress(text=opened, reach=Reach.AS_OPENED)
    if found := address_for_phones(port=int(port or _USUAL_PORT)):
        return SharedAddress(text=f"{found}{path}", reach=Reach.IN_NETWORK)
    return SharedAddress(text=opened, reach=Reach.ONLY_HERE)


def code_for_others(request: HttpRequest, *, path: str) -> str:
    """Return a page's QR code, empty if unreachable."""
    # On paper and on a large screen a code that only this machine can open is useless.
    address = shared_address(request, path=path)
    return "" if address.reach is Reach.ONLY_HERE else qr_code(address.text)


def qr_code(link: str) -> str:
    code = segno.make(link, error="m", micro=False)
    return code.svg_data_uri(border=2, light="white", scale=4)
