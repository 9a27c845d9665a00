"use strict";

(() => {
  const start = () => {
    const dock = document.getElementById("dock");
    if (!dock) return;
    const usual = [...dock.childNodes];
    let opener = null;

    const close = (event) => {
      if (event.type === "keydown" ? event.key !== "Escape" : !event.target.closest("[data-dock-close]")) return;
      if (usual.some((node) => node.isConnected)) return;
      event.preventDefault();
      dock.replaceChildren(...usual);
      opener?.focus({ preventScroll: true });
    };

    document.addEventListener("htmx:beforeRequest", (event) => {
      if (event.detail.target === dock && !dock.contains(event.detail.elt)) opener = event.detail.elt;
    });
    dock.addEventListener("htmx:afterSwap", () => dock.firstElementChild?.focus({ preventScroll: true }));
    dock.addEventListener("click", close);
    document.addEventListener("keydown", close);
  };

  document.addEventListener("DOMContentLoaded", start);
})();
