"""Empty an outbox of 50 acts in a browser, beside 50 acts that are recorded one by one, each as soon as it is kept.

Run `python -m benchmarks.outbox`; it replaces the section "Outbox" of benchmarks/RESULTS.md. Phone and server share
this machine's cores. Fetching the forms is not counted, nor is the page that a phone opens after a single record.
"""

import os
import tempfile
from pathlib import Path
from statistics import median

os.environ["DJANGO_SETTINGS_MODULE"] = "cuajo_site.settings"

import django

django.setup()

from playwright.sync_api import sync_playwright

from benchmarks.recording import machine, record
from tests.browser.conftest import Phone, reached
from tests.look.__main__ import launched
from tests.served.server import serving

ACTS = 50
ROUNDS = 3
KEPT_FORM = """async () => {
  const page = document.createElement("div");
  page.innerHTML = await (await fetch(`${location.pathname}cash/`)).text();
  const form = page.querySelector("form[data-act]");
  form.elements.payer.value = "1";
  form.elements.payee.value = "2";
  form.elements.amount.value = "1";
  return form;
}"""
KEEP = "(form) => outbox.keep(form, form.action, {}, { claimed: false })"
EMPTY = "async () => { while (outbox.all().some((act) => !act.refused)) await outbox.send(); }"
ONE_BY_ONE = f"""async (acts) => {{
  let taken = 0;
  for (let act = 0; act < acts; act++) {{
    const form = await ({KEPT_FORM})();
    const begun = performance.now();
    await ({KEEP})(form);
    await ({EMPTY})();
    taken += performance.now() - begun;
  }}
  return taken / 1000;
}}"""
TOGETHER = f"""async (acts) => {{
  for (let act = 0; act < acts; act++) await ({KEEP})(await ({KEPT_FORM})());
  const begun = performance.now();
  await ({EMPTY})();
  return (performance.now() - begun) / 1000;
}}"""
HOLD = "setInterval = () => 0"
"""Nothing is sent before it is measured."""


def main() -> None:
    """Measure in turns and write the results down."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(data=Path(folder) / "data") as running,
        sync_playwright() as playwright,
        launched(playwright) as browser,
    ):
        server = reached(running, at="home")
        page = browser.new_page()
        page.goto(server.host_link())
        page.locator("main button").click()
        page.wait_for_url(lambda address: "/join/" not in address)
        Phone(page=page, address=server.address).start()
        page.add_init_script(HOLD)
        page.reload()
        rounds = [[page.evaluate(way, ACTS) for way in (ONE_BY_ONE, TOGETHER)] for _ in range(ROUNDS)]
        page.reload()
        page.locator(f"#line-{2 * ROUNDS * ACTS}").wait_for()  # none was refused or doubled
    singly, together = (median(each) for each in zip(*rounds, strict=True))
    rows = (("recorded one by one", singly), ("waiting, sent at once", together))
    table = "".join(f"| {what} | {seconds:.2f} |\n" for what, seconds in rows)
    ratio = median(together / singly for singly, together in rounds)
    body = (
        f"{machine()}. Chromium by plain http, medians of {ROUNDS} rounds in turn.\n\n"
        f"| {ACTS} acts | seconds |\n|---|---|\n{table}\nRatio {ratio:.2f}, budget 1."
    )
    record(heading="Outbox", body=body)


if __name__ == "__main__":
    main()
