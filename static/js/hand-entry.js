"use strict";

(() => {
  const { tokens, count, isMeld, addCard, parse, write, offers, accept } = globalThis.cuajoCards;

  const part = (entry, name) => entry.pad.querySelector(`[data-${name}]`);
  const text = (entry, name) => entry.pad.dataset[`text${name}`];
  const field = (entry, name) => entry.form.elements.namedItem(name);
  const value = (entry, name) => field(entry, name)?.value ?? "";

  const groupsOf = (entry) => parse(entry.melds, value(entry, "hand"));
  const extraOf = (entry) => tokens(value(entry, "extra"));
  const size = (entry) => groupsOf(entry).flat().length;
  const isFull = (entry) => size(entry) >= Number(entry.pad.dataset.handSize);
  const isLone = (entry, cards) => cards.length === 1 && isMeld(entry.melds, cards);

  const extraSize = (entry) => Number(entry.pad.dataset.extraSize);
  const asksExtra = (entry) => entry.pad.hasAttribute("data-extra-always") || entry.pad.dataset.extraSources.split(" ").includes(value(entry, "source"));
  const allowsExtra = (entry) => extraSize(entry) > 0 && asksExtra(entry);
  const fillsExtra = (entry) => allowsExtra(entry) && part(entry, "target-extra").checked;

  const copiesLeft = (entry, kind) => {
    const seen = [...groupsOf(entry).flat(), ...extraOf(entry), ...tokens(value(entry, "sowee"))];
    return Number(entry.pad.dataset.copies) - count(seen, kind);
  };

  const keyOf = (entry, kind) => entry.pad.querySelector(`[data-key="${CSS.escape(kind)}"]`);
  const nameOf = (entry, kind) => keyOf(entry, kind)?.dataset.name ?? kind;
  const fill = (pattern, words) => pattern.replace("%s", words);

  const hasRoom = (entry) =>
    fillsExtra(entry) ? extraOf(entry).length < extraSize(entry) : !isFull(entry);

  const refusal = (entry, kind) => {
    if (copiesLeft(entry, kind) < 1) return fill(text(entry, "NoneLeft"), nameOf(entry, kind));
    return hasRoom(entry) ? "" : text(entry, "Full");
  };

  const canAddAll = (entry) => (cards) =>
    size(entry) + cards.length <= Number(entry.pad.dataset.handSize) &&
    cards.every((kind) => count(cards, kind) <= copiesLeft(entry, kind));

  // Writing: every tap keeps what was there before, for Undo.

  const NAMES = ["hand", "extra", "bounit"];
  const snapshot = (entry) => Object.fromEntries(NAMES.map((name) => [name, value(entry, name)]));

  const put = (entry, values) => {
    for (const [name, written] of Object.entries(values)) if (field(entry, name)) field(entry, name).value = written;
    if (field(entry, "bounit") && !tokens(value(entry, "hand")).includes(value(entry, "bounit"))) field(entry, "bounit").value = "";
    entry.opened = null;
    field(entry, "hand").dispatchEvent(new Event("change", { bubbles: true }));
  };

  const change = (entry, values) => {
    entry.past.push(snapshot(entry));
    put(entry, values);
  };

  const undo = (entry) => {
    if (entry.past.length) put(entry, entry.past.pop());
  };

  const press = (entry, kind) => {
    const reason = refusal(entry, kind);
    if (reason) return say(entry, reason);
    if (fillsExtra(entry)) return change(entry, { extra: [...extraOf(entry), kind].join(" ") });
    change(entry, { hand: write(addCard(entry.melds, groupsOf(entry), kind)) });
    return part(entry, "tools").scrollIntoView({ block: "nearest" });
  };

  const addLone = (entry, kind) => {
    const reason = isFull(entry) ? text(entry, "Full") : copiesLeft(entry, kind) < 1 && refusal(entry, kind);
    return reason ? say(entry, reason) : change(entry, { hand: write([...groupsOf(entry), [kind]]) });
  };

  const dropLone = (entry, kind) => {
    const groups = groupsOf(entry);
    const last = groups.map((cards) => (isLone(entry, cards) ? cards[0] : "")).lastIndexOf(kind);
    dropGroup(entry, last);
  };

  const dropCard = (entry, { name, group, card }) => {
    const groups = name === "hand" ? groupsOf(entry) : extraOf(entry).map((kind) => [kind]);
    groups[group].splice(card, 1);
    change(entry, { [name]: name === "hand" ? write(groups.filter((cards) => cards.length)) : groups.flat().join(" ") });
  };

  const dropGroup = (entry, group) => change(entry, { hand: write(groupsOf(entry).filter((_, at) => at !== group)) });

  // Drawing

  const say = (entry, words) => {
    part(entry, "said").textContent = words;
  };

  const element = (tag, className, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    made.className = className;
    for (const [name, content] of Object.entries(attributes)) made.setAttribute(name, content);
    made.append(...children);
    return made;
  };

  // A meld is a strip of number over suit, cut from the same sprite as the key.
  const asStrip = (face) => {
    face.classList.replace("card-key", "card-strip");
    face.setAttribute("viewBox", "0 0 62 106");
    const cut = face.querySelector("use");
    cut.setAttribute("href", cut.getAttribute("href").replace("#key-", "#strip-"));
  };

  const drawn = (entry, kind) => {
    const face = keyOf(entry, kind)?.querySelector("svg").cloneNode(true);
    if (face) asStrip(face);
    return face ?? element("span", "badge", {}, kind);
  };

  const cardButton = (entry, { cards, label, act, attributes = {} }) => {
    const face = element("span", "meld", {}, ...cards.map((kind) => drawn(entry, kind)));
    const button = element("button", "card-button", { type: "button", "aria-label": label, ...attributes }, face);
    button.addEventListener("click", () => act());
    return button;
  };

  const textButton = (words, act, attributes = {}) => {
    const button = element("button", "button button-quiet", { type: "button", ...attributes }, words);
    button.addEventListener("click", () => act());
    return button;
  };

  const listed = (entry, cards) => cards.map((kind) => nameOf(entry, kind)).join(", ");

  const drawKeys = (entry) => {
    for (const key of entry.pad.querySelectorAll("[data-key]")) {
      const left = Math.max(0, copiesLeft(entry, key.dataset.key));
      key.querySelector(".copies").dataset.left = left;
      key.setAttribute("aria-label", `${key.dataset.name}, ${fill(text(entry, "Left"), left)}`);
      key.setAttribute("aria-disabled", refusal(entry, key.dataset.key) !== "");
    }
  };

  const offerButtons = (entry) =>
    offers(entry.melds, groupsOf(entry), canAddAll(entry)).map((offer) =>
      cardButton(entry, {
        cards: offer.meld,
        label: fill(text(entry, "Offer"), listed(entry, offer.missing)),
        act: () => change(entry, { hand: write(accept(groupsOf(entry), offer)) }),
        attributes: { "data-offer": offer.meld.join(" ") },
      }),
    );

  const bounitButtons = (entry) =>
    [...new Set(groupsOf(entry).flat())].map((kind) =>
      cardButton(entry, {
        cards: [kind],
        label: fill(text(entry, "Bounit"), nameOf(entry, kind)),
        act: () => change(entry, { bounit: kind }),
        attributes: { "data-bounit": kind, "aria-pressed": value(entry, "bounit") === kind },
      }),
    );

  const removalButtons = (entry) => {
    const { name, group } = entry.opened;
    const cards = name === "hand" ? groupsOf(entry)[group] : [extraOf(entry)[group]];
    const buttons = cards.map((kind, card) =>
      cardButton(entry, {
        cards: [kind],
        label: fill(text(entry, "Remove"), nameOf(entry, kind)),
        act: () => dropCard(entry, { name, group, card }),
        attributes: { "data-remove": kind },
      }),
    );
    if (cards.length > 1) buttons.push(textButton(text(entry, "RemoveMeld"), () => dropGroup(entry, group), { "data-remove-meld": "" }));
    return [...buttons, textButton(text(entry, "Keep"), () => open(entry, null))];
  };

  const asksBounit = (entry) => isFull(entry) && !fillsExtra(entry) && field(entry, "bounit") !== null;

  const drawTools = (entry) => {
    const show = (hint, buttons) => {
      say(entry, buttons.length ? text(entry, hint) : text(entry, "Start"));
      part(entry, "tools").replaceChildren(...buttons);
    };
    if (entry.opened) show("Removing", removalButtons(entry));
    else if (asksBounit(entry)) show("AskBounit", bounitButtons(entry));
    else if (fillsExtra(entry)) show("Start", []);
    else show("Finish", offerButtons(entry));
  };

  const open = (entry, opened) => {
    entry.opened = opened;
    draw(entry);
  };

  const groupButton = (entry, name, cards, group) =>
    cardButton(entry, {
      cards,
      label: fill(text(entry, "Change"), listed(entry, cards)),
      act: () => open(entry, { name, group }),
      attributes: { "data-group": group, "aria-expanded": entry.opened?.name === name && entry.opened.group === group },
    });

  const stepper = (entry, kind, number) =>
    element(
      "span",
      "stepper",
      { role: "group", "aria-label": nameOf(entry, kind), "data-stepper": kind },
      textButton("−", () => dropLone(entry, kind), { "aria-label": fill(text(entry, "Remove"), nameOf(entry, kind)) }),
      drawn(entry, kind),
      element("output", "", {}, String(number)),
      textButton("+", () => addLone(entry, kind), { "aria-label": fill(text(entry, "Add"), nameOf(entry, kind)) }),
    );

  const drawStrip = (entry) => {
    const groups = groupsOf(entry);
    const lone = groups.filter((cards) => isLone(entry, cards)).flat();
    const melds = groups.map((cards, at) => (isLone(entry, cards) ? null : groupButton(entry, "hand", cards, at)));
    const steppers = [...new Set(lone)].map((kind) => stepper(entry, kind, count(lone, kind)));
    part(entry, "strip").replaceChildren(...melds.filter(Boolean), ...steppers);
    const extra = extraOf(entry);
    part(entry, "extra-block").hidden = extra.length === 0;
    part(entry, "extra-strip").replaceChildren(...extra.map((kind, at) => groupButton(entry, "extra", [kind], at)));
  };

  const draw = (entry) => {
    part(entry, "target-choice").hidden = !allowsExtra(entry);
    part(entry, "keys").hidden = asksBounit(entry);
    part(entry, "count").textContent = fill(text(entry, "Count"), size(entry));
    part(entry, "undo").setAttribute("aria-disabled", entry.past.length === 0);
    drawKeys(entry);
    drawTools(entry);
    drawStrip(entry);
  };

  const keepFocus = (entry, event) => {
    const lost = event.detail === 0 && !document.activeElement?.closest("form");
    if (lost) part(entry, "undo").focus({ preventScroll: true });
  };

  const start = () => {
    const form = document.querySelector("form[data-hand-entry]:not([data-hand-ready])");
    if (!form) return;
    const melds = JSON.parse(document.getElementById("melds").textContent);
    const entry = { form, pad: form.querySelector("[data-keypad]"), melds, past: [], opened: null };
    form.dataset.handReady = "";
    for (const key of entry.pad.querySelectorAll("[data-key]")) key.addEventListener("click", () => press(entry, key.dataset.key));
    part(entry, "undo").addEventListener("click", () => undo(entry));
    entry.pad.addEventListener("click", (event) => keepFocus(entry, event));
    form.addEventListener("input", () => draw(entry));
    form.addEventListener("change", () => draw(entry));
    entry.pad.hidden = false;
    form.querySelector("[data-typed]:not(:has(.field-invalid))")?.removeAttribute("open");
    draw(entry);
  };

  document.addEventListener("DOMContentLoaded", start);
  document.addEventListener("htmx:load", start);
})();
