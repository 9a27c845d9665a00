"""Pages no link leads to: a club where nothing happened yet, refusals, two versions, answers, errors, no network."""

import re
from collections.abc import Iterator
from types import SimpleNamespace
from urllib.parse import urlencode, urljoin
from xml.etree.ElementTree import Element

from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import APIRequestContext, APIResponse, BrowserContext

from scoring.operations.throttle import WRONG_CODES
from tests.people import WORKED_HAND
from tests.views.reading import Page
from tests.web.test_refusals import REFUSED, UNREADABLE, sent

ANSWERS = {
    "answer-yes": ("win", {"hand": WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}),
    "answer-no": ("win", {"hand": WORKED_HAND.replace("12B", "11B"), "bounit": "5B", "source": "discard"}),
    "answer-refused": ("win", {"hand": "1O 2O 9Z"}),
    "answer-secret": ("secret", {"hand": "5B 5B 5B 5B"}),
}
STYLES = re.compile(r'"(/static/css/((?:sections/)?\w+)[^"]*\.css)"')
UNSEEN = {"key", "expected_entry", "expected_after", "expected_sowee", "sowee"}
OFFLINE = (
    "data-heard hidden>No connection. This page is from %s.",
    "data-heard>No connection. This page is from 21:04.",
)


def _forms(answer: APIResponse) -> list[Element]:
    page = Page(SimpleNamespace(status_code=answer.status, text=answer.text(), content=answer.body()))
    return [form for form in page.root.iter("form") if form.get("method") == "post"]


def _post(asker: APIRequestContext, *, page: str, form: Element, said: dict[str, str]) -> APIResponse:
    to = urljoin(page, form.get("action", ""))
    return asker.post(to, form=dict(said), headers={"Referer": page}, max_redirects=0)


def refusals(context: BrowserContext, address: str, *, paths: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Send every form of these pages with something that is refused, and return the name and text of each answer."""
    for path, name in paths.items():
        if name.startswith("reopen"):
            continue
        answer = context.request.get(address + path)
        for form in _forms(answer) if answer.ok and "html" in answer.headers.get("content-type", "") else ():
            said = sent(form, typed=UNREADABLE[:1])
            if not {"expected_entry", "seen"} & said.keys() and UNREADABLE[:1] not in said.values():
                continue
            refused = _post(context.request, page=address + path, form=form, said=said)
            if refused.status in REFUSED and "html" in refused.headers.get("content-type", ""):
                yield f"{name}-refused", refused.text()


def versions(context: BrowserContext, *, table: str) -> Iterator[tuple[str, str]]:
    """Review a hand, record it, and then another one in its place from a page that is older."""
    page = f"{table}hand/quick/"
    (form,) = (form for form in _forms(context.request.get(page)) if form.get("action", "").endswith("/quick/"))
    shown = {name: field.get("value", "") for field in form.iter("input") if (name := field.get("name", "")) in UNSEEN}
    hand = {"winner": "1", "source": "self_drawn", "kings_of_coins": "1", "other_kings": "2"}
    first = {**sent(form, typed=""), **shown, **hand}
    yield "review", _post(context.request, page=page, form=form, said=first | {"step": "review"}).text()
    _post(context.request, page=page, form=form, said=first | {"step": "record"})
    other = first | {"step": "record", "source": "discard", "key": "5f1c5a2e-7d0c-4e57-9b3a-2f6a1f1b7c11"}
    yield "two-versions", _post(context.request, page=page, form=form, said=other).text()


def answers(context: BrowserContext, address: str) -> Iterator[tuple[str, str]]:
    for name, (question, claim) in ANSWERS.items():
        asked = f"{address}/games/cuajo/judge/{question}/?{urlencode({**claim, 'asked': 1})}"
        yield name, context.request.get(asked).text()


def errors(context: BrowserContext, stranger: BrowserContext, address: str, *, table: str) -> Iterator[tuple[str, str]]:
    yield "not-let-in", stranger.request.get(address).text()
    yield "no-token", context.request.post(f"{address}/club/", headers={"Referer": address}).text()
    yield "unknown-host", context.request.get(address, headers={"Host": "nobody.example"}).text()
    join = f"{address}/join/"
    (form,) = (form for form in _forms(stranger.request.get(join)) if "code" in sent(form, typed="?"))
    for _ in range(WRONG_CODES.times + 1):
        last = _post(stranger.request, page=join, form=form, said=sent(form, typed="WRONG1"))
    yield "too-often", last.text()
    shown = context.request.get(table).text()
    # Without a connection nothing comes that is newer than the page.
    yield "offline", shown.replace(*OFFLINE).replace("data-live=", "data-asks-nobody=")
    served: dict[str, str] = {f"{name}.css": file for file, name in STYLES.findall(shown)}
    broken = render_to_string("500.html", request=RequestFactory().get("/"))
    yield "server-error", re.sub(r"/static/css/([\w/]+\.css)", lambda found: served[found[1]], broken)
