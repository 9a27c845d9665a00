"""The host link as a terminal shows it."""

from io import StringIO

import segno
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models.clubs import Club
from scoring.operations.people.joining import HOST_LINK_LIFETIME, make_host_link
from scoring.web.serving.addresses import addresses


def host_invitation(*, club: Club, port: int) -> str:
    """Return a new one-time host link with its QR code, ready to print."""
    link = f"{addresses(port=port)[0]}/join/{make_host_link(club=club, now=timezone.now())}/"
    picture = StringIO()
    segno.make(link, error="l", micro=False).terminal(out=picture, border=2, compact=True)
    hours = int(HOST_LINK_LIFETIME.total_seconds()) // 3600
    told = _(
        "Scan this with the phone that keeps the score, or open the link. It makes one phone the host of %(club)s "
        "and is good for %(hours)s hours."
    ) % {"club": club, "hours": hours}
    return f"{told}\n\n{picture.getvalue()}\n  {link}\n"
