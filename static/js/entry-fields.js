"use strict";

// What is asked beside the cards of a hand, on the table's page and the judge's.
(() => {
  // Winner and last card are asked one after the other; once answered, each stands in one row and opens again by a tap.
  const choices = (form) => [...form.querySelectorAll("[data-choice]")];
  const nameOf = (choice) => choice.dataset.choice;
  const chosen = (choice) => choice.querySelector("input:checked");
  const opener = (form, name) => form.querySelector(`[data-opens="${name}"]`);

  const draw = (form, opened) => {
    const next = choices(form).find((choice) => !chosen(choice));
    for (const choice of choices(form)) {
      const isOpen = nameOf(choice) === opened || choice === next;
      choice.toggleAttribute("data-folded", !isOpen);
      const button = opener(form, nameOf(choice));
      button.setAttribute("aria-expanded", isOpen);
      button.hidden = !chosen(choice);
      button.querySelector("[data-value]").textContent = chosen(choice)?.nextElementSibling.textContent ?? "";
    }
  };

  const start = () => {
    const form = document.querySelector("form:has([data-fields][hidden])");
    if (!form) return;
    let opened = null;
    const show = (name) => {
      opened = name;
      draw(form, opened);
    };
    form.querySelector("[data-fields]").hidden = false;
    form.addEventListener("click", ({ target, detail }) => {
      const tapped = target.closest("[data-opens]")?.dataset.opens;
      const choice = target.closest("[data-choice]");
      if (tapped) show(opened === tapped ? null : tapped);
      // Arrow keys walk through the choices: only a tap says that one is meant.
      else if (choice) show(detail ? null : nameOf(choice));
    });
    form.addEventListener("change", () => draw(form, opened));
    draw(form, opened);
  };

  // Words that the server understood as cards are put back as notation once the field is left.
  const putBack = (understood) => {
    const field = understood.closest("form")?.elements.namedItem(understood.dataset.understood);
    if (!field || field === document.activeElement || field.value !== understood.dataset.typed) return;
    field.value = understood.dataset.notation;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };

  document.addEventListener("htmx:afterSettle", ({ target }) => {
    for (const understood of target.querySelectorAll("[data-understood]")) putBack(understood);
  });
  document.addEventListener("DOMContentLoaded", start);
  document.addEventListener("htmx:load", start);
})();
