"""Read a page as a person does: texts of its parts, fields of its forms."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder

from django.conf import settings
from django.forms import BaseForm
from django.test import Client
from django.urls import reverse

from scoring.models import Player, SavedRules, Session

VOID = {"br", "col", "hr", "img", "input", "link", "meta"}


class _Parser(HTMLParser):
    """Build a tree of the page; a page whose tags do not match fails the test."""

    def __init__(self) -> None:
        super().__init__()
        self.builder = TreeBuilder()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in VOID:
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        self.builder.end(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes nothing"
        self.builder.end(tag)

    def handle_data(self, data: str) -> None:
        self.builder.data(data)


def is_sent(field: Element) -> bool:
    return field.get("type") not in ("radio", "checkbox") or "checked" in field.attrib


class Page:
    def __init__(self, response: Any) -> None:
        self.status, self.content = response.status_code, response.content
        drawn = getattr(response, "templates", ())
        self.kind = drawn[0].name if drawn else ""
        parser = _Parser()
        is_one = response.text.count("hx-swap-oob") == 0
        parser.feed(response.text if is_one else f"<div>{response.text}</div>")
        self.root = parser.builder.close()

    def find(self, mark: str, value: str | None = None) -> Element:
        found = list(self._marked(mark, value))
        assert len(found) == 1, f"{len(found)} elements have {mark}"
        return found[0]

    def has(self, mark: str, value: str | None = None) -> bool:
        return any(True for _ in self._marked(mark, value))

    def text(self, mark: str, value: str | None = None) -> str:
        return text_of(self.find(mark, value))

    def items(self, mark: str, value: str | None = None, *, tag: str = "li") -> tuple[str, ...]:
        """Return the texts of the list items (or other tags) inside the element with an attribute."""
        return tuple(text_of(item) for item in self.find(mark, value).iter(tag))

    def sums(self, mark: str, value: str | None = None) -> tuple[tuple[str, ...], ...]:
        """Return the people and the amounts of pesos of each list item of an element, by its attribute."""
        found = self.find(mark, value)
        return tuple((*map(text_of, item.iter("bdi")), *amounts(text_of(item))) for item in found.iter("li"))

    def rows(self, mark: str, value: str | None = None) -> tuple[tuple[str, ...], ...]:
        body = self.find(mark, value).find("tbody")
        assert body is not None
        return tuple(tuple(text_of(cell) for cell in row) for row in body.iter("tr"))

    def cents(self, mark: str, value: str | None = None) -> dict[int, int]:
        told = (each for each in self.find(mark, value).iter() if "data-cents" in each.attrib)
        return {int(each.attrib["data-seat"]): int(each.attrib["data-cents"]) for each in told}

    def links(self) -> set[str]:
        return {link.get("href", "") for link in self.root.iter("a")}

    @property
    def sheets(self) -> tuple[str, ...]:
        """Return the style sheets that the page waits for on every screen."""
        links = (each.attrib for each in self.root.iter("link") if "media" not in each.attrib)
        return tuple(each["href"] for each in links if each.get("rel") == "stylesheet")

    def forms(self, *, action: str = "") -> tuple[dict[str, str], ...]:
        return tuple(
            {field.get("name", ""): field.get("value", "") for field in form.iter("input") if is_sent(field)}
            for form in self.root.iter("form")
            if form.get("action", "") == action
        )

    def ids(self) -> tuple[str, ...]:
        return tuple(element.get("id", "") for element in self._marked("id"))

    def _marked(self, mark: str, value: str | None = None) -> Iterator[Element]:
        for element in self.root.iter():
            if mark in element.attrib and value in (None, element.get(mark)):
                yield element


def text_of(element: Element) -> str:
    """Return the words of an element, with single spaces; none parts a name from its comma or ending, or an amount."""
    words = " ".join(" ".join(_texts(element)).split())
    return words.replace(" ,", ",").replace(" 's", "'s").replace("\N{WORD JOINER}", "")


def _texts(element: Element) -> Iterator[str]:
    if "amount" in element.get("class", "").split():
        yield "".join(element.itertext())
    else:
        yield element.text or ""
        for child in element:
            if child.get("aria-hidden") != "true":
                yield from _texts(child)
            yield child.tail or ""


def whole_amounts(html: str) -> str:
    """Return a page whose amounts are in one piece: their symbol and cents are drawn in a size of their own."""
    return re.sub(r'<span\s+class="amount-(?:mark|symbol|cents)">([^<]*)</span\s*>', r"\1", html)


def refusal(response: Any) -> tuple[int, tuple[str, ...]]:
    codes = set(re.findall(r'data-code="(\w+)"', response.text))
    for context in response.context or ():
        for value in context.flatten().values():
            if isinstance(value, BaseForm) and value.is_bound:
                problems = value.errors.as_data()
                codes |= {f"{field}:{error.code}" for field, errors in problems.items() for error in errors}
    return response.status_code, tuple(sorted(codes))


def amounts(text: str) -> tuple[str, ...]:
    """Return the amounts of pesos in a text, in order.

    >>> amounts("Ben pays Ana ₱0.90, Dan −₱1,234")
    ('₱0.90', '−₱1,234')
    """
    return tuple(re.findall(r"[+−]?₱[\d,]*\d(?:\.\d\d)?", text))


def url(name: str, of: Session | Player | SavedRules, *more: object) -> str:
    return reverse(name, args=[of.public_id, *more])


def without_answer(browser: Client) -> Client:
    """Return the same browser as it is where the answer that gave it its place never arrived."""
    same = Client()
    same.cookies[settings.CSRF_COOKIE_NAME] = browser.cookies[settings.CSRF_COOKIE_NAME].value
    return same


def open_page(browser: Client, address: str) -> Page:
    response = browser.get(address)
    assert response.status_code == 200, (address, response.status_code)
    return Page(response)
