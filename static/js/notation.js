"use strict";

// Words that the server understood as cards are put back as notation once the field is left.
(() => {
  const putBack = (understood) => {
    const field = understood.closest("form")?.elements.namedItem(understood.dataset.understood);
    if (!field || field === document.activeElement || field.value !== understood.dataset.typed) return;
    field.value = understood.dataset.notation;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };

  document.addEventListener("htmx:afterSettle", (event) => {
    for (const understood of event.target.querySelectorAll("[data-understood]")) putBack(understood);
  });
})();
