"use strict";

// A win counts up over the table; a sound and a short buzz only where this phone was told to.
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

  document.addEventListener("DOMContentLoaded", () => {
    const landing = document.querySelector("[data-landing]");
    if (!landing) return;
    history.replaceState(history.state, "", location.pathname);
    document.addEventListener("pointerdown", () => landing.remove(), { once: true });
    if (wants("sound")) chime();
    if (wants("buzz")) navigator.vibrate?.(40);
    if (!still()) landing.querySelectorAll(".amount").forEach(countUp);
  });
})();
