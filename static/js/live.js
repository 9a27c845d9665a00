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

  let others = [];
  let timer;
  let failures = 0;
  let lostAt = new Date();
  let asking, pressed, outdated;
  let lastActive = Date.now();

  const isUnderWay = ({ readyState }) => readyState > XMLHttpRequest.UNSENT && readyState < XMLHttpRequest.DONE;
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
    others = others.filter(isUnderWay);
    outdated = others.length > 0;
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
    // The network may never have been gone, only the app.
    if (failures && event.detail.successful) dispatchEvent(new Event("online"));
    failures = event.detail.successful ? 0 : failures + 1;
    const state = document.querySelector("[data-live-state]");
    if (failures === 1) lostAt = new Date();
    const since = lostAt.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });
    state.textContent = failures > SILENT_FAILURES ? state.dataset.text.replace("%s", since) : "";
    state.closest(".offline").hidden = !state.textContent;
    document.getElementById("main").classList.toggle("cut-off", Boolean(state.textContent));
  };

  // Whoever may not see this any more is told so by the page itself.
  const refused = (event) => {
    if (event.detail.elt === live() && [403, 404].includes(event.detail.xhr.status)) window.location.reload();
  };

  // What this page sends itself comes first: news asked for before may be older than its answer, and the form that
  // waits for it must stay. So must a button that is being pressed. The next answer brings the same news.
  const hold = (event) => {
    if (event.detail.elt === live() && (pressed || outdated)) event.detail.shouldSwap = false;
  };

  const sent = (event) => {
    if (event.detail.elt === live()) return;
    others.push(event.detail.xhr);
    outdated = true;
  };

  const isFilledIn = (field) => field === document.activeElement || field.value !== field.defaultValue;

  const handOf = (part) => part.querySelector("[name=hand]")?.value;

  // The answer to a tap at the companion stays as long as its hand is played, or nobody could read it.
  const keepAnswer = (before, fresh) => {
    const told = before.querySelector("#companion-body > [role=alert]");
    if (told && handOf(before) === handOf(fresh)) fresh.querySelector("#companion-body")?.prepend(told);
  };

  // What somebody is typing stays; the version stays old with it, so the news comes again.
  const keep = (event) => {
    const fields = [...event.detail.target.querySelectorAll("input:not([type=hidden]), textarea:not([readonly])")];
    if (fields.some(isFilledIn)) event.detail.shouldSwap = false;
    for (const opened of event.detail.target.querySelectorAll("details[id]")) {
      const fresh = event.detail.fragment.querySelector(`#${opened.id}`);
      if (fresh) fresh.open = opened.open;
    }
    for (const opened of event.detail.target.querySelectorAll("td[id]:not([hidden])")) {
      event.detail.fragment.querySelector(`#${opened.id}`)?.replaceWith(opened.cloneNode(true));
      const link = event.detail.fragment.querySelector(`[data-opens="${opened.id}"]`);
      link?.setAttribute("aria-expanded", true);
    }
    keepAnswer(event.detail.target, event.detail.fragment);
  };

  // The router may have given the machine another address: the link takes the place of this phone along. It opens beside
  // this page, which must stay where nobody answers there.
  const goAlong = ({ target }) => {
    const moved = target.closest("[data-moved] button")?.closest("[data-moved]");
    if (!moved) return;
    const typed = moved.querySelector("input").value.trim();
    const at = Object.assign(document.createElement("a"), { href: /^https?:/.test(typed) ? typed : `http://${typed}` });
    if (at.host) window.open(at.origin + moved.dataset.along, "_blank", "noopener");
  };

  document.addEventListener("click", goAlong);
  document.addEventListener("htmx:beforeRequest", sent);
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

// An open menu closes by Escape and by a tap beside it.
for (const heard of ["click", "keydown"]) {
  document.addEventListener(heard, ({ key, target }) => {
    const menu = document.querySelector(".menu[open]");
    if (!menu || (key ? key !== "Escape" : menu.contains(target))) return;
    menu.open = false;
    if (key) menu.querySelector("summary").focus();
  });
}

// The screen of a phone on the table stays on where the browser allows it: by itself in a secure context, elsewhere because a
// silent video plays. Where neither works the page says so.
(() => {
  const SOON = 5000; // no screen goes dark before, and the page comes first
  const asleep = document.querySelector("[data-asleep]");
  if (!asleep) return;
  let film;

  // One that loops, or has no sound at all, keeps no iPhone awake; one that may be heard would stop the music at the table.
  const made = () => {
    const video = Object.assign(document.createElement("video"), { src: asleep.dataset.asleep, muted: true, playsInline: true, className: "awake" });
    video.setAttribute("aria-hidden", "true");
    video.addEventListener("ended", play);
    document.body.append(video);
    return video;
  };

  const play = async () => {
    film ??= made();
    try {
      await film.play();
      asleep.hidden = true;
    } catch {
      asleep.hidden = false;
      document.addEventListener("pointerdown", play, { once: true });
    }
  };

  const keep = async () => {
    if (document.hidden) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      setTimeout(play, film ? 0 : SOON); // a phone that saves its battery says no, too
    }
  };

  document.addEventListener("visibilitychange", keep);
  keep();
})();

// The time, and a screen filled on request.
(() => {
  const clock = document.querySelector("[data-clock]");
  if (!clock) return;
  const button = document.querySelector("[data-fullscreen]");
  const tell = () => {
    clock.textContent = new Date().toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });
  };

  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => document.documentElement.requestFullscreen());
  setInterval(tell, 1000);
  tell();
})();
