"""What lets somebody in for a time ends for good when that is over."""

from datetime import datetime

from django.contrib.sessions.models import Session as SignIn
from django.db.models import F

from scoring.models import JoinCode, JoinLink, Membership


def end_what_is_over(*, now: datetime) -> None:
    """End the links, codes, programs and sign-ins whose time is over, so that no clock put back revives them."""
    links = JoinLink.objects.filter(revoked_at=None, used_at=None, expires_at__lte=now)
    codes = JoinCode.objects.filter(closed_at=None, closes_at__lte=now)
    programs = Membership.objects.filter(revoked_at=None, device__api_token__expires_at__lte=now)
    sign_ins = SignIn.objects.filter(expire_date__lte=now)
    if links.exists():  # asked first, because a stranger's question should not wait for a writer
        links.update(revoked_at=F("expires_at"))
    if codes.exists():
        codes.update(closed_at=F("closes_at"))
    if programs.exists():
        programs.update(revoked_at=now)
    if sign_ins.exists():
        sign_ins.delete()
