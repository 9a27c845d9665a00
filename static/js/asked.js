"use strict";

// Steppers beside numbers, and keys that write cards: for what games ask that have no form of their own.
(() => {
  const change = (input, value) => {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const step = (input, by) => {
    const least = Number(input.min || 0);
    const most = Number(input.max || Infinity);
    const count = Math.min(most, Math.max(least, Number(input.value || 0) + by));
    change(input, count || "");
  };

  const stepButton = (input, by, sign) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", `${input.labels[0].textContent} ${sign}1`);
    button.addEventListener("click", () => step(input, by));
    return button;
  };

  const addSteps = (stepper) => {
    const input = stepper.querySelector("input");
    stepper.prepend(stepButton(input, -1, "−"));
    stepper.append(stepButton(input, 1, "+"));
    stepper.dataset.stepper = "ready";
  };

  const addKeys = (keys) => {
    const input = document.getElementById(keys.dataset.cardKeys);
    keys.hidden = false;
    keys.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key) return;
      const cards = input.value.trim().split(/\s+/).filter(Boolean);
      change(input, (key.value ? [...cards, key.value] : cards.slice(0, -1)).join(" "));
    });
  };

  const start = (part) => {
    for (const stepper of part.querySelectorAll("[data-stepper='']")) addSteps(stepper);
    for (const keys of part.querySelectorAll("[data-card-keys][hidden]")) addKeys(keys);
  };

  document.addEventListener("DOMContentLoaded", () => start(document));
  document.addEventListener("htmx:afterSettle", (event) => start(event.target));
})();
