"use strict";

// The time, and a screen filled on request.
(() => {
  const clock = document.querySelector("[data-clock]");
  const button = document.querySelector("[data-fullscreen]");
  const tell = () => {
    clock.textContent = new Date().toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });
  };

  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => document.documentElement.requestFullscreen());
  setInterval(tell, 1000);
  tell();
})();
