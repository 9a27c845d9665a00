"use strict";

// An open menu closes by Escape and by a tap beside it.
(() => {
  const opened = () => document.querySelector(".menu[open]");

  document.addEventListener("click", ({ target }) => {
    const menu = opened();
    if (menu && !menu.contains(target)) menu.open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    const menu = key === "Escape" && opened();
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
})();
