"""Everything the database keeps."""

from scoring.ledger.kinds import EntryKind, UtangWay
from scoring.models.clubs import Club, Installation, Player, SavedRules, Season
from scoring.models.devices import ApiAnswer, ApiToken, Device, Membership, Role, Webhook, WebhookEvent, WebhookMessage
from scoring.models.entries import (
    Alarm,
    Dispute,
    DisputeVoice,
    Entry,
    Hand,
    KeptVerdict,
    Partnership,
    Payment,
    Proposal,
    Ruling,
    Score,
    Seal,
)
from scoring.models.joining import JoinCode, JoinLink, JoinRequest
from scoring.models.sessions import NightTally, Seat, Session

__all__ = ["EntryKind", "UtangWay"]
__all__ += ["Club", "Installation", "Player", "SavedRules", "Season"]
__all__ += ["ApiAnswer", "ApiToken", "Device", "Membership", "Role", "Webhook", "WebhookEvent", "WebhookMessage"]
__all__ += ["Alarm", "Dispute", "DisputeVoice", "Entry", "Hand", "KeptVerdict", "Partnership", "Payment"]
__all__ += ["Proposal", "Ruling", "Score", "Seal"]
__all__ += ["JoinCode", "JoinLink", "JoinRequest"]
__all__ += ["NightTally", "Seat", "Session"]
