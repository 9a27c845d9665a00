"use strict";

// The screen of a phone on the table stays on where the browser allows it, which it does in a secure context only.
(() => {
  const keep = async () => {
    if (document.hidden) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // A phone that saves its battery says no.
      document.querySelector("[data-asleep]")?.removeAttribute("hidden");
    }
  };

  document.addEventListener("visibilitychange", keep);
  keep();
})();
