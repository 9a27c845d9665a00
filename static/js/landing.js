"use strict";

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
