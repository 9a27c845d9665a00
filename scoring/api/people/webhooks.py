"""Addresses that are told what happens in the club."""

import json
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404

from scoring.api.web.answers import Items, Shape, at
from scoring.api.web.base import ClubView
from scoring.api.web.operations import reads, writes
from scoring.api.web.parsing import Input, Text
from scoring.models import Webhook
from scoring.models.devices import LONGEST_ADDRESS
from scoring.operations.people.webhooks import add_webhook, remove_webhook, secret_of
from scoring.operations.table.posting import Stamp
from scoring.queries.people.access import Action


class WebhookShape(Shape):
    """An address, and why the newest try to tell it failed; empty where it did not."""

    id: UUID = at("public_id")
    address: str
    said: str


class NewWebhookShape(WebhookShape):
    """The same with its secret, which no other answer says."""

    secret: str = ""


class NewWebhook(Input):
    """An address on a host that `CUAJO_WEBHOOKS` names."""

    address = Text(max_length=LONGEST_ADDRESS)


class Webhooks(ClubView):
    @reads(Items[WebhookShape], right=Action.MANAGE)
    def get(self) -> Any:
        """List the addresses that are told what happens."""
        return {"items": Webhook.objects.filter(club=self.club).order_by("pk")}

    @writes(NewWebhook, NewWebhookShape, right=Action.MANAGE, made="webhooks/{id}/")
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> Webhook:
        """Tell an address from now on; the secret in this answer signs what it is told."""
        return add_webhook(club=self.club, **wanted, stamp=stamp)

    def once(self, *args: Any, **options: Any) -> HttpResponse:
        """Answer with the secret, which is not kept with the answer."""
        response = super().once(*args, **options)
        content = json.loads(response.content)
        webhook = Webhook(public_id=UUID(content["id"]))
        response.content = json.dumps({**content, "secret": secret_of(webhook=webhook)})
        return response


class OneWebhook(ClubView):
    webhook: Webhook

    def find(self) -> None:
        self.webhook = get_object_or_404(Webhook, club=self.club, public_id=self.part("public_id"))

    @reads(WebhookShape, right=Action.MANAGE)
    def get(self) -> Webhook:
        """Read an address that is told."""
        return self.webhook

    @writes(None, WebhookShape, right=Action.MANAGE)
    def delete(self, _stamp: Stamp) -> Webhook:
        """Tell it nothing more."""
        gone = Webhook(public_id=self.webhook.public_id, address=self.webhook.address)
        remove_webhook(webhook=self.webhook)
        return gone
