"use strict";

// Cards as the pack on the table writes them and their groups, as typed or tapped: groups are parted by two spaces.
globalThis.cuajoCards = (() => {
  const tokens = (text) => text.toUpperCase().split(/[\s,;/]+/).filter(Boolean);

  const count = (cards, kind) => cards.filter((card) => card === kind).length;

  const without = (cards, part) => {
    const rest = [...cards];
    for (const card of part) {
      const at = rest.indexOf(card);
      if (at < 0) return null;
      rest.splice(at, 1);
    }
    return rest;
  };

  const isMeld = (melds, cards) => melds.some((meld) => meld.length === cards.length && without(meld, cards));

  const canBecomeMeld = (melds, cards) => melds.some((meld) => without(meld, cards));

  const addCard = (melds, groups, card) => {
    const last = groups.at(-1) ?? [];
    const joins = last.length > 0 && !isMeld(melds, last) && canBecomeMeld(melds, [...last, card]);
    return joins ? [...groups.slice(0, -1), [...last, card]] : [...groups, [card]];
  };

  const group = (melds, cards) =>
    canBecomeMeld(melds, cards) ? [cards] : cards.reduce((groups, card) => addCard(melds, groups, card), []);

  const parse = (melds, text) =>
    text.trim().split(/ {2,}/).map(tokens).filter((cards) => cards.length).flatMap((cards) => group(melds, cards));

  const write = (groups) => groups.map((cards) => cards.join(" ")).join("  ");

  // The hand with a meld laid from the cards outside melds, the last one's among them, and what is missing for it.
  const laid = (melds, groups, meld) => {
    let missing = meld;
    const stays = (card) => {
      const rest = without(missing, [card]);
      missing = rest ?? missing;
      return !rest;
    };
    const left = groups.map((cards, at) => (at < groups.length - 1 && isMeld(melds, cards) ? cards : cards.filter(stays)));
    return { meld, missing, hand: [...left.filter((cards) => cards.length), meld] };
  };

  const completions = (melds, groups, part, canAdd) =>
    melds
      .filter((meld) => meld.length > part.length && without(meld, part))
      .map((meld) => laid(melds, groups, meld))
      .filter(({ missing }) => canAdd(missing));

  // The melds that the last card can still become: with the cards tapped just before it, and alone.
  const offers = (melds, groups, canAdd) => {
    const last = groups.at(-1) ?? [];
    if (!last.length || (last.length > 1 && isMeld(melds, last))) return [];
    const joined = completions(melds, groups, last, canAdd);
    if (last.length === 1) return joined;
    const alone = completions(melds, groups, last.slice(-1), canAdd).filter(({ meld }) => !without(meld, last));
    return [...joined, ...alone];
  };

  return { tokens, count, isMeld, addCard, parse, write, offers };
})();

// Whether the cards on the keys meld, where the app cannot be asked: told by the engine's own tables, and never for other
// cards than those. What they are worth only the app says.
(() => {
  const form = document.querySelector("form[data-melding]");
  const { tokens } = globalThis.cuajoCards;
  const value = (name) => form.elements.namedItem(name)?.value ?? "";
  const rules = form && value("rules"); // others, chosen since, have other tables perhaps
  const verdict = () => document.getElementById("verdict");
  let tables, loading;

  // Four counts of a rank are one number to the base of five, at which its mask stands.
  const splits = ({ groups, masks }, counts) =>
    groups.every((ranks) => {
      const at = (start) => counts.slice(start, start + 4).reduce((number, count) => 5 * number + count, 0);
      return ranks.reduce((all, [start, fit]) => all & BigInt(`0x${masks[fit][at(start)]}`), -1n) !== 0n;
    });

  // Laid secrets are melds already; three cards like the sowee are one where the rules let them.
  const meld = (sent, { hand, secrets = [], sowee = "", freeThree = false }) => {
    const counts = sent.kinds.map((kind) => hand.filter((card) => card === kind).length);
    const at = sent.kinds.indexOf(sowee);
    for (const secret of new Set(secrets)) {
      const size = secret === sowee ? 3 : 4;
      if (counts[sent.kinds.indexOf(secret)] >= size) counts[sent.kinds.indexOf(secret)] -= size;
    }
    if (counts.some((count) => count > 4)) return false;
    if (splits(sent, counts)) return true;
    if (!freeThree || !(counts[at] >= 3)) return false;
    counts[at] -= 3;
    return splits(sent, counts);
  };

  const entered = () => ({
    hand: tokens(value("hand")),
    secrets: [...tokens(value("secrets")), ...[1, 2, 3, 4].flatMap((number) => tokens(value(`secret_${number}`)))],
    sowee: value("sowee").toUpperCase(),
    freeThree: "freeThree" in form.dataset,
  });

  const said = (cards) => {
    const isKnown = tables && value("rules") === rules && cards.hand.length === Number(form.querySelector("[data-keypad]").dataset.handSize);
    if (!isKnown || cards.hand.some((card) => !tables.kinds.includes(card))) return "NotKnown";
    return meld(tables, cards) ? "Melds" : "NoMelds";
  };

  const tell = ({ detail }) => {
    if (detail.elt !== form || (detail.xhr.status && detail.xhr.status < 500)) return;
    const shown = document.createElement("p");
    shown.dataset.offline = said(entered());
    shown.textContent = form.dataset[`text${shown.dataset.offline}`];
    verdict().replaceChildren(shown);
    verdict().classList.remove("verdict-old");
    document.getElementById("verdict-more")?.replaceChildren();
  };

  // The tables are larger than the form, so they come once there are cards; where they do not, the next one asks again.
  const load = () => {
    if (!value("hand")) return;
    loading ??= fetch(form.dataset.melding)
      .then((answer) => answer.json())
      .then(
        (found) => (tables = { ...found, kinds: form.dataset.kinds.split(" ") }),
        () => (loading = null),
      );
  };

  globalThis.cuajoMelds = meld;
  if (!form) return;
  load();
  for (const changed of ["input", "change"]) form.addEventListener(changed, load);
  for (const lost of ["sendError", "timeout", "responseError"]) document.addEventListener(`htmx:${lost}`, tell);
})();

// Every card of a hand is tapped on the same keys: those it holds, the last one, its secrets, the sowee, extra cards.
(() => {
  const { tokens, count, isMeld, addCard, parse, write, offers } = globalThis.cuajoCards;

  // The keys of the page: those of one form, anew where htmx shows another.
  let entry;

  const part = (name) => entry.form.querySelector(`[data-${name}]`);
  const text = (name) => entry.pad.dataset[`text${name}`];
  const field = (name) => entry.form.elements.namedItem(name);
  const value = (name) => field(name)?.value ?? "";

  const groupsOf = () => parse(entry.melds, value("hand"));
  const handOf = () => tokens(value("hand"));
  const extraOf = () => tokens(value("extra"));
  const isFull = () => handOf().length >= Number(entry.pad.dataset.handSize);
  const isRead = () => [...handOf(), ...extraOf()].every((kind) => keyOf(kind));
  const isLone = (cards) => cards.length === 1 && isMeld(entry.melds, cards);

  // What the server answered last: what it asks, which cards pay most, whether to stop turning.
  const answer = () => part("ask")?.dataset ?? {};

  // What the keys fill: what was opened by a tap, otherwise what is missing next.

  const extraSize = () => Number(entry.pad.dataset.extraSize);
  const allowsExtra = () => extraSize() > 0 && entry.pad.dataset.extraSources.split(" ").includes(value("source"));
  const fillsOpenCards = () => part("target-extra")?.checked;

  const ofWinner = (name) => {
    const pairs = (part("secrets")?.dataset[name] ?? "").split(" ").map((pair) => pair.split(":"));
    return pairs.find(([seat]) => seat === value("winner"))?.[1];
  };

  const secretsOf = () => Array.from({ length: Number(ofWinner("secrets") ?? 0) }, (_, at) => `secret_${at + 1}`);

  const isEmpty = (name) => field(name)?.value === "";

  const questions = () => [
    ...secretsOf().filter((name) => isEmpty(name)),
    ...(isEmpty("bounit") && (answer().ask === "bounit" || !["dealt", "self_drawn"].includes(value("source"))) ? ["bounit"] : []),
    ...(isEmpty("sowee") && answer().ask === "sowee" ? ["sowee"] : []),
  ];

  // A secret was paid, and no four cards that were not named yet are alike.
  const lacksFour = () => {
    const names = secretsOf();
    const canBe = (kind) => !refusal(kind, "secret") && !names.some((name) => value(name) === kind);
    return isFull() && names.some((name) => isEmpty(name)) && !handOf().some(canBe);
  };

  const target = () => {
    if (entry.target) return entry.target;
    if ("extraAlways" in entry.pad.dataset) return fillsOpenCards() ? "extra" : "hand";
    if (!isFull() || lacksFour()) return "hand";
    const [asked] = questions();
    if ("lost" in answer() && !asked?.startsWith("secret")) return "hand";
    return asked ?? (allowsExtra() && !("stop" in answer()) ? "extra" : "hand");
  };

  const isQuestion = (name) => !["hand", "extra"].includes(name);

  // What a key may do there

  const copiesLeft = (kind, name = "") => {
    const sowee = name === "sowee" ? [] : tokens(value("sowee"));
    return Number(entry.pad.dataset.copies) - count([...handOf(), ...extraOf(), ...sowee], kind);
  };

  const keyOf = (kind) => entry.pad.querySelector(`[data-key="${CSS.escape(kind)}"]`);
  const nameOf = (kind) => keyOf(kind)?.dataset.name ?? kind;
  const fill = (pattern, words) => pattern.replace("%s", words);

  const hasRoom = (name) => (name === "extra" ? extraOf().length < extraSize() : name !== "hand" || !isFull());

  // The judge is asked about kings from the discards, too, and says why not.
  const noKing = (kind) =>
    value("source") === "discard" && isLone([kind]) && entry.form.dataset.noKing;

  const refusal = (kind, name = target()) => {
    const held = count(handOf(), kind);
    if (name === "bounit") return held ? noKing(kind) || "" : fill(text("NotInHand"), nameOf(kind));
    // A sowee secret is three cards and the sowee, which may not be known yet.
    if (name.startsWith("secret")) return held + ["", kind].includes(value("sowee")) >= 4 ? "" : fill(text("NotFour"), nameOf(kind));
    if (copiesLeft(kind, name) < 1) return fill(text("NoneLeft"), nameOf(kind));
    return hasRoom(name) ? "" : text("Full");
  };

  const canAddAll = (cards) =>
    handOf().length + cards.length <= Number(entry.pad.dataset.handSize) &&
    cards.every((kind) => count(cards, kind) <= copiesLeft(kind));

  // Writing: every tap keeps what was there before, to go back a tap.

  const names = () => ["hand", "extra", "bounit", "sowee", "secrets", ...secretsOf()].filter((name) => field(name));
  const snapshot = () => Object.fromEntries(names().map((name) => [name, value(name)]));

  const put = (values) => {
    for (const [name, written] of Object.entries(values)) if (field(name)) field(name).value = written;
    const hand = handOf();
    for (const name of ["bounit", "secrets", ...secretsOf()]) {
      if (field(name)) field(name).value = tokens(value(name)).filter((kind) => hand.includes(kind)).join(" ");
    }
    Object.assign(entry, { opened: null, target: null, told: "" });
    field(Object.keys(values)[0]).dispatchEvent(new Event("change", { bubbles: true }));
  };

  const change = (values) => {
    entry.past.push(snapshot());
    put(values);
  };

  const undo = () => {
    if (entry.past.length) put(entry.past.pop());
  };

  const toggled = (kinds, kind) => (kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind]);

  // A tap right after words were typed waits until the server has read them as cards.
  const press = (kind) => {
    if (!isRead()) {
      entry.waiting = kind;
      return;
    }
    const name = target();
    const reason = refusal(kind, name);
    if (reason) tell(reason);
    else if (name === "secrets") change({ secrets: toggled(tokens(value(name)), kind).join(" ") });
    else if (name.startsWith("secret") && count(handOf(), kind) < 4) change({ [name]: kind, sowee: kind });
    else if (isQuestion(name)) change({ [name]: kind });
    else if (name === "extra") turn(kind);
    else change({ hand: write(addCard(entry.melds, groupsOf(), kind)) });
  };

  const turn = (kind) => {
    if (!refusal(kind, "extra")) change({ extra: [...extraOf(), kind].join(" ") });
  };

  const addLone = (kind) => {
    const reason = refusal(kind, "hand");
    if (reason) tell(reason);
    else change({ hand: write([...groupsOf(), [kind]]) });
  };

  const dropLone = (kind) => {
    dropGroup(groupsOf().findLastIndex((cards) => isLone(cards) && cards[0] === kind));
  };

  const dropCard = ({ name, group, card }) => {
    if (name === "extra") return change({ extra: extraOf().filter((_, at) => at !== group).join(" ") });
    const groups = groupsOf();
    groups[group].splice(card, 1);
    change({ hand: write(groups.filter((cards) => cards.length)) });
  };

  const dropGroup = (group) => change({ hand: write(groupsOf().filter((_, at) => at !== group)) });

  // Drawing

  const say = (words, way = "") => {
    const said = part("said");
    said.replaceChildren(...words.split("\n").map((line) => element("span", "", {}, `${line} `)));
    said.parentElement.className = `keypad-line ${way}`;
  };

  const element = (tag, className, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    made.className = className;
    for (const [name, content] of Object.entries(attributes)) made.setAttribute(name, content);
    made.append(...children);
    return made;
  };

  // Why a key does nothing stays in sight until the next tap that does something.
  const tell = (words) => {
    entry.told = words;
    say(words, "keypad-told");
  };

  // A meld is a strip of number over suit, cut from the same sprite as the key.
  const drawn = (kind) => {
    const face = keyOf(kind)?.querySelector("svg").cloneNode(true);
    if (!face) return element("span", "badge", {}, kind);
    face.classList.replace("card-key", "card-strip");
    face.setAttribute("viewBox", "0 0 62 106");
    const cut = face.querySelector("use");
    cut.setAttribute("href", cut.getAttribute("href").replace("#key-", "#strip-"));
    return face;
  };

  const cardButton = ({ cards, label, act, attributes = {} }) => {
    const face = element("span", "meld", {}, ...cards.map((kind) => drawn(kind)));
    const button = element("button", "card-button", { type: "button", "aria-label": label, ...attributes }, face);
    button.addEventListener("click", act);
    return button;
  };

  const textButton = (words, act, attributes = {}) => {
    const button = element("button", "button button-quiet", { type: "button", ...attributes }, words);
    button.addEventListener("click", act);
    return button;
  };

  const listed = (cards) => cards.map((kind) => nameOf(kind)).join(", ");

  const drawKeys = () => {
    const name = target();
    const best = name === answer().ask ? (answer().best ?? "").split(" ") : [];
    for (const key of entry.pad.querySelectorAll("[data-key]")) {
      const kind = key.dataset.key;
      const left = Math.max(0, copiesLeft(kind));
      key.querySelector(".copies").dataset.left = left;
      key.setAttribute("aria-label", `${key.dataset.name}, ${fill(text("Left"), left)}`);
      key.setAttribute("aria-disabled", refusal(kind, name) !== "");
      key.classList.toggle("key-best", best.includes(kind));
    }
  };

  const offersOf = () => offers(entry.melds, groupsOf(), canAddAll);

  const offerButtons = () =>
    offersOf().map((offer) =>
      cardButton({
        cards: offer.meld,
        label: fill(text("Offer"), listed(offer.missing.length ? offer.missing : offer.meld)),
        act: () => change({ hand: write(offer.hand) }),
        attributes: { "data-offer": offer.meld.join(" ") },
      }),
    );

  const removalButtons = () => {
    const { name, group } = entry.opened;
    const cards = name === "hand" ? groupsOf()[group] : [extraOf()[group]];
    const buttons = cards.map((kind, card) =>
      cardButton({
        cards: [kind],
        label: fill(text("Remove"), nameOf(kind)),
        act: () => dropCard({ name, group, card }),
        attributes: { "data-remove": kind },
      }),
    );
    if (cards.length > 1) buttons.push(textButton(text("RemoveMeld"), () => dropGroup(group)));
    else buttons[0].append(text("RemoveCard"));
    return [...buttons, textButton(text("Keep"), () => open(null))];
  };

  const question = (name) => {
    const { ask, most } = answer();
    const asked = text(`Ask${name.startsWith("secret") ? "Secret" : name[0].toUpperCase() + name.slice(1)}`);
    return `${asked}\n${ask === name && most ? fill(text("Best"), most) : text("Tap")}`;
  };

  const waysOut = () => [
    textButton(text("ChangeCard"), () => open({ name: "hand", group: groupsOf().length - 1 })),
    element("a", "button", { href: ofWinner("refunds") }, text("Refund")),
  ];

  const toolButtons = () => {
    if (entry.opened) return removalButtons();
    if (lacksFour()) return waysOut();
    return target() === "hand" ? offerButtons() : [];
  };

  const drawSaid = () => {
    const name = target();
    if (entry.told) say(entry.told, "keypad-told");
    else if (entry.opened) say(text("Removing"));
    else if (isQuestion(name)) say(question(name), "keypad-asks");
    else if (lacksFour()) say(text("NoFour"), "keypad-stuck");
    else if (name === "extra" && isFull()) say(fill(text("AskExtra"), extraOf().length));
    else say(text(isFull() ? "Done" : offersOf().length ? "Finish" : "Start"));
  };

  const open = (opened) => {
    Object.assign(entry, { opened, told: "" });
    draw();
  };

  const groupButton = (name, cards, group) =>
    cardButton({
      cards,
      label: fill(text("Change"), listed(cards)),
      act: () => open({ name, group }),
      attributes: { "data-group": group, "aria-expanded": entry.opened?.name === name && entry.opened.group === group },
    });

  const stepper = (kind, number) =>
    element(
      "span",
      "stepper",
      { role: "group", "aria-label": nameOf(kind), "data-stepper": kind },
      textButton("−", () => dropLone(kind), { "aria-label": fill(text("Remove"), nameOf(kind)) }),
      drawn(kind),
      element("span", "stepper-count", {}, number),
      textButton("+", () => addLone(kind), { "aria-label": fill(text("Add"), nameOf(kind)) }),
    );

  // The card tapped last stays in sight: in a row that scrolls, and where all that is said scrolls.
  const showEnd = (strip) => {
    const said = strip.closest(".entry-said");
    strip.scrollLeft = 9999;
    said.scrollTop += Math.max(0, strip.getBoundingClientRect().bottom - said.getBoundingClientRect().bottom);
  };

  const drawStrip = () => {
    const groups = groupsOf();
    const lone = groups.filter((cards) => isLone(cards)).flat();
    const melds = groups.map((cards, at) => (isLone(cards) ? null : groupButton("hand", cards, at)));
    const steppers = [...new Set(lone)].map((kind) => stepper(kind, count(lone, kind)));
    const won = groups.filter((cards) => cards.includes(value("bounit")));
    if (won.length === 1) melds[groups.indexOf(won[0])]?.firstChild.classList.add("meld-winning");
    part("strip").replaceChildren(...melds.filter(Boolean), ...steppers);
    const extra = extraOf();
    part("extra-block").hidden = !extra.length;
    part("extra-strip").replaceChildren(...extra.map((kind, at) => groupButton("extra", [kind], at)));
    drawCounted();
    if (entry.past.length) requestAnimationFrame(() => showEnd(part(extra.length ? "extra-strip" : "strip")));
  };

  // Turned cards that can meet a condition have a ring.
  const drawCounted = () => {
    const counted = (answer().counted ?? "").split(" ");
    const turned = part("extra-strip").querySelectorAll(".meld");
    extraOf().forEach((kind, at) => turned[at]?.classList.toggle("meld-winning", counted.includes(kind)));
  };

  // A complete hand lies as the server found its melds, however it was tapped.
  const regroup = () => {
    const found = answer().melds ?? "";
    if (tokens(found).sort().join() === handOf().sort().join()) field("hand").value = found.trim();
  };

  // Winner and last card are asked one after the other; once answered, each stands in one row and opens again by a tap.
  const drawChoices = () => {
    const choices = [...entry.form.querySelectorAll("[data-choice]")];
    const chosen = (choice) => choice.querySelector("input:checked");
    const next = choices.find((choice) => !chosen(choice));
    for (const choice of choices) {
      const isOpen = choice === next || choice.dataset.choice === entry.choice;
      const isWrong = !chosen(choice) && choice.querySelector(".field-invalid");
      choice.toggleAttribute("data-folded", !isOpen && !isWrong);
      const row = part(`opens=${choice.dataset.choice}`);
      row.setAttribute("aria-expanded", isOpen);
      row.hidden = !chosen(choice);
      row.querySelector("[data-value]").textContent = chosen(choice)?.nextElementSibling?.textContent ?? "";
    }
  };

  const draw = () => {
    drawChoices();
    const { waiting } = entry;
    if (waiting && isRead()) {
      entry.waiting = null;
      press(waiting);
      return;
    }
    regroup();
    part("undo").setAttribute("aria-disabled", !entry.past.length);
    entry.form.toggleAttribute("data-asking", isQuestion(target()) || lacksFour());
    drawKeys();
    drawSaid();
    // A button that is being pressed stays: the answer of the server changes none of them.
    const now = JSON.stringify([snapshot(), value("source"), entry.opened, target()]);
    drawCounted();
    if (now === entry.drawn) return;
    entry.drawn = now;
    part("tools").replaceChildren(...toolButtons());
    part("tools").scrollLeft = 0;
    drawStrip();
    drawCards();
  };

  const keepFocus = (event) => {
    if (event.detail === 0 && !document.activeElement?.closest("form")) part("undo").focus({ preventScroll: true });
  };

  // A field of the hand opens the keys for what it holds; the same tap closes them again.
  const aim = (name) => {
    Object.assign(entry, { target: entry.target === name ? null : name, told: "" });
    draw();
  };

  const opens = { sowee: () => "sowee", secrets: () => "secrets", source: () => isFull() && "bounit" };

  const drawCards = () => {
    for (const shown of entry.form.querySelectorAll("[data-card-of]")) {
      const { cardOf } = shown.dataset;
      const kinds = tokens(value(cardOf)).filter((kind) => keyOf(kind));
      shown.replaceChildren(...kinds.map((kind) => drawn(kind)), element("span", "visually-hidden", {}, listed(kinds)));
      shown.closest(`[data-opens="${cardOf}"]`)?.setAttribute("aria-expanded", target() === cardOf);
    }
  };

  const clicked = ({ target: tapped, detail }) => {
    const opener = tapped.closest("[data-opens]")?.dataset.opens;
    const choice = tapped.closest("[data-choice]")?.dataset.choice;
    if (opener) entry.choice = entry.choice === opener ? null : opener;
    // Arrow keys walk through the choices: only a tap says that one is meant.
    else if (choice) entry.choice = detail ? null : choice;
    const aimed = opens[opener]?.();
    if (aimed) aim(aimed);
    else if (opener || choice) drawChoices();
    const turned = tapped.closest("[data-turn]");
    if (turned) turn(turned.dataset.turn);
  };

  // Words that the server understood as cards are put back as notation once the field is left.
  const putBack = (understood) => {
    const box = understood.closest("form")?.elements.namedItem(understood.dataset.understood);
    if (!box || box === document.activeElement || box.value !== understood.dataset.typed) return;
    box.value = understood.dataset.notation;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const start = () => {
    const form = document.querySelector("form[data-hand-entry]:not([data-hand-ready])");
    const melds = document.getElementById("melds");
    if (!form || !melds) return;
    const known = JSON.parse(melds.textContent);
    entry = {
      form,
      pad: form.querySelector("[data-keypad]"),
      // Where the rules let them, three cards like the sowee are one.
      get melds() {
        const sowee = value("sowee");
        return "freeThree" in form.dataset ? [...known, [sowee, sowee, sowee]] : known;
      },
      past: [],
      opened: null,
      target: null,
      told: "",
    };
    form.dataset.handReady = "";
    for (const key of entry.pad.querySelectorAll("[data-key]")) key.addEventListener("click", () => press(key.dataset.key));
    part("undo").addEventListener("click", undo);
    entry.pad.addEventListener("click", keepFocus);
    form.addEventListener("click", clicked);
    for (const news of ["input", "change", "htmx:afterSettle"]) {
      form.addEventListener(news, ({ type }) => {
        if (type === "input") entry.waiting = null;
        draw();
      });
    }
    for (const shown of ["fields", "tray", "undo", "keypad"]) part(shown).hidden = false;
    const typed = form.querySelector("[data-typed]");
    if (typed && !typed.querySelector(".field-invalid")) typed.open = false;
    draw();
  };

  start();
  document.addEventListener("htmx:load", start);
  const putAllBack = () => document.querySelectorAll("[data-understood]").forEach(putBack);
  for (const over of ["focusout", "htmx:afterSettle"]) document.addEventListener(over, putAllBack);
})();

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
    if (target.name !== "preset" || !target.form.elements.carried) return;
    for (const box of target.form.querySelectorAll("[name^=rule_], [name=carried]")) box.value = "";
  };

  document.addEventListener("change", resetRules, true);
  document.addEventListener("change", ({ target }) => target.matches("[data-asks-again]") && older.submit(target.form));
})();

document.addEventListener("htmx:load", ({ target }) => {
  const form = target.querySelector(".new-night");
  if (!form) return;
  const seats = [...form.querySelectorAll("[list=known-players]")];
  const tokens = [...form.querySelectorAll(".seat [name=first_dealer]")];
  const sitting = (name) =>
    seats.find((seat) => (name || older.isShown(seat)) && seat.value.trim().toLowerCase() === name.toLowerCase());

  const show = () => {
    for (const known of form.querySelectorAll("[data-names] > *")) known.setAttribute("aria-pressed", !!sitting(known.value));
    seats.forEach((seat, place) => {
      tokens[place].setAttribute("aria-label", `${seat.value.trim() || seat.labels[0].textContent}: ${tokens[place].dataset.deals}`);
    });
  };

  form.addEventListener("click", (event) => {
    const name = event.target.closest("[data-turn], [data-names] > *")?.value;
    if (name) {
      const seat = sitting(name) ?? sitting("");
      if (seat) seat.value = seat.value.trim() ? "" : name;
      seat?.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (name === "") {
      const [first, ...others] = seats.slice(0, 4);
      for (const seat of others) [first.value, seat.value] = [seat.value, first.value];
      const deals = tokens.findIndex((token) => token.checked);
      if (deals >= 0 && deals < 4) tokens[(deals + 1) % 4].checked = true;
    }
    show();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !seats.includes(event.target) || !sitting("")) return;
    event.preventDefault();
    sitting("").focus();
  });
  form.addEventListener("input", show);
  show();
});
