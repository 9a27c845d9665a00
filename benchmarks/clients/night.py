"""A night by the client that openapi-python-client makes of the description, as it comes out."""

import json
import sys
from uuid import uuid4

from table_client import AuthenticatedClient, models
from table_client.api.sessions import (
    close_session,
    hand_over,
    read_session,
    read_session_settlement,
    record_hand,
    start_session,
)

address, token = sys.argv[1:]
WON = {"result": "win", "winner": 1, "declared": False, "source": "discard", "bounit": "5B", "sowee": "4O"}
WON |= {"hand": "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B", "secrets": [], "extra": ""}

with AuthenticatedClient(base_url=address, token=token) as client:
    terms = models.StartSessionRequest(
        names=["Ana", "Ben", "Carla", "Dan"], currency=models.CurrencyCode.PHP, first_dealer=1
    )
    night = start_session.sync(client=client, body=terms, idempotency_key=str(uuid4()))
    for act in (WON, {"result": "drawn"}):
        table = read_session.sync(night.id, client=client)
        hand = models.RecordHandRequest(
            act=models.CuajoHand.from_dict(act),
            expected_after=table.expected_after,
            expected_entry=table.expected_entry,
            expected_sowee=table.sowee,
        )
        record_hand.sync(night.id, client=client, body=hand, idempotency_key=str(uuid4()))
        late = record_hand.sync(night.id, client=client, body=hand, idempotency_key=str(uuid4()))
        assert (late.code, late.status) == ("hand_taken", 409), "a hand was recorded twice"
    table = read_session.sync(night.id, client=client)
    close = models.CloseSessionRequest(expected_entry=table.expected_entry)
    closed = close_session.sync(night.id, client=client, body=close, idempotency_key=str(uuid4()))
    for line in closed.plan:
        table = read_session.sync(night.id, client=client)
        cash = models.HandOverRequest(
            payer=line.payer, payee=line.payee, amount_cents=line.amount_cents, expected_entry=table.expected_entry
        )
        hand_over.sync(night.id, client=client, body=cash, idempotency_key=str(uuid4()))
    settled = read_session_settlement.sync(night.id, client=client)
    print(json.dumps({"results": [seat.result_cents for seat in settled.seats], "is_settled": settled.is_settled}))
