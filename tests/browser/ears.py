"""A page as it is heard: by the roles, names and states of the accessibility tree, by its news, and by the focus."""

import json
import re
from typing import Literal

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import new_page, settle

LISTENING = """
addEventListener("DOMContentLoaded", () => {
  const LIVE = "[role=status], [role=alert], [aria-live]:not([aria-live=off]), output";
  const elementOf = (node) => (node instanceof Element ? node : node.parentElement);
  const isAlert = (each) => each.matches("[role=alert]");
  const alerts = (node) => (node instanceof Element ? [node, ...node.querySelectorAll("*")].filter(isAlert) : []);
  let said = 0;
  const hear = (parts) => {
    for (const part of new Set(parts)) {
      const words = part.innerText.replace(/\\s+/g, " ").trim();
      if (!words) continue;
      globalThis.hear?.(words);
      sessionStorage[`heard ${performance.timeOrigin} ${said++}`] = words;
    }
  };
  hear(document.querySelectorAll("[role=alert]"));
  new MutationObserver((changes) => {
    const live = changes.map(({ target }) => elementOf(target)?.closest(LIVE)).filter(Boolean);
    hear([...live, ...changes.flatMap(({ addedNodes }) => [...addedNodes].flatMap(alerts))]);
  }).observe(document, { subtree: true, childList: true, characterData: true });
});
"""
"""What a screen reader says by itself: a change within a live region that stands already, and an alert that comes."""

type Role = Literal["button", "form", "group", "heading", "link", "textbox"]


def listen(page: Page) -> list[str]:
    heard: list[str] = []

    def hear(words: str) -> None:
        heard.append(words)

    page.expose_function("hear", hear)
    page.add_init_script(LISTENING)
    return heard


HEARD = """
([source, flags, known]) => {
  const heard = Object.entries(sessionStorage).filter(([key]) => key.startsWith("heard ") && !known.includes(key));
  return heard.some(([, words]) => RegExp(source, flags).test(words)) && JSON.stringify(heard);
}
"""
"""What was said since, as text: an object would be lost with a page that is left meanwhile."""


class Ears:
    """Somebody at a page who sees nothing of it and hears what is said without being asked for."""

    def __init__(self, browser: Browser, **options: object) -> None:
        self.page: Page = new_page(browser, **options)
        self.page.add_init_script(LISTENING)
        self.known: list[str] = []

    def find(self, role: Role, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role(role, name=name, exact=True)

    def press(self, role: Role, name: str | re.Pattern[str]) -> None:
        """Press it, of several the first, once its page is here with its scripts and the one before has gone."""
        control = self.find(role, name).first if isinstance(name, re.Pattern) else self.find(role, name)
        expect(control).to_be_attached()
        settle(self.page)
        control.press("Enter")

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.insert_text(text)

    def choose(self, name: str, *, of: str) -> None:
        """Choose one answer of a question, which may fold into a row with the answer at once."""
        group = self.page.get_by_role("group", name=of, exact=True)
        group.get_by_role("radio", name=name, exact=True).press("Space")
        chosen = group.get_by_role("radio", name=name, exact=True, checked=True)
        folded = self.page.get_by_role("button", name=re.compile(rf" {re.escape(name)}$"))
        expect(chosen.or_(folded).first).to_be_attached()

    def stand_at(self, role: Role, name: str) -> None:
        expect(self.find(role, name)).to_be_focused()

    def arrive(self, title: str) -> None:
        expect(self.page).to_have_title(re.compile(rf"^{re.escape(title)}( · |$)"))
        settle(self.page)

    def hear(self, news: str | re.Pattern[str]) -> None:
        source, flags = (news.pattern, "s") if isinstance(news, re.Pattern) else (f"^{re.escape(news)}$", "s")
        found = self.page.wait_for_function(HEARD, arg=[source, flags, self.known]).json_value()
        heard = json.loads(found)
        self.known += [key for key, _ in heard]
        said = [(key.split()[1], words) for key, words in heard]
        assert len(said) == len(set(said)), said

    def leave(self) -> None:
        self.page.context.close()
