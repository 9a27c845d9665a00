"use strict";

// A swipe over a line of the night opens what can be done about it, as a tap on its dots does; back closes it.
(() => {
  let x, y;
  addEventListener("touchstart", ({ touches: [{ clientX, clientY }] }) => ([x, y] = [clientX, clientY]), { passive: true });
  addEventListener("touchend", ({ target, changedTouches: [{ clientX, clientY }] }) => {
    const more = target.closest(".entry")?.querySelector(".entry-more");
    if (more && Math.abs(clientX - x) > 48 + 2 * Math.abs(clientY - y)) more.open = clientX < x;
  });
})();
