"use strict";

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
  const rowOf = (element) => element.closest(".hand-row, .side-row");
  const linkOf = (row) => row?.querySelector("[data-opens]");
  const foldOf = (link) => document.getElementById(link.dataset.opens);

  document.addEventListener("click", (event) => {
    const link = linkOf(rowOf(event.target));
    if (link && !event.target.closest("a, button")) link.click();
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
  const what = (banner) => banner?.dataset.objectionLine;
  const look = () => {
    const later = document.querySelector("[data-later]");
    if (!later) return;
    later.hidden = false;
    const banner = later.closest(".knock");
    banner.hidden = sessionStorage[KEPT] === what(banner);
  };

  document.addEventListener("click", ({ target }) => {
    const banner = target.closest("[data-later]")?.closest(".knock");
    if (!banner) return;
    sessionStorage[KEPT] = what(banner);
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
