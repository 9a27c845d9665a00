"use strict";

// An open menu closes by Escape and by a tap beside it.
for (const heard of ["click", "keydown"]) {
  document.addEventListener(heard, ({ key, target }) => {
    const menu = document.querySelector(".menu[open]");
    if (!menu || (key ? key !== "Escape" : menu.contains(target))) return;
    menu.open = false;
    if (key) menu.querySelector("summary").focus();
  });
}
