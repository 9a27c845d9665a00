"""Which proxies stand in front of this installation, as `CUAJO_PROXIES` names them."""

from ipaddress import IPv4Network, IPv6Network, ip_network

from django.core.exceptions import ImproperlyConfigured


def proxy_networks(*, named: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return the networks of a comma-separated list of addresses and networks; raises ImproperlyConfigured.

    >>> proxy_networks(named="127.0.0.1, 10.0.0.0/8")
    (IPv4Network('127.0.0.1/32'), IPv4Network('10.0.0.0/8'))
    """
    try:
        return tuple(ip_network(each.strip(), strict=False) for each in named.split(",") if each.strip())
    except ValueError as error:
        raise ImproperlyConfigured(
            f"CUAJO_PROXIES: {error}. Set it to addresses or networks, such as 127.0.0.1,10.0.0.0/8."
        ) from error
