// htmx is loaded where something needs it: what a page asks as it opens, a form that is begun, a tap, or news.
(() => {
  const BUSY = "htmx-request";
  const PAUSE = 5000;
  const LONGEST = 20_000;
  const NOTHING_NEW = 204;
  const ASKS = { click: "a[hx-get], button[hx-post]", submit: "form[hx-post]:not([hx-trigger^='input'])" };
  let coming, begins;

  const isHere = () => "htmx" in globalThis;

  // One that came in the middle of opening would wait for an event that is over.
  const opened = new Promise((done) => (document.readyState === "complete" ? done() : addEventListener("load", done)));

  const load = async () => {
    await opened;
    const src = document.body.dataset.htmx;
    // A script that a network never sends would keep back the next one of its address, and cannot be given up.
    await (await fetch(src, { signal: older.within(LONGEST) })).text();
    const script = Object.assign(document.createElement("script"), { src });
    const loaded = new Promise((done, lost) => Object.assign(script, { onload: done, onerror: lost }));
    document.head.append(script);
    await loaded;
  };

  const loaded = async () => {
    try {
      if (!isHere()) await (coming ??= load());
    } catch (error) {
      coming = null;
      throw error;
    }
  };

  // Whether anything is new can be asked without it.
  globalThis.hasNews = async (address) => {
    const { status } = await fetch(address, { headers: { "HX-Request": "true" }, signal: older.within(LONGEST) });
    return status !== NOTHING_NEW;
  };

  // Where it cannot come, what asked for it has failed as a request does.
  globalThis.withHtmx = async (elt, verb) => {
    elt.classList.add(BUSY);
    try {
      await loaded();
    } catch (error) {
      const requestConfig = { elt, verb, parameters: { key: elt.elements?.key?.value } };
      const detail = { elt, requestConfig, xhr: { status: 0, responseText: "" } };
      document.dispatchEvent(new CustomEvent("htmx:sendError", { detail }));
      throw error;
    } finally {
      elt.classList.remove(BUSY);
    }
  };

  const after = async (elt, again) => {
    if (elt.classList.contains(BUSY)) return;
    try {
      await withHtmx(elt, elt.matches("[hx-get]") ? "get" : "post");
      again();
    } catch {
      // Said already.
    }
  };

  const tapped = (event) => {
    const { target, type, submitter } = event;
    const asking = target.closest(ASKS[type]);
    if (isHere() || !asking || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // htmx knows the button of a form by its click.
    after(asking, () => (type === "submit" && !submitter ? older.submit(asking) : (submitter ?? asking).click()));
  };

  // The field heard the change already. To hear it again would close a question that was opened since.
  const changed = ({ target }) => {
    const own = target.closest("[hx-trigger*='change']");
    const asking = own ?? target.form?.querySelector("[hx-trigger*='closest form']");
    if (!isHere() && asking) after(asking, () => (own ?? target.form).dispatchEvent(new Event("change", { bubbles: true })));
  };

  const unfolded = ({ target }) => {
    const asking = target.querySelector("[hx-trigger^='toggle']");
    if (!isHere() && asking) after(asking, () => target.dispatchEvent(new Event("toggle")));
  };

  const begun = ({ target }) => {
    if (target.closest("main form, [hx-get], [hx-post]")) loaded().catch(() => {});
  };

  const atOnce = () => {
    if (document.querySelector("[hx-trigger*='load']")) loaded().catch(() => setTimeout(atOnce, PAUSE));
  };

  // What is asked again and again is left to htmx as soon as there is news.
  const watch = async (elt) => {
    if (isHere() || !elt.isConnected) return;
    const address = elt.getAttribute("hx-get");
    try {
      if (await hasNews(address)) {
        await loaded();
        htmx.ajax("get", address, { source: elt }); // its own first question would come one period later
      }
    } catch {
      // The network may be back the next time.
    }
    watchLater(elt);
  };

  const watchLater = (elt) => setTimeout(watch, 1000 * parseInt(elt.getAttribute("hx-trigger").slice("every ".length)), elt);

  // The scripts of a page hear that it is there by an event of htmx. They hear it once.
  const begin = () => {
    begins = true;
    document.body.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true, detail: { elt: document.body } }));
    begins = false;
    atOnce();
    document.querySelectorAll("[hx-trigger^='every']").forEach(watchLater);
  };

  addEventListener("htmx:load", (event) => {
    if (event.target === document.body && !begins) event.stopImmediatePropagation();
  }, true);
  for (const tap of ["click", "submit"]) addEventListener(tap, tapped, true);
  for (const change of ["input", "change"]) document.addEventListener(change, changed);
  addEventListener("toggle", unfolded, true);
  for (const start of ["pointerdown", "keydown"]) addEventListener(start, begun);
  document.addEventListener("DOMContentLoaded", () => setTimeout(begin));
})();
