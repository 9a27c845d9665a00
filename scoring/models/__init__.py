"""Define the tables and the lengths of texts."""

from scoring.ledger.kinds import EntryKind, UtangWay
from scoring.models.clubs import LONGEST_CLUB_NAME, LONGEST_NAME, LONGEST_RULES_NAME
from scoring.models.clubs import Club, Installation, Player, SavedRules, Season
from scoring.models.devices import EVENTS, LONGEST_ADDRESS, LONGEST_LABEL, SESSION_OPENED, WEBHOOK_EVENTS, hash_token
from scoring.models.devices import ApiAnswer, ApiToken, Device, Membership, Role, Webhook, WebhookMessage
from scoring.models.entries import LONGEST_REASON, Alarm, Dispute, DisputeVoice, Entry, Hand, KeptVerdict, Partnership
from scoring.models.entries import Payment, Proposal, Ruling, Score, Seal
from scoring.models.joining import CODE_LENGTH, CODE_LETTERS, JoinCode, JoinLink, JoinRequest
from scoring.models.sessions import FIRST_DAY, LAST_DAY, LONGEST_CURRENCY, LONGEST_NOTE, LONGEST_TITLE
from scoring.models.sessions import NightTally, Seat, Session
