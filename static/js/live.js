"use strict";

// Ask about once a second whether anything is new; the answer brings the parts that changed.
(() => {
  const SECOND = 1000;
  const IDLE_AFTER = 180 * SECOND;
  const IDLE_PAUSE = 5 * SECOND;
  const LONGEST_PAUSE = 15 * SECOND;
  const SILENT_FAILURES = 1;

  const live = () => document.querySelector("[data-live]");
  const version = () => document.getElementById("live-version").dataset.version;

  const address = () => {
    const asked = new URL(live().dataset.live, location.href);
    asked.searchParams.set("v", version());
    return asked.href;
  };

  let timer = 0;
  let failures = 0;
  let asking = false;
  let pressed = false;
  let lastActive = Date.now();

  const isIdle = () => Date.now() - lastActive > IDLE_AFTER;

  // Phones that were opened together must not go on asking together.
  const pause = () => {
    if (failures) return Math.min(2 ** failures * SECOND, LONGEST_PAUSE);
    return (isIdle() ? IDLE_PAUSE : SECOND) * (0.9 + Math.random() / 5);
  };

  const schedule = () => {
    clearTimeout(timer);
    if (live() && !document.hidden) timer = setTimeout(ask, pause());
  };

  const ask = async () => {
    if (asking || !live() || document.hidden) return;
    const before = version();
    asking = true;
    try {
      await htmx.ajax("GET", address(), { source: live(), swap: "none" });
      if (live() && version() !== before) lastActive = Date.now();
    } catch {
      // The end of the request was counted already.
    }
    asking = false;
    schedule();
  };

  const askAtOnce = () => {
    clearTimeout(timer);
    ask();
  };

  const active = () => {
    const wasIdle = isIdle();
    lastActive = Date.now();
    if (wasIdle) askAtOnce();
  };

  const ended = (event) => {
    if (event.detail.elt !== live()) return;
    failures = event.detail.successful ? 0 : failures + 1;
    const state = document.querySelector("[data-live-state]");
    state.textContent = failures > SILENT_FAILURES ? state.dataset.text : "";
  };

  // Whoever may not see this any more is told so by the page itself.
  const refused = (event) => {
    if (event.detail.elt === live() && [403, 404].includes(event.detail.xhr.status)) window.location.reload();
  };

  // A button that is being pressed stays; the next answer brings the same news.
  const hold = (event) => {
    if (event.detail.elt === live() && pressed) event.detail.shouldSwap = false;
  };

  const isFilledIn = (field) => field === document.activeElement || field.value !== field.defaultValue;

  // What somebody is typing stays; the version stays old with it, so the news comes again.
  const keep = (event) => {
    const fields = [...event.detail.target.querySelectorAll("input:not([type=hidden]), textarea:not([readonly])")];
    if (fields.some(isFilledIn)) event.detail.shouldSwap = false;
    for (const opened of event.detail.target.querySelectorAll("details[id]")) {
      const fresh = event.detail.fragment.querySelector(`#${opened.id}`);
      if (fresh) fresh.open = opened.open;
    }
  };

  document.addEventListener("htmx:afterRequest", ended);
  document.addEventListener("htmx:responseError", refused);
  document.addEventListener("htmx:beforeSwap", hold);
  document.addEventListener("htmx:oobBeforeSwap", keep);
  document.addEventListener("pointerdown", () => {
    pressed = true;
    active();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => setTimeout(() => (pressed = false)));
  }
  document.addEventListener("keydown", active);
  document.addEventListener("visibilitychange", askAtOnce);
  window.addEventListener("online", askAtOnce);
  window.addEventListener("pageshow", askAtOnce);
})();
