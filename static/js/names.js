"use strict";

(() => {
  const start = () => {
    const known = document.querySelector("[data-names]");
    if (!known) return;
    const seats = [...document.querySelectorAll("input[list='known-players']")];
    const sits = (seat, name) => seat.value.trim().toLowerCase() === name.toLowerCase();

    const show = () => {
      for (const button of known.children) {
        button.ariaPressed = seats.some((seat) => sits(seat, button.value));
      }
    };

    known.addEventListener("click", (event) => {
      const name = event.target.closest("button")?.value;
      if (!name) return;
      const seated = seats.find((seat) => sits(seat, name));
      const free = seats.find((seat) => seat.offsetParent && !seat.value.trim());
      if (seated) seated.value = "";
      else if (free) free.value = name;
      show();
    });
    for (const seat of seats) seat.addEventListener("input", show);
    known.hidden = false;
    show();
  };

  document.addEventListener("DOMContentLoaded", start);
})();
