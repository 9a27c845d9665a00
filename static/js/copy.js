"use strict";

(() => {
  const copy = async (button) => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.textContent = button.dataset.done;
  };

  const reveal = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  };

  if (!window.isSecureContext || !navigator.clipboard) return;
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });
  document.addEventListener("htmx:load", reveal);
  reveal();
})();
