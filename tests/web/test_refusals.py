"""Whoever is refused is led to the first problem: every form names one, and saving.js takes the focus there."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from django.test import Client

from tests.views.reading import Page
from tests.web.test_rights import COLUMNS, STATED, address, as_it_was, askers, known  # noqa: F401 - fixtures

pytestmark = pytest.mark.django_db

OK = 200
REFUSED = (409, 422)
TYPED = ("text", "number", "date", "password", "search")
UNREADABLE = "?" * 600
NO_SUCH_THING = "4040"
OF_DJANGO = re.compile(r"This field is required|Enter a (?:valid|whole)[^<]*|Select a valid[^<]*")
"""What would be said of any field, and does not say what to do with this one."""


def is_problem(element: Element) -> bool:
    """Tell whether saving.js leads to an element: it says what is wrong, or is a field that is."""
    says = element.get("role") == "alert" or "errorlist" in element.get("class", "").split()
    return says or element.get("aria-invalid") == "true"


def is_written(field: Element) -> bool:
    """Tell whether a field takes any text; of cards only what can be read is shown again, of passwords nothing."""
    return (
        field.get("type", "text") in ("text", "search") and "data-cards" not in field.attrib and not field.get("list")
    )


def answers(browser: Client, page: str, said: dict[str, str]) -> Any:
    with as_it_was():
        return browser.post(page, said)


def sent(form: Element, *, typed: str) -> dict[str, str]:
    """Return what a form sends with this typed everywhere, nothing chosen, and nothing true now of what it showed."""
    said = {}
    for field in form.iter():
        name, kind = field.get("name", ""), field.get("type", "text")
        if field.tag == "textarea" or (field.tag == "input" and kind in TYPED):
            said[name] = typed
        elif field.tag == "input" and kind == "hidden":
            said[name] = NO_SUCH_THING if name.startswith("expected") else field.get("value", "")
    return said


def names_a_problem(response: Any) -> bool:
    if not response.text.startswith("<!DOCTYPE"):
        response.content = f"<html><main>{response.text}</main></html>"
    (main,) = Page(response).root.iter("main")
    return any(is_problem(element) for element in main.iter())


def refusals(host: Client, *, known: dict[str, object]) -> Iterator[tuple[str, str, Any]]:  # noqa: F811
    """Send every form of the app empty, then with what nobody can read; yield where, what, and each refusal."""
    for name in (name for name, (_, post) in STATED.items() if post[COLUMNS.index("h")] == "+"):
        page = address(name, known=known)
        shown = host.get(page)
        if shown.status_code != OK or not shown["Content-Type"].startswith("text/html"):
            continue
        forms = [form for form in Page(shown).root.iter("form") if form.get("action", "") in ("", page)]
        for form, typed in product(forms, ("", UNREADABLE)):
            response = answers(host, page, sent(form, typed=typed)) if form.get("method") == "post" else shown
            if response.status_code in REFUSED:
                yield name, typed, response


def test_every_refusal_names_the_problem_it_leads_to(askers: dict[str, Client], known: dict[str, object]) -> None:  # noqa: F811
    refused, silent = set(), set()
    for name, typed, response in refusals(askers["h"], known=known):
        refused.add(name)
        silent |= set() if names_a_problem(response) else {(name, typed[:1])}
    assert silent == set()
    assert len(refused) > 35


def test_a_refusal_keeps_what_was_typed(askers: dict[str, Client], known: dict[str, object]) -> None:  # noqa: F811
    kept, lost = set[str](), set[str]()
    for name, typed, response in refusals(askers["h"], known=known):
        said = {field.get("value") or "" for field in Page(response).root.iter("input") if is_written(field)}
        (kept if typed in said else lost).update({name} if typed and said else ())
    assert lost - kept == {"hand"}, "which asks for nothing but cards"
    assert len(kept) > 15


def test_a_refusal_says_what_to_do_with_this_very_field(askers: dict[str, Client], known: dict[str, object]) -> None:  # noqa: F811
    refused = refusals(askers["h"], known=known)
    assert {(name, said) for name, _, answer in refused for said in OF_DJANGO.findall(answer.text)} == set()
