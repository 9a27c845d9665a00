// Winner and last card are asked one after the other; once answered, each stands in one row and opens again by a tap.
(() => {
  const ready = "form[data-hand-ready]";
  let opened = null;

  const draw = (form) => {
    const choices = [...form.querySelectorAll("[data-choice]")];
    const chosen = (choice) => choice.querySelector("input:checked");
    const next = choices.find((choice) => !chosen(choice));
    for (const choice of choices) {
      const isOpen = choice === next || choice.dataset.choice === opened;
      const isWrong = !chosen(choice) && choice.querySelector(".field-invalid");
      choice.toggleAttribute("data-folded", !isOpen && !isWrong);
      const row = form.querySelector(`[data-opens=${choice.dataset.choice}]`);
      row.setAttribute("aria-expanded", isOpen);
      row.hidden = !chosen(choice);
      row.querySelector("[data-value]").textContent = chosen(choice)?.nextElementSibling?.textContent ?? "";
    }
  };

  const drawOf = ({ target }) => {
    const form = target.closest?.(ready);
    if (form) draw(form);
  };

  document.addEventListener("click", (event) => {
    const { target, detail } = event;
    const opener = target.closest("[data-opens]")?.dataset.opens;
    const choice = target.closest("[data-choice]")?.dataset.choice;
    if (opener) opened = opened === opener ? null : opener;
    // Arrow keys walk through the choices: only a tap says that one is meant.
    else if (choice) opened = detail ? null : choice;
    if (opener || choice) drawOf(event);
  });
  for (const news of ["input", "change", "htmx:afterSettle"]) document.addEventListener(news, drawOf);
  document.addEventListener("htmx:load", ({ target }) => {
    const forms = target.querySelectorAll(ready);
    // A verdict that arrives is loaded too, and must not close what is open.
    if (forms.length) opened = null;
    forms.forEach(draw);
  });
  document.querySelectorAll(ready).forEach(draw);
})();

// Words that the server understood as cards are put back as notation once the field is left.
(() => {
  const putBack = (understood) => {
    const box = understood.closest("form")?.elements.namedItem(understood.dataset.understood);
    if (!box || box === document.activeElement || box.value !== understood.dataset.typed) return;
    box.value = understood.dataset.notation;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const putAllBack = () => document.querySelectorAll("[data-understood]").forEach(putBack);
  for (const over of ["focusout", "htmx:afterSettle"]) document.addEventListener(over, putAllBack);
})();
