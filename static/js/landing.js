"use strict";

// A win counts up over the table; a sound, a short buzz and a voice only where this phone was told to.
(() => {
  const COUNTED_IN = 600;
  const wants = (name) => {
    try {
      return window.localStorage.getItem(`cuajo-feedback:${name}`) === "on";
    } catch {
      return false;
    }
  };

  const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  // Only the figures of the whole units run; sign, currency and cents stay.
  const countUp = (amount) => {
    const whole = [...amount.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && /\d/.test(node.data));
    if (!whole) return;
    const written = whole.data;
    const figures = written.replace(/\D/g, "");
    const begun = performance.now();
    const show = (now) => {
      const done = Math.min(1, (now - begun) / COUNTED_IN);
      const shown = String(Math.round(Number(figures) * done)).padStart(figures.length, "0");
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

  const newest = () => document.querySelector("[data-ledger] > li");
  let told = document.querySelector("[data-landed]") ? "" : newest()?.id;

  const speak = () => {
    const line = newest();
    if (!line || line.id === told) return;
    told = line.id;
    if (!wants("speech") || !("speechSynthesis" in window)) return;
    const parts = line.querySelectorAll(".entry-what, .entry-changes > span");
    const words = [...parts].map((part) => part.innerText.trim()).join(". ");
    speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words), { lang: voice() }));
  };

  document.addEventListener("htmx:oobAfterSwap", speak);
  document.addEventListener("DOMContentLoaded", () => {
    speak();
    if (document.querySelector("[data-landed]")) history.replaceState(history.state, "", location.pathname);
    const landing = document.querySelector("[data-landing]");
    if (!landing) return;
    for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, () => landing.remove(), { once: true });
    if (wants("sound")) chime();
    if (wants("buzz")) navigator.vibrate?.(40);
    if (!still()) landing.querySelectorAll(".amount").forEach(countUp);
  });
})();
