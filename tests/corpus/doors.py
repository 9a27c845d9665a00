"""The few doors through which the corpus reaches the inside: when that moves, only this module changes."""

import json
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.cache import cache

from scoring.games import game_by_id
from scoring.games.base import ActKind, ImpossibleError
from scoring.games.cuajo import PRESETS
from scoring.models import Club, Session
from scoring.operations.books import import_books, read_books
from scoring.queries.books.checking import check_session
from scoring.queries.books.export import CHECKSUM, Record, checksum, club_books, written
from tests.api.programs import Program
from tests.corpus.comparing import NEWER_RULES


def imported(text: str) -> Club:
    """Import the text of an export into this empty installation, and return its club."""
    return import_books(books=read_books(text=written(books=newest_of(json.loads(text))))).club


def text_of(club: Club) -> str:
    """Return the export of a club as its file has it."""
    return written(books=version_1_of(club_books(club=club)))


ADDED = {"has_terms": False, "name": "", "place": "", "note": ""}
"""What nights did not say yet in version 1 of the file, of which the corpus is, and what it meant."""


def newest_of(books: Record) -> Record:
    clock = ZoneInfo(books["club"]["time_zone"])
    newer: Record = {**books, "version": 2, "seasons": []}
    for night in newer["sessions"]:
        day = datetime.fromisoformat(night["started_at"]).astimezone(clock).date()
        night.update(ADDED, day=str(day))
        for entry in night["entries"]:
            entry["payments"] = [payment | {"apart": False} for payment in entry["payments"]]
    return newer | {CHECKSUM: checksum(books=newer)}


def version_1_of(books: Record) -> Record:
    older: Record = {name: value for name, value in books.items() if name != "seasons"} | {"version": 1}
    for night in older["sessions"]:
        for name in (*ADDED, "day"):
            del night[name]
        for entry in night["entries"]:
            for payment in entry["payments"]:
                del payment["apart"]
    return older | {CHECKSUM: checksum(books=older)}


def findings(club: Club) -> list[str]:
    """Return every difference that deriving the books again finds."""
    nights = Session.objects.filter(club=club).order_by("pk")
    return [finding.text.english() for night in nights for finding in check_session(session=night)]


def ask(sender: Program, method: str, path: str, content: object = None) -> tuple[int, Any]:
    """Send a request below the limits that keep programs slow, and return status and answer."""
    cache.clear()
    if path.startswith("verify/") and isinstance(content, dict):
        content = {**content, "rules": _as_before(content.get("rules", "pagat"))}
    elif path == "verdicts/" and isinstance(content, dict) and isinstance(question := content.get("question"), dict):
        content = {**content, "question": {**question, "rules": _as_before(question.get("rules", "pagat"))}}
    if path == "verify/claims/" and isinstance(content, dict):
        players = [{**each, "standing": each["standing"] or None} for each in content["players"]]
        content = {**content, "players": players}
    answer = sender.get(path) if method == "get" else sender.post(path, content)
    told = answer.json()
    if answer.status_code >= 400:
        wrong = [{"message": each.pop("detail"), **each} for each in told["errors"]]
        fields = {each["field"]: [each["message"]] for each in wrong}
        more = {"fields": fields} if told["code"] == "invalid" else {"problems": wrong} if wrong else {}
        told = {"error": {"code": told["code"], "message": told["detail"], **more}}
    if "claimants" in told:  # nobody and a seat were texts
        told["winner"] = str(told["winner"] or "")
    return answer.status_code, told


def _as_before(rules: object) -> object:
    if isinstance(rules, str) and rules in PRESETS:
        rules = {"preset": rules}
    return {**NEWER_RULES, **rules} if isinstance(rules, dict) else rules


def judged(*, game: str, kind: str, act: object, rules: object, seat_count: int) -> dict[str, Any]:
    playing = game_by_id(game_id=game)
    complete = playing.read_rules(value=rules)
    seats = playing.sides(rules=complete, seat_count=seat_count)
    try:
        read = playing.read_act(kind=ActKind(kind), data=act, rules=complete, seats=seats)  # type: ignore[arg-type]
        outcome = playing.judge(act=read, rules=complete, seats=seats)
    except ImpossibleError as error:
        return {"problems": sorted([list(each) for each in {(one.code, one.field) for one in error.problems}])}
    found = {
        "act": outcome.said.data(),
        "debts": [[debt.payer, debt.payee, debt.cents] for debt in outcome.debts],
        "scores": [[score.seat, score.points] for score in outcome.scores],
        "verdict": outcome.verdict.data(),
        "winner": outcome.winner,
        "deals_next": outcome.deals_next,
    }
    return dict(json.loads(json.dumps(found)))
