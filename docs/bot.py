"""Announce the nights of Cuajo in a chat, with Python 3.12 or newer and nothing else:

    CUAJO_TOKEN=... CUAJO_SECRET=... python bot.py http://localhost:8000 https://chat.example/hooks/... 9000

The chat takes {"text": ...}, as Slack, Mattermost and Rocket.Chat do, and Discord at its address with /slack.
"""

import hmac
import json
import os
import sys
import time
from base64 import b64decode, b64encode
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.request import Request, urlopen

CUAJO, CHAT, PORT = sys.argv[1:]
KEY, done = b64decode(os.environ["CUAJO_SECRET"].removeprefix("whsec_")), set()


def is_signed(message, sent, signature, body):
    digest = hmac.digest(KEY, f"{message}.{sent}.".encode() + body, "sha256")
    return hmac.compare_digest(f"v1,{b64encode(digest).decode()}", signature) and abs(time.time() - int(sent)) < 300


def ask(address, body=None, **headers):
    return urlopen(Request(address, body, headers), timeout=2).read()  # noqa: S310 - the addresses are yours


def announcement(session, entry):
    where = f"{CUAJO}/api/v1/sessions/{session}/" + (f"entries/{entry}/" if entry else "")
    read = json.loads(ask(where, Authorization=f"Bearer {os.environ['CUAJO_TOKEN']}"))
    begun = f"A night begins: {', '.join(seat['player']['name'] for seat in read.get('seats', ()))}"
    return f"{read['sentence']} {CUAJO}{read['address']}" if entry else begun


class Bot(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        signed = [self.headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")]
        told = json.loads(body) if is_signed(*signed, body) else {}
        if told.get("type") in ("session.opened", "hand.recorded", "session.closed") and signed[0] not in done:
            text = json.dumps({"text": announcement(**told["data"])}).encode()
            ask(CHAT, text, **{"Content-Type": "application/json"})
            done.add(signed[0])
        self.send_response(204 if told else 403)
        self.end_headers()


HTTPServer(("", int(PORT)), Bot).serve_forever()
