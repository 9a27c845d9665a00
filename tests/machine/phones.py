"""Phones that use the served app without a screen: they keep cookies and send the forms of its pages."""

import re
from html import unescape
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

LIMIT_SECONDS = 30


def browser() -> tuple[OpenerDirector, CookieJar]:
    """Return a browser and its cookies."""
    cookies = CookieJar()
    return build_opener(HTTPCookieProcessor(cookies)), cookies


def become_host(phone: OpenerDirector, *, link: str) -> None:
    """Open the one-time link and press its button."""
    assert submit(phone, link) == 200


def text_of(phone: OpenerDirector, address: str) -> str:
    """Return a page."""
    with phone.open(address, timeout=LIMIT_SECONDS) as response:
        return str(response.read().decode())


def form_of(phone: OpenerDirector, address: str) -> dict[str, str]:
    """Return what the first form posted from a page sends."""
    forms = re.findall(r'<form[^>]*method="post".*?</form>', text_of(phone, address), re.DOTALL)
    fields = re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', forms[0])
    return {name: unescape(value) for name, value in fields}


def send(phone: OpenerDirector, address: str, fields: dict[str, str]) -> int:
    """Post fields to an address and return the status it leads to."""
    try:
        answer: HTTPResponse = phone.open(address, urlencode(fields).encode(), timeout=LIMIT_SECONDS)
    except HTTPError as error:
        return error.code
    return answer.status


def submit(phone: OpenerDirector, address: str) -> int:
    """Press the button of a page's form and return the status it leads to."""
    return send(phone, address, form_of(phone, address))
