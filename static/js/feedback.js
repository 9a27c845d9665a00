"use strict";

// Sound and buzz are kept on this phone, off until somebody asks for them.
(() => {
  const key = (box) => `cuajo-feedback:${box.name}`;

  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("[data-feedback] input")) {
      box.checked = window.localStorage.getItem(key(box)) === "on";
      box.addEventListener("change", () => window.localStorage.setItem(key(box), box.checked ? "on" : "off"));
    }
    for (const part of document.querySelectorAll("[data-feedback]")) part.hidden = false;
  });
})();
