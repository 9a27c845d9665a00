"""Everything the database keeps."""

from scoring.ledger.kinds import EntryKind, UtangWay
from scoring.models.clubs import Club, Installation, Player, Season
from scoring.models.devices import ApiAnswer, ApiToken, Device, Membership, Role, Webhook, WebhookEvent, WebhookMessage
from scoring.models.entries import Alarm, Dispute, DisputeVoice, Entry, Hand, Partnership, Payment, Ruling, Score, Seal
from scoring.models.joining import JoinCode, JoinLink, JoinRequest
from scoring.models.rules import KeptVerdict, Proposal, SavedRules
from scoring.models.sessions import NightTally, Seat, Session

__all__ = [
    "Alarm",
    "ApiAnswer",
    "ApiToken",
    "Club",
    "Device",
    "Dispute",
    "DisputeVoice",
    "Entry",
    "EntryKind",
    "Hand",
    "Installation",
    "JoinCode",
    "JoinLink",
    "JoinRequest",
    "KeptVerdict",
    "Membership",
    "NightTally",
    "Partnership",
    "Payment",
    "Player",
    "Proposal",
    "Role",
    "Ruling",
    "SavedRules",
    "Score",
    "Seal",
    "Season",
    "Seat",
    "Session",
    "UtangWay",
    "Webhook",
    "WebhookEvent",
    "WebhookMessage",
]
