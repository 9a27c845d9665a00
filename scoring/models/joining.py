"""Define links, codes and requests to join."""

import secrets
from base64 import urlsafe_b64encode

from django.db import models
from django.db.models import F, Q
from django.utils.crypto import salted_hmac

from scoring.models.clubs import LONGEST_NAME, Club, Public, Row, checks
from scoring.models.devices import Device, Role
from scoring.models.sessions import Session

# Crockford's base 32 omits I, L, O and U, which people read as other letters.
CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6


def new_nonce() -> str:
    return secrets.token_urlsafe(32)


class JoinLink(Public, Row):
    """A link that gives a role. With `for_device` the phone replaces that device."""

    nonce = models.CharField(max_length=64, unique=True, default=new_nonce, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="join_links")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, null=True, blank=True, related_name="join_links")
    role = models.CharField(max_length=20)
    for_device = models.ForeignKey(
        Device, on_delete=models.PROTECT, null=True, blank=True, related_name="recovery_links"
    )
    is_single_use = models.BooleanField()
    made_by = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, blank=True, related_name="made_links")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, blank=True, related_name="used_links")

    class Meta:
        constraints = checks(
            join_link_role_is_known=Q(role__in=list(Role)),
            join_link_expires_after_it_was_made=Q(expires_at__gt=F("created_at")),
            join_link_is_used_by_a_device=Q(used_at=None, used_by=None)
            | Q(used_at__isnull=False, used_by__isnull=False),
            join_link_of_a_host_or_a_device_is_for_single_use=Q(is_single_use=True)
            | ~Q(role=Role.HOST) & Q(for_device=None),
            join_link_of_a_host_is_for_the_whole_club=~Q(role=Role.HOST) | Q(session=None),
        )

    @property
    def token(self) -> str:
        # The token is made from the nonce and the secret key. So the host can show the QR code again, but a copy of the
        # database lets no phone in.
        digest = salted_hmac("scoring.join_link", self.nonce, algorithm="sha256").digest()
        return urlsafe_b64encode(digest).rstrip(b"=").decode()


class JoinCode(models.Model):
    """A code to type, with which a phone asks the host."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="join_codes")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, null=True, blank=True, related_name="join_codes")
    code = models.CharField(max_length=CODE_LENGTH)
    opened_by = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="opened_codes")
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["code"], condition=Q(closed_at=None), name="join_code_is_unique_while_open"
            ),
            models.UniqueConstraint(fields=["club"], condition=Q(closed_at=None), name="join_code_is_one_per_club"),
            *checks(join_code_closes_after_it_opened=Q(closes_at__gt=F("opened_at"))),
        ]

    def __str__(self) -> str:
        return f"{self.code[:3]} {self.code[3:]}"


class JoinRequest(Public, Row):
    """A phone that waits for the host."""

    code = models.ForeignKey(JoinCode, on_delete=models.PROTECT, related_name="requests")
    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="join_requests")
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    role = models.CharField(max_length=20, blank=True)
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        Device, on_delete=models.PROTECT, null=True, blank=True, related_name="answered_requests"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["code", "device"], name="join_request_is_one_per_code_and_device"),
            *checks(
                join_request_role_is_known=Q(role__in=["", *(role.value for role in Role if role is not Role.HOST)]),
                join_request_is_answered_by_a_device=Q(answered_at=None, answered_by=None, role="")
                | Q(answered_at__isnull=False, answered_by__isnull=False),
            ),
        ]
