"""A night on a browser as old as the floor of docs/phones.md: what is newer is taken out of every answer and page.

A selector, unit or function under another name is as unknown to this browser as the right one is to an older one, and
fails in the same way.
"""

import re

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import Phone

NEWER = re.compile(
    r":(?=has\(|popover-open)|(?<=@)(?=container)|(?<=\d)(?=(?:dvh|cqi|cqb|lh)\b)"
    r"|\b(?=(?:color-mix|light-dark)\(|(?:container(?:-type)?|scripting|text-wrap|text-box|field-sizing): )"
    r"|(?<=: )(?=subgrid)|(?<=\s)(?=(?:popover|inert)[\s>])"
)
"""Where the name of something begins that iOS 15.4, Chrome 100 or Firefox 115 does not know."""

WITHOUT = """
for (const [from, names] of [
  [AbortSignal, "timeout any"], [URL, "parse canParse"], [Promise, "withResolvers try"],
  [Object, "groupBy"], [Map, "groupBy"], [Array, "fromAsync"], [Array.prototype, "with toSorted toReversed toSpliced"],
  [Set.prototype, "union difference intersection"], [Iterator.prototype, "map filter toArray some find"],
  [Element.prototype, "checkVisibility moveBefore setHTMLUnsafe"], [HTMLFormElement.prototype, "requestSubmit"],
  [HTMLElement.prototype, "popover showPopover hidePopover togglePopover inert"],
  [Document.prototype, "startViewTransition"], [window, "scheduler navigation cookieStore"],
]) for (const name of names.split(" ")) delete from[name]
for (const name of Object.keys(Element.prototype)) if (/^aria[A-Z]/.test(name)) delete Element.prototype[name]
FormData = class extends FormData { constructor(...given) { super(...given.slice(0, 1)) } }
"""


FORGET = """async () => {
  for (const each of (await navigator.serviceWorker?.getRegistrations()) ?? []) await each.unregister();
}"""


def unaided(phone: Phone) -> Page:
    phone.page.add_init_script("delete Navigator.prototype.serviceWorker")
    phone.page.evaluate(FORGET)
    return phone.page


def made_older(context: BrowserContext) -> None:
    def answer(route: Route) -> None:
        response = route.fetch(max_redirects=0)
        kind = response.headers.get("content-type", "")
        if kind.startswith(("text/html", "text/css")):
            route.fulfill(response=response, body=NEWER.sub(r"\g<0>older-", response.text()))
        elif kind.startswith("text/javascript"):
            route.fulfill(response=response, body=response.text().replace(":has(", ":older-has("))
        else:
            route.fulfill(response=response)

    context.add_init_script(WITHOUT)
    context.route("**/*", answer)


def test_older_browsers_are_told_what_is_needed(phone: Phone) -> None:
    sheets = re.compile(r"\.css$")
    page = unaided(phone)
    page.route(sheets, lambda route: route.fulfill(body=route.fetch().text().replace("@layer", "@older-layer")))
    page.reload()
    expect(page.locator(".too-old", has_text="iOS 15.4")).to_be_visible()


def test_the_oldest_phones_of_the_floor_play_a_whole_night(phone: Phone) -> None:
    page = unaided(phone)
    made_older(page.context)
    phone.start()
    expect(page.locator("body")).to_have_css("background-color", "rgb(15, 65, 54)")
    expect(page.locator(".too-old")).to_be_hidden()
    expect(page.locator(".site-nav")).to_be_visible()
    phone.tap_secret("Ben")
    phone.record_secret()
    expect(page.locator(".seat .amount").first).to_have_css("font-size", "32px")
    phone.set_sowee("4O")
    phone.open_hand()
    expect(page.locator(":is(.site-nav, .when-kept):visible")).to_have_count(0)
    phone.enter_worked_hand(winner="Ana")
    phone.record()
    phone.expect_results(Ana="+1.30", Ben="+0.10", Carla="−0.50", Dan="−0.90")
    phone.open_quick()
    phone.tap("Record")
    phone.expect_hand(3)
    page.locator("[data-ledger]").get_by_role("link", name="Undo").click()
    phone.tap("Undo")
    phone.expect_hand(2)
    phone.tap("Settle up", role="link")
    phone.tap("Close the night")
    page.route("**/settle/?v=*", lambda route: route.abort())
    expect(page.locator(".offline")).to_be_in_viewport()
    page.unroute("**/settle/?v=*")
    phone.pay_all()
    page.goto(f"{phone.address}/sessions/new/")
    page.locator("[data-names] button[value='Ana']").click()
    expect(page.locator("[name=seat_1]")).to_have_value("Ana")
    page.context.unroute_all(behavior="ignoreErrors")
