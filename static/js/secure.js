"use strict";

// Whether this phone trusts the app by https shows as soon as it does; what waits here is recorded before it moves.
(() => {
  const PAUSE = 2000;
  const check = document.querySelector("[data-secure]");
  let waiting, trusted;

  const show = () => {
    check.dataset.state = trusted ? "trusted" : "";
    check.querySelector("[data-not-yet]").hidden = trusted;
    check.querySelector("[data-trusted]").hidden = !trusted || waiting;
    check.querySelector("[data-waiting]").hidden = !trusted || !waiting;
  };

  const look = async () => {
    try {
      await fetch(check.dataset.secure, { mode: "no-cors", cache: "no-store" });
      trusted = true;
    } catch {
      setTimeout(look, PAUSE);
    }
    show();
  };

  document.addEventListener("outbox:change", ({ detail }) => {
    waiting = detail.length > 0;
    show();
  });
  look();
})();
