"""Everything the database keeps."""

from scoring.ledger.kinds import EntryKind, UtangWay
from scoring.models.clubs import Club, Player
from scoring.models.devices import ApiAnswer, ApiToken, Device, Membership, Role
from scoring.models.disputes import Dispute, DisputeVoice, Ruling
from scoring.models.entries import Alarm, Entry, Hand, Partnership, Payment, Score, Seal
from scoring.models.installation import Installation
from scoring.models.joining import JoinCode, JoinLink, JoinRequest
from scoring.models.proposals import Proposal
from scoring.models.rules import KeptVerdict, SavedRules
from scoring.models.seasons import Season
from scoring.models.sessions import Seat, Session
from scoring.models.tallies import NightTally, PairTally, PastTally, RatingTally, SeatTally, SideTally
from scoring.models.webhooks import Webhook, WebhookEvent, WebhookMessage

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
    "PairTally",
    "Partnership",
    "PastTally",
    "Payment",
    "Player",
    "Proposal",
    "RatingTally",
    "Role",
    "Ruling",
    "SavedRules",
    "Score",
    "Seal",
    "Season",
    "Seat",
    "SeatTally",
    "Session",
    "SideTally",
    "UtangWay",
    "Webhook",
    "WebhookEvent",
    "WebhookMessage",
]
