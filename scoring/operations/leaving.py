"""Send a phone away, so that whoever holds it does not come back unasked."""

from datetime import datetime

from django.db import transaction

from scoring.models import Club, Device
from scoring.operations.asking import close_joining
from scoring.operations.devices import revoke
from scoring.operations.joining import revoke_link
from scoring.queries.access import access_in
from scoring.queries.joining import ways_back


@transaction.atomic
def send_away(
    *,
    device: Device,
    club: Club,
    now: datetime,
    closes_ways_back: bool,
    even_last_host: bool = False,
) -> None:
    """Take the device's place in the club away, from its next request on; doing it twice does no harm.

    Where wanted, the links and the code by which its holder could come back are ended with it. Raises
    LastHostError for the club's only host, unless that is meant.
    """
    access = access_in(device=device, club=club)
    if access is None:
        return
    revoke(device=device, club=club, now=now, even_last_host=even_last_host)
    if not closes_ways_back:
        return
    ways = ways_back(device=device, access=access, now=now)
    for link in ways.links:
        revoke_link(link=link, now=now)
    if ways.code:
        close_joining(club=club, now=now)
