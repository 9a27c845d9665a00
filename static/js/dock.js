"use strict";

// A question takes the place of the dock's usual content, which waits hidden and is kept up to date there.
(() => {
  const dock = () => document.getElementById("dock");
  const usual = () => document.getElementById("dock-usual");
  let opener = null;

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

// A swipe over a line of the night opens what can be done about it, as a tap on its dots does; back closes it. What opens
// behind the dock comes into sight.
(() => {
  let x, y;
  addEventListener("toggle", ({ target }) => target.matches(".entry-more[open]") && target.scrollIntoView({ block: "nearest" }), true);
  addEventListener("touchstart", ({ touches: [{ clientX, clientY }] }) => ([x, y] = [clientX, clientY]), { passive: true });
  addEventListener("touchend", ({ target, changedTouches: [{ clientX, clientY }] }) => {
    const more = target.closest(".entry")?.querySelector(".entry-more");
    if (more && Math.abs(clientX - x) > 48 + 2 * Math.abs(clientY - y)) more.open = clientX < x;
  });
})();
