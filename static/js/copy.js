"use strict";

(() => {
  // A page opened by plain http has no clipboard; there the text is marked and copied as by hand.
  const copyMarked = (field) => {
    field.select();
    return document.execCommand("copy");
  };

  const copy = async (button) => {
    const field = document.getElementById(button.dataset.copy);
    let done = false;
    try {
      await navigator.clipboard.writeText(field.value);
      done = true;
    } catch {
      done = copyMarked(field);
    }
    if (done) button.textContent = button.dataset.done;
  };

  const reveal = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });
  document.addEventListener("htmx:load", reveal);
  reveal();
})();
