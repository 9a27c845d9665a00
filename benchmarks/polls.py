"""Time a poll without news before Django beside Django's own answer, and news for the first and each further phone.

Run `python -m uv run --dev python -m benchmarks.polls`; it replaces the section "Polls" of benchmarks/RESULTS.md.
Processor time of one process, interleaved, median of the rounds.
"""

import os
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from time import process_time
from typing import Any
from urllib.parse import urlencode

os.environ["CUAJO_DATA"] = mkdtemp(prefix="cuajo-polls-")
os.environ["DJANGO_SETTINGS_MODULE"] = "cuajo_site.settings"

import django

django.setup()

from django.core.cache import cache
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.test import Client, RequestFactory
from django.urls import reverse

from benchmarks.recording import machine, record
from scoring.management.serving import collect_static
from scoring.models import Role
from scoring.web.polling import PollsFirst
from tests import people

ROUNDS, POLLS, PHONES = 15, 100, 20


def asked(phone: Client, address: str) -> dict[str, Any]:
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in phone.cookies.items())
    return RequestFactory().get(address).environ | {
        "HTTP_HX_REQUEST": "true",
        "HTTP_COOKIE": cookies,
        "HTTP_HOST": "localhost",
    }


def answer(application: Any, environ: dict[str, Any]) -> int:
    status: list[int] = []
    told = application(dict(environ), lambda line, _headers: status.append(int(line.split()[0])))
    b"".join(told)
    if hasattr(told, "close"):
        told.close()
    return status[0]


def milliseconds(application: Any, requests: list[dict[str, Any]], *, status: int) -> float:
    began = process_time()
    assert {answer(application, each) for each in requests} == {status}
    return (process_time() - began) * 1000 / len(requests)


def main() -> None:
    """Measure, print and record."""
    call_command("migrate", verbosity=0)
    collect_static(stamp=Path(os.environ["CUAJO_DATA"]) / "static_version")
    django_answers = get_wsgi_application()
    polls_first = PollsFirst(django_answers)
    session = people.start_night(club=people.make_club())
    for number in range(10):
        people.win(session, winner=number % 4 + 1)
    rows = [f"{machine()}. Processor milliseconds, median of {ROUNDS} rounds.\n", "| what | ms |", "|---|---|"]
    live = reverse("live", args=[session.public_id])
    for role in (Role.SCOREKEEPER, Role.VIEWER):
        phones = [people.browser_of(club=session.club, role=role) for _ in range(PHONES)]
        for phone in phones:
            phone.get(reverse("table", args=[session.public_id]))
        query = urlencode({"shape": f"{role}-open", "page": 1})
        newest = [asked(phone, f"{live}?{query}&v=10.0.") for phone in phones] * (POLLS // PHONES)
        older = [asked(phone, f"{live}?{query}&v=9.0.") for phone in phones]
        times: dict[str, list[float]] = {}
        for _ in range(ROUNDS):
            cache.clear()
            for name, application, requests, status in (
                ("poll without news, Django", django_answers, newest, 204),
                ("poll without news, before Django", polls_first, newest, 204),
                ("news, first phone", polls_first, older[:1], 200),
                ("news, each further phone", polls_first, older[1:], 200),
            ):
                times.setdefault(name, []).append(milliseconds(application, requests, status=status))
        rows += [f"| {role}: {name} | {median(each):.2f} |" for name, each in times.items()]
    body = "\n".join(rows)
    print(body)
    record(heading="Polls", body=body)


if __name__ == "__main__":
    main()
