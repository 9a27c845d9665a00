"use strict";

(() => {
  const copy = async (button) => {
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // A page opened by plain http has no clipboard; there the text is marked and copied as by hand.
      field.select();
      if (!document.execCommand("copy")) return;
    }
    button.textContent = button.dataset.done;
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });
})();
