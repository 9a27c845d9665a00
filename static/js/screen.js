"use strict";

// The screen of a phone on the table stays on where the browser allows it: by itself in a secure context, elsewhere because a
// silent video plays. Where neither works the page says so.
(() => {
  const SOON = 5000; // no screen goes dark before, and the page comes first
  const asleep = document.querySelector("[data-asleep]");
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
