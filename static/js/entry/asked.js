// Steppers beside numbers, names that count when they are tapped, keys that write cards: for what games ask. Another choice of
// rules or players changes what the form must ask: it is sent to be shown anew, not answered.
(() => {
  const { tokens } = globalThis.cuajoCards;

  const change = (input, value) => {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const step = (input, by) => {
    const count = Math.min(input.max || Infinity, Math.max(input.min, Number(input.value) + by));
    change(input, count || input.dataset.zero || "");
  };

  // The number itself takes the keyboard: it is typed, or stepped by the arrows.
  const stepButton = (input, by, textContent, kind = "", tabIndex = -1) => {
    const className = `button ${kind}`;
    const button = Object.assign(document.createElement("button"), { type: "button", className, textContent, tabIndex });
    button.setAttribute("aria-label", `${input.labels[0].textContent} ${by < 0 ? "−" : "+"}1`);
    button.addEventListener("click", () => step(input, by));
    return button;
  };

  const addSteps = (stepper) => {
    const input = stepper.querySelector("input");
    stepper.prepend(stepButton(input, -1, "−"));
    stepper.append(stepButton(input, 1, "+"));
    // Who counts kings of one kind has none of the other, and sees the 0 that is sent.
    input.addEventListener("input", () => {
      const others = Number(input.value) && input.dataset.zero ? input.form.querySelectorAll("[data-zero]") : [];
      for (const other of others) other.value ||= "0";
    });
    const row = stepper.closest("[data-was]");
    if (!row) return;
    input.addEventListener("input", () => row.classList.toggle("is-changed", input.value !== row.dataset.was));
  };

  const addTally = (tally) => {
    const input = tally.querySelector("input");
    const label = tally.querySelector("label");
    const { textContent } = label.firstChild;
    const show = () => tally.classList.toggle("tally-some", Number(input.value) > 0);
    tally.prepend(stepButton(input, 1, textContent, "tally-add", 0));
    input.after(stepButton(input, -1, "−", "tally-take"));
    label.classList.add("visually-hidden");
    input.addEventListener("input", show);
    input.form.addEventListener("change", show);
    show();
  };

  // The keys of a box stand below it while it is used, those of the first before.
  const showKeys = (keys) => {
    for (const other of document.querySelectorAll("[data-card-keys]")) other.hidden = other !== keys;
  };

  const addKeys = (keys) => {
    const input = document.getElementById(keys.dataset.cardKeys);
    input.inputMode = "none";
    input.addEventListener("focus", () => showKeys(keys));
    keys.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key) return;
      if (key.dataset.typing) {
        input.inputMode = ""; // a phone shows its keyboard, which dictates too
        input.blur();
        input.focus();
        return;
      }
      const cards = "one" in keys.dataset ? [] : tokens(input.value);
      change(input, (key.value ? [...cards, key.value] : cards.slice(0, -1)).join(" "));
    });
    const showLeft = () => {
      for (const key of keys.querySelectorAll(".card-button")) key.setAttribute("aria-pressed", key.value === input.value.toUpperCase());
      const written = [...input.form.querySelectorAll("[data-cards]")].flatMap(({ value }) => tokens(value));
      for (const key of keys.querySelectorAll("[data-copies]")) {
        const left = Number(key.dataset.copies) - written.filter((word) => word === key.value).length;
        key.dataset.left = left < key.dataset.copies ? Math.max(0, left) : "";
        key.disabled = left <= 0;
      }
    };
    input.form.addEventListener("input", showLeft);
    showLeft();
    if ("atOnce" in keys.dataset) showKeys(keys);
    keys.dataset.ready = "";
  };

  // Numbers that come to a total have keys of their own; a number that no further digit fits leads to the next one.
  const addNumbers = (keys) => {
    const boxes = [...keys.closest("form").querySelectorAll(".share input")];
    let now, isNew;
    const aim = (box) => {
      [now, isNew] = [box, true];
      for (const each of boxes) each.parentElement.classList.toggle("share-now", each === box);
    };
    const next = () => aim(boxes.slice(boxes.indexOf(now) + 1).find(({ value }) => !value) ?? now);
    for (const box of boxes) {
      box.inputMode = "none";
      box.addEventListener("focus", () => aim(box));
    }
    keys.addEventListener("click", ({ target }) => {
      const key = target.closest("button");
      if (!key?.value) return;
      if (key.value === "next") return next();
      change(now, key.value === "back" ? now.value.slice(0, -1) : (isNew ? "" : now.value) + key.value);
      isNew = false;
      if (Number(now.value) * 10 > keys.dataset.total) next();
    });
    aim(boxes.find(({ value }) => !value) ?? boxes[0]);
    keys.hidden = false;
  };

  // What was entered stands beside the name of a fold, so that it is seen when closed.
  const addEntered = (output) => {
    const folded = output.closest("details");
    const words = (input) => {
      if (input.type === "radio") return input.checked && input.labels[0].textContent.trim();
      const typed = input.value.trim().toUpperCase();
      return folded.querySelector(`[data-one] [value="${CSS.escape(typed || "-")}"]`)?.getAttribute("aria-label") ?? typed;
    };
    const show = () => (output.textContent = [...folded.querySelectorAll("input")].map(words).filter(Boolean).join(", "));
    const { form } = folded.querySelector("input");
    form.addEventListener("input", show);
    form.addEventListener("change", show);
    show();
  };

  const start = (part) => {
    for (const [name, add] of Object.entries({ numbers: addNumbers, stepper: addSteps, tally: addTally, entered: addEntered })) {
      for (const each of part.querySelectorAll(`[data-${name}='']`)) {
        add(each);
        each.dataset[name] = "ready";
      }
    }
    for (const keys of part.querySelectorAll("[data-card-keys]:not([data-ready])")) addKeys(keys);
  };

  // Before the page is drawn: what stands in it then moves nothing. Until an answer is here no number of kings is known.
  start(document);
  document.querySelector("#verdict[data-asks]:empty")?.insertAdjacentHTML("beforeend", "<span data-live></span>");
  document.addEventListener("htmx:load", (event) => start(event.target));
  // Other rules begin without what was changed in those before. The form is sent as it is then: this comes first.
  const resetRules = ({ target }) => {
    if (target.name !== "preset" || !target.form.elements.made_from) return;
    for (const box of target.form.querySelectorAll("[name^=rule_]")) box.value = "";
    target.form.elements.made_from.value = target.value;
  };

  document.addEventListener("change", resetRules, true);
  document.addEventListener("change", ({ target }) => target.matches("[data-asks-again]") && older.submit(target.form));
})();
