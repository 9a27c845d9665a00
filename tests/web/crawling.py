"""Every page that links lead to."""

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

from django.test import Client

from tests.views.reading import Page

MOST_PAGES = 600
ALIKE = 2
"""So many pages are opened of those that differ only in the night or player they are about."""
API_DOCS = "/api/docs/"
"""Its scripts are of another project and write style attributes; its policy is in tests/api."""
IDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def crawl(browser: Client) -> Iterator[tuple[str, Page, dict[str, str]]]:
    """Open every page that links lead to, with its headers."""
    waiting, seen, opened = ["/"], set[str](), Counter[str]()
    while waiting:
        address = waiting.pop()
        seen.add(address)
        assert len(seen) < MOST_PAGES
        opened[IDS.sub("", address)] += 1
        if opened[IDS.sub("", address)] > ALIKE:
            continue
        response = browser.get(address, follow=True)
        if response["Content-Type"].startswith("text/html"):
            page = Page(response)
            yield address, page, dict(response.headers)
            links = {urlsplit(urljoin(address, link.get("href", ""))) for link in page.root.iter("a")}
            waiting += sorted({link.path for link in links if not (link.scheme or link.netloc)} - seen - set(waiting))
