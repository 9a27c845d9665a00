"use strict";

// Winner and last card are asked one after the other; once answered, each stands in one row and opens again by a tap.
(() => {
  const choices = (form) => [...form.querySelectorAll("[data-choice]")];
  const chosen = (choice) => choice.querySelector("input:checked");

  const drawChoices = (form, opened) => {
    const next = choices(form).find((choice) => !chosen(choice));
    for (const choice of choices(form)) {
      const isOpen = choice.dataset.choice === opened || choice === next;
      choice.toggleAttribute("data-folded", !isOpen);
      const button = form.querySelector(`[data-opens="${choice.dataset.choice}"]`);
      button.setAttribute("aria-expanded", isOpen);
      button.hidden = !chosen(choice);
      button.querySelector("[data-value]").textContent = chosen(choice)?.nextElementSibling.textContent ?? "";
    }
  };

  const start = () => {
    const form = document.querySelector("form[data-hand-entry]:not([data-choices-ready])");
    if (!form) return;
    form.dataset.choicesReady = "";
    let opened = null;
    const show = (name) => {
      opened = name;
      drawChoices(form, opened);
    };
    form.querySelector("[data-fields]")?.removeAttribute("hidden");
    form.addEventListener("click", ({ target: hit, detail }) => {
      const tapped = hit.closest("[data-opens]")?.dataset.opens;
      const choice = hit.closest("[data-choice]");
      if (tapped) show(opened === tapped ? null : tapped);
      // Arrow keys walk through the choices: only a tap says that one is meant.
      else if (choice) show(detail ? null : choice.dataset.choice);
    });
    form.addEventListener("change", () => drawChoices(form, opened));
    drawChoices(form, opened);
  };

  start();
  document.addEventListener("htmx:load", start);
})();
