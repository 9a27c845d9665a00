"use strict";

// What a page says, copied for the chat or printed.
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

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-copy]");
    if (button) copy(button);
    if (target.closest("[data-print]")) print();
  });
})();
