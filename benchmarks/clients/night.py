"""A night by the client that openapi-python-client makes of the description, as it comes out."""

import json
import sys
from uuid import uuid4

from table_client import AuthenticatedClient, models
from table_client.api.sessions import (
    get_one_session,
    get_settlement,
    post_closing,
    post_handovers,
    post_hands,
    post_sessions,
)

address, token = sys.argv[1:]
WON = {"result": "win", "winner": 1, "declared": False, "source": "discard", "bounit": "5B", "sowee": "4O"}
WON |= {"hand": "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B", "secrets": [], "extra": ""}

with AuthenticatedClient(base_url=address, token=token) as client:
    terms = models.NewSessionRequest(
        names=["Ana", "Ben", "Carla", "Dan"], currency=models.NewSessionRequestCurrency.PHP, first_dealer=1
    )
    night = post_sessions.sync(client=client, body=terms, idempotency_key=str(uuid4()))
    for act in (WON, {"result": "drawn"}):
        table = get_one_session.sync(night.id, client=client)
        hand = models.NewHandRequest(
            act=models.CuajoHand.from_dict(act),
            expected_after=table.expected_after,
            expected_entry=table.expected_entry,
            expected_sowee=table.sowee,
        )
        post_hands.sync(night.id, client=client, body=hand, idempotency_key=str(uuid4()))
        late = post_hands.sync(night.id, client=client, body=hand, idempotency_key=str(uuid4()))
        assert (late.code, late.status) == ("hand_taken", 409), "a hand was recorded twice"
    table = get_one_session.sync(night.id, client=client)
    close = models.CloseRequest(expected_entry=table.expected_entry)
    closed = post_closing.sync(night.id, client=client, body=close, idempotency_key=str(uuid4()))
    for line in closed.plan:
        table = get_one_session.sync(night.id, client=client)
        cash = models.NewHandoverRequest(
            payer=line.payer, payee=line.payee, amount_cents=line.amount_cents, expected_entry=table.expected_entry
        )
        post_handovers.sync(night.id, client=client, body=cash, idempotency_key=str(uuid4()))
    settled = get_settlement.sync(night.id, client=client)
    print(json.dumps({"results": [seat.result_cents for seat in settled.seats], "is_settled": settled.is_settled}))
