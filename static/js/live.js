"use strict";

// Ask about once a second whether anything is new; the answer brings the parts that changed.
(() => {
  const SECOND = 1000;
  const IDLE_AFTER = 180 * SECOND;
  const IDLE_PAUSE = 5 * SECOND;
  const LONGEST_PAUSE = 15 * SECOND;
  const SILENT_FAILURES = 1;
  const SLOWER = 4;

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
  let took = 0;

  const isUnderWay = ({ readyState }) => readyState > XMLHttpRequest.UNSENT && readyState < XMLHttpRequest.DONE;
  const isIdle = () => Date.now() - lastActive > IDLE_AFTER;

  // Phones that were opened together must not go on asking together. A server that answers slowly is asked less.
  const pause = () => {
    if (failures) return Math.min(2 ** failures * SECOND, LONGEST_PAUSE);
    const usual = Math.max(isIdle() ? IDLE_PAUSE : SECOND, Math.min(SLOWER * took, LONGEST_PAUSE));
    return usual * (0.9 + Math.random() / 5);
  };

  const schedule = () => {
    clearTimeout(timer);
    if (live() && !document.hidden) timer = setTimeout(ask, pause());
  };

  // Until there is news for the first time, no htmx is needed to ask for it.
  const isNews = async () => {
    if ("htmx" in globalThis) return true;
    try {
      const isNew = await hasNews(address());
      if (isNew) await withHtmx(live(), "get");
      else count(true);
      return isNew;
    } catch (error) {
      count(false);
      throw error;
    }
  };

  const ask = async () => {
    if (asking || !live() || document.hidden) return;
    const before = version();
    asking = true;
    others = others.filter(isUnderWay);
    outdated = others.length > 0;
    const began = performance.now();
    try {
      if (await isNews()) await htmx.ajax("GET", address(), { source: live(), swap: "none" });
      if (live() && version() !== before) lastActive = Date.now();
    } catch {
      // The end of the request was counted already.
    }
    took = performance.now() - began;
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

  const count = (successful) => {
    if (!live()) return;
    // The network may never have been gone, only the app.
    if (failures && successful) dispatchEvent(new Event("online"));
    failures = successful ? 0 : failures + 1;
    const state = document.querySelector("[data-live-state]");
    if (failures === 1) lostAt = new Date();
    const since = timeOfDay(lostAt);
    state.textContent = failures > SILENT_FAILURES ? state.dataset.text.replace("%s", since) : "";
    state.closest(".offline").hidden = !state.textContent;
    document.getElementById("main").classList.toggle("cut-off", Boolean(state.textContent));
  };

  const ended = ({ detail: { elt, successful } }) => {
    if (elt === live()) count(successful);
  };

  // Whoever may not see this any more is told so by the page itself.
  const refused = (event) => {
    if (event.detail.elt === live() && [403, 404].includes(event.detail.xhr.status)) location.reload();
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
  addEventListener("online", askAtOnce);
  addEventListener("pageshow", askAtOnce);
})();

// An open menu closes by Escape and by a tap beside it, which does nothing else.
for (const heard of ["click", "keydown"]) {
  addEventListener(heard, (event) => {
    const menu = document.querySelector(".menu[open]");
    if (!menu || (event.key ? event.key !== "Escape" : menu.contains(event.target))) return;
    menu.open = false;
    if (event.key) menu.querySelector("summary").focus();
    else event.preventDefault();
    event.stopPropagation();
  }, true);
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
    clock.textContent = timeOfDay(new Date());
  };

  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => document.documentElement.requestFullscreen());
  setInterval(tell, 1000);
  tell();
})();

// A question takes the place of the dock's usual content, which waits hidden and is kept up to date there.
(() => {
  const dock = () => document.getElementById("dock");
  const usual = () => document.getElementById("dock-usual");
  let opener;

  const opens = (event) => {
    if (!dock() || event.detail.target !== dock()) return;
    const tapped = event.detail.requestConfig.elt;
    // An open menu would lie over the question.
    const menu = tapped.closest(".menu");
    menu?.removeAttribute("open");
    if (!dock().contains(tapped)) opener = menu?.querySelector("summary") ?? tapped;
    if (!dock().contains(usual())) return;
    const room = Object.assign(document.createElement("div"), { hidden: true });
    dock().after(room);
    room.append(usual());
  };

  const close = (event) => {
    if (!dock() || dock().contains(usual())) return;
    event.preventDefault();
    const room = usual().parentElement;
    dock().replaceChildren(usual());
    room.remove();
    const fresh = opener?.id ? document.getElementById(opener.id) : opener;
    fresh?.focus({ preventScroll: true });
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.shouldSwap) opens(event);
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-dock-close]")) close(event);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close(event);
  });
})();

// A tap on a row of the night opens it in place, a second one closes it; without a script its name leads to its page.
(() => {
  const foldOf = (link) => document.getElementById(link.dataset.opens);

  document.addEventListener("click", (event) => {
    if (event.target.closest("a, button")) return;
    event.target.closest(".hand-row, .side-row")?.querySelector("[data-opens]")?.click();
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    const link = event.detail.elt;
    if (!link.dataset?.opens || foldOf(link).hidden) return;
    event.preventDefault();
    foldOf(link).hidden = true;
    link.setAttribute("aria-expanded", false);
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    const link = document.querySelector(`[data-opens="${target?.id}"]`);
    if (!link) return;
    target.hidden = false;
    link.setAttribute("aria-expanded", true);
    target.scrollIntoView({ block: "nearest" });
  });
})();

// What asks to be settled may wait on this phone until something else does.
(() => {
  const KEPT = "cuajo-later";
  const look = () => {
    const later = document.querySelector("[data-later]");
    if (!later) return;
    later.hidden = false;
    const banner = later.closest(".knock");
    banner.hidden = sessionStorage[KEPT] === banner.dataset.objectionLine;
  };

  document.addEventListener("click", ({ target }) => {
    const banner = target.closest("[data-later]")?.closest(".knock");
    if (!banner) return;
    sessionStorage[KEPT] = banner.dataset.objectionLine;
    look();
    document.querySelector(".button-act")?.focus({ preventScroll: true });
  });
  document.addEventListener("htmx:oobAfterSwap", look);
  document.addEventListener("DOMContentLoaded", look);
})();

// A win counts up over the table; a sound, a short buzz and a voice only where this phone was told to, off until then.
(() => {
  const COUNTED_IN = 600;
  const KEPT = "cuajo-feedback:";
  const wants = (name) => localStorage[KEPT + name] === "on";

  const offer = () => {
    for (const box of document.querySelectorAll("[data-feedback] input")) {
      box.checked = wants(box.name);
      box.addEventListener("change", () => (localStorage[KEPT + box.name] = box.checked ? "on" : "off"));
      box.closest("[data-feedback]").hidden = false;
    }
  };

  // Only the figures of the whole units run; sign, currency and cents stay. The first amount shown has as many figures as
  // the last, so that nothing moves.
  const countUp = (amount) => {
    const whole = [...amount.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && /\d/.test(node.data));
    if (!whole) return;
    const written = whole.data;
    const figures = written.replace(/\D/g, "");
    const first = figures.length > 1 ? 10 ** (figures.length - 1) : 0;
    const begun = performance.now();
    const show = (now) => {
      const done = Math.min(1, (now - begun) / COUNTED_IN);
      const shown = String(Math.round(first + (Number(figures) - first) * done));
      let at = 0;
      whole.data = done < 1 ? written.replace(/\d/g, () => shown[at++]) : written;
      if (done < 1) requestAnimationFrame(show);
    };
    requestAnimationFrame(show);
  };

  const chime = () => {
    const audio = new AudioContext();
    for (const [at, pitch] of [523, 659, 784].entries()) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, audio.currentTime + at * 0.09);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at * 0.09 + 0.25);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at * 0.09);
      tone.stop(audio.currentTime + at * 0.09 + 0.3);
    }
  };

  // Voices arrive late, so the nearest one to the language is looked for when something is said.
  const NEAREST = { fil: ["fil", "tl", "es"], ca: ["ca", "es"] };

  const voice = () => {
    const { lang } = document.documentElement;
    const voices = speechSynthesis.getVoices().map((each) => each.lang);
    return (NEAREST[lang] ?? []).flatMap((code) => voices.filter((each) => each.startsWith(code)))[0] ?? lang;
  };

  const speak = ({ detail }) => {
    if (wants("speech")) window.speechSynthesis?.speak(Object.assign(new SpeechSynthesisUtterance(detail), { lang: voice() }));
  };

  document.addEventListener("news", speak);
  document.addEventListener("DOMContentLoaded", () => {
    offer();
    if (document.querySelector("[data-landed]")) history.replaceState(history.state, "", location.pathname);
    const landing = document.querySelector("[data-landing]");
    if (!landing) return;
    for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, () => landing.remove(), { once: true });
    if (wants("sound")) chime();
    if (wants("buzz")) navigator.vibrate?.(40);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) landing.querySelectorAll(".amount").forEach(countUp);
  });
})();
