"use strict";

// Cards as the pack on the table writes them and their groups, as typed or tapped: groups are parted by two spaces.
globalThis.cuajoCards = (() => {
  const tokens = (text) => text.toUpperCase().split(/[\s,;]+/).filter(Boolean);

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

// Winner and last card are asked one after the other; once answered, each stands in one row and opens again by a tap.
(() => {
  const choices = (form) => [...form.querySelectorAll("[data-choice]")];
  const chosen = (choice) => choice.querySelector("input:checked");

  const drawChoices = (form, opened) => {
    const next = choices(form).find((choice) => !chosen(choice));
    for (const choice of choices(form)) {
      const isOpen = choice.dataset.choice === opened || choice === next;
      const isWrong = !chosen(choice) && choice.querySelector(".field-invalid");
      choice.toggleAttribute("data-folded", !isOpen && !isWrong);
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

// Every card of a hand is tapped on the same keys: those it holds, the last one, its secrets, the sowee, extra cards.
(() => {
  const { tokens, count, isMeld, addCard, parse, write, offers } = globalThis.cuajoCards;

  const part = (entry, name) => entry.form.querySelector(`[data-${name}]`);
  const text = (entry, name) => entry.pad.dataset[`text${name}`];
  const field = (entry, name) => entry.form.elements.namedItem(name);
  const value = (entry, name) => field(entry, name)?.value ?? "";

  const groupsOf = (entry) => parse(entry.melds, value(entry, "hand"));
  const handOf = (entry) => tokens(value(entry, "hand"));
  const extraOf = (entry) => tokens(value(entry, "extra"));
  const isFull = (entry) => handOf(entry).length >= Number(entry.pad.dataset.handSize);
  const isRead = (entry) => [...handOf(entry), ...extraOf(entry)].every((kind) => keyOf(entry, kind));
  const isLone = (entry, cards) => cards.length === 1 && isMeld(entry.melds, cards);

  // What the server answered last: what it asks, which cards pay most, whether to stop turning.
  const answer = (entry) => part(entry, "ask")?.dataset ?? {};

  // What the keys fill: what was opened by a tap, otherwise what is missing next.

  const extraSize = (entry) => Number(entry.pad.dataset.extraSize);
  const allowsExtra = (entry) => extraSize(entry) > 0 && entry.pad.dataset.extraSources.split(" ").includes(value(entry, "source"));
  const fillsOpenCards = (entry) => part(entry, "target-extra")?.checked;

  const ofWinner = (entry, name) => {
    const pairs = (part(entry, "secrets")?.dataset[name] ?? "").split(" ").map((pair) => pair.split(":"));
    return pairs.find(([seat]) => seat === value(entry, "winner"))?.[1];
  };

  const secretsOf = (entry) => Array.from({ length: Number(ofWinner(entry, "secrets") ?? 0) }, (_, at) => `secret_${at + 1}`);

  const isEmpty = (entry, name) => field(entry, name)?.value === "";

  const questions = (entry) => [
    ...secretsOf(entry).filter((name) => isEmpty(entry, name)),
    ...(isEmpty(entry, "bounit") && (answer(entry).ask === "bounit" || !["dealt", "self_drawn"].includes(value(entry, "source"))) ? ["bounit"] : []),
    ...(isEmpty(entry, "sowee") && answer(entry).ask === "sowee" ? ["sowee"] : []),
  ];

  // A secret was paid, and no four cards that were not named yet are alike.
  const lacksFour = (entry) => {
    const names = secretsOf(entry);
    const canBe = (kind) => !refusal(entry, kind, "secret") && !names.some((name) => value(entry, name) === kind);
    return isFull(entry) && names.some((name) => isEmpty(entry, name)) && !handOf(entry).some(canBe);
  };

  const target = (entry) => {
    if (entry.target) return entry.target;
    if ("extraAlways" in entry.pad.dataset) return fillsOpenCards(entry) ? "extra" : "hand";
    if (!isFull(entry) || lacksFour(entry)) return "hand";
    const [asked] = questions(entry);
    if ("lost" in answer(entry) && !asked?.startsWith("secret")) return "hand";
    return asked ?? (allowsExtra(entry) && !("stop" in answer(entry)) ? "extra" : "hand");
  };

  const isQuestion = (name) => !["hand", "extra"].includes(name);

  // What a key may do there

  const copiesLeft = (entry, kind, name = "") => {
    const sowee = name === "sowee" ? [] : tokens(value(entry, "sowee"));
    return Number(entry.pad.dataset.copies) - count([...handOf(entry), ...extraOf(entry), ...sowee], kind);
  };

  const keyOf = (entry, kind) => entry.pad.querySelector(`[data-key="${CSS.escape(kind)}"]`);
  const nameOf = (entry, kind) => keyOf(entry, kind)?.dataset.name ?? kind;
  const fill = (pattern, words) => pattern.replace("%s", words);

  const hasRoom = (entry, name) => (name === "extra" ? extraOf(entry).length < extraSize(entry) : name !== "hand" || !isFull(entry));

  // The judge is asked about kings from the discards, too, and says why not.
  const noKing = (entry, kind) =>
    value(entry, "source") === "discard" && isLone(entry, [kind]) && entry.form.dataset.noKing;

  const refusal = (entry, kind, name = target(entry)) => {
    const held = count(handOf(entry), kind);
    if (name === "bounit") return held ? noKing(entry, kind) || "" : fill(text(entry, "NotInHand"), nameOf(entry, kind));
    // A sowee secret is three cards and the sowee, which may not be known yet.
    if (name.startsWith("secret")) return held + ["", kind].includes(value(entry, "sowee")) >= 4 ? "" : fill(text(entry, "NotFour"), nameOf(entry, kind));
    if (copiesLeft(entry, kind, name) < 1) return fill(text(entry, "NoneLeft"), nameOf(entry, kind));
    return hasRoom(entry, name) ? "" : text(entry, "Full");
  };

  const canAddAll = (entry) => (cards) =>
    handOf(entry).length + cards.length <= Number(entry.pad.dataset.handSize) &&
    cards.every((kind) => count(cards, kind) <= copiesLeft(entry, kind));

  // Writing: every tap keeps what was there before, to go back a tap.

  const names = (entry) => ["hand", "extra", "bounit", "sowee", "secrets", ...secretsOf(entry)].filter((name) => field(entry, name));
  const snapshot = (entry) => Object.fromEntries(names(entry).map((name) => [name, value(entry, name)]));

  const put = (entry, values) => {
    for (const [name, written] of Object.entries(values)) if (field(entry, name)) field(entry, name).value = written;
    const hand = handOf(entry);
    for (const name of ["bounit", "secrets", ...secretsOf(entry)]) {
      if (field(entry, name)) field(entry, name).value = tokens(value(entry, name)).filter((kind) => hand.includes(kind)).join(" ");
    }
    Object.assign(entry, { opened: null, target: null, told: "" });
    field(entry, Object.keys(values)[0]).dispatchEvent(new Event("change", { bubbles: true }));
  };

  const change = (entry, values) => {
    entry.past.push(snapshot(entry));
    put(entry, values);
  };

  const undo = (entry) => {
    if (entry.past.length) put(entry, entry.past.pop());
  };

  const toggled = (kinds, kind) => (kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind]);

  // A tap right after words were typed waits until the server has read them as cards.
  const press = (entry, kind) => {
    if (!isRead(entry)) {
      entry.waiting = kind;
      return;
    }
    const name = target(entry);
    const reason = refusal(entry, kind, name);
    if (reason) tell(entry, reason);
    else if (name === "secrets") change(entry, { secrets: toggled(tokens(value(entry, name)), kind).join(" ") });
    else if (name.startsWith("secret") && count(handOf(entry), kind) < 4) change(entry, { [name]: kind, sowee: kind });
    else if (isQuestion(name)) change(entry, { [name]: kind });
    else if (name === "extra") turn(entry, kind);
    else change(entry, { hand: write(addCard(entry.melds, groupsOf(entry), kind)) });
  };

  const turn = (entry, kind) => {
    if (!refusal(entry, kind, "extra")) change(entry, { extra: [...extraOf(entry), kind].join(" ") });
  };

  const addLone = (entry, kind) => {
    const reason = refusal(entry, kind, "hand");
    if (reason) tell(entry, reason);
    else change(entry, { hand: write([...groupsOf(entry), [kind]]) });
  };

  const dropLone = (entry, kind) => {
    dropGroup(entry, groupsOf(entry).findLastIndex((cards) => isLone(entry, cards) && cards[0] === kind));
  };

  const dropCard = (entry, { name, group, card }) => {
    if (name === "extra") return change(entry, { extra: extraOf(entry).filter((_, at) => at !== group).join(" ") });
    const groups = groupsOf(entry);
    groups[group].splice(card, 1);
    change(entry, { hand: write(groups.filter((cards) => cards.length)) });
  };

  const dropGroup = (entry, group) => change(entry, { hand: write(groupsOf(entry).filter((_, at) => at !== group)) });

  // Drawing

  const say = (entry, words, way = "") => {
    const said = part(entry, "said");
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
  const tell = (entry, words) => {
    entry.told = words;
    say(entry, words, "keypad-told");
  };

  // A meld is a strip of number over suit, cut from the same sprite as the key.
  const drawn = (entry, kind) => {
    const face = keyOf(entry, kind)?.querySelector("svg").cloneNode(true);
    if (!face) return element("span", "badge", {}, kind);
    face.classList.replace("card-key", "card-strip");
    face.setAttribute("viewBox", "0 0 62 106");
    const cut = face.querySelector("use");
    cut.setAttribute("href", cut.getAttribute("href").replace("#key-", "#strip-"));
    return face;
  };

  const cardButton = (entry, { cards, label, act, attributes = {} }) => {
    const face = element("span", "meld", {}, ...cards.map((kind) => drawn(entry, kind)));
    const button = element("button", "card-button", { type: "button", "aria-label": label, ...attributes }, face);
    button.addEventListener("click", act);
    return button;
  };

  const textButton = (words, act, attributes = {}) => {
    const button = element("button", "button button-quiet", { type: "button", ...attributes }, words);
    button.addEventListener("click", act);
    return button;
  };

  const listed = (entry, cards) => cards.map((kind) => nameOf(entry, kind)).join(", ");

  const drawKeys = (entry) => {
    const name = target(entry);
    const best = name === answer(entry).ask ? (answer(entry).best ?? "").split(" ") : [];
    for (const key of entry.pad.querySelectorAll("[data-key]")) {
      const kind = key.dataset.key;
      const left = Math.max(0, copiesLeft(entry, kind));
      key.querySelector(".copies").dataset.left = left;
      key.setAttribute("aria-label", `${key.dataset.name}, ${fill(text(entry, "Left"), left)}`);
      key.setAttribute("aria-disabled", refusal(entry, kind, name) !== "");
      key.classList.toggle("key-best", best.includes(kind));
    }
  };

  const offersOf = (entry) => offers(entry.melds, groupsOf(entry), canAddAll(entry));

  const offerButtons = (entry) =>
    offersOf(entry).map((offer) =>
      cardButton(entry, {
        cards: offer.meld,
        label: fill(text(entry, "Offer"), listed(entry, offer.missing.length ? offer.missing : offer.meld)),
        act: () => change(entry, { hand: write(offer.hand) }),
        attributes: { "data-offer": offer.meld.join(" ") },
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
    if (cards.length > 1) buttons.push(textButton(text(entry, "RemoveMeld"), () => dropGroup(entry, group)));
    else buttons[0].append(text(entry, "RemoveCard"));
    return [...buttons, textButton(text(entry, "Keep"), () => open(entry, null))];
  };

  const question = (entry, name) => {
    const { ask, most } = answer(entry);
    const asked = text(entry, `Ask${name.startsWith("secret") ? "Secret" : name[0].toUpperCase() + name.slice(1)}`);
    return `${asked}\n${ask === name && most ? fill(text(entry, "Best"), most) : text(entry, "Tap")}`;
  };

  const waysOut = (entry) => [
    textButton(text(entry, "ChangeCard"), () => open(entry, { name: "hand", group: groupsOf(entry).length - 1 })),
    element("a", "button", { href: ofWinner(entry, "refunds") }, text(entry, "Refund")),
  ];

  const toolButtons = (entry) => {
    if (entry.opened) return removalButtons(entry);
    if (lacksFour(entry)) return waysOut(entry);
    return target(entry) === "hand" ? offerButtons(entry) : [];
  };

  const drawSaid = (entry) => {
    const name = target(entry);
    if (entry.told) say(entry, entry.told, "keypad-told");
    else if (entry.opened) say(entry, text(entry, "Removing"));
    else if (isQuestion(name)) say(entry, question(entry, name), "keypad-asks");
    else if (lacksFour(entry)) say(entry, text(entry, "NoFour"), "keypad-stuck");
    else if (name === "extra" && isFull(entry)) say(entry, fill(text(entry, "AskExtra"), extraOf(entry).length));
    else say(entry, text(entry, isFull(entry) ? "Done" : offersOf(entry).length ? "Finish" : "Start"));
  };

  const open = (entry, opened) => {
    Object.assign(entry, { opened, told: "" });
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
      element("span", "stepper-count", {}, number),
      textButton("+", () => addLone(entry, kind), { "aria-label": fill(text(entry, "Add"), nameOf(entry, kind)) }),
    );

  // The card tapped last stays in sight: in a row that scrolls, and where all that is said scrolls.
  const showEnd = (strip) => {
    const said = strip.closest(".entry-said");
    strip.scrollLeft = 9999;
    said.scrollTop += Math.max(0, strip.getBoundingClientRect().bottom - said.getBoundingClientRect().bottom);
  };

  const drawStrip = (entry) => {
    const groups = groupsOf(entry);
    const lone = groups.filter((cards) => isLone(entry, cards)).flat();
    const melds = groups.map((cards, at) => (isLone(entry, cards) ? null : groupButton(entry, "hand", cards, at)));
    const steppers = [...new Set(lone)].map((kind) => stepper(entry, kind, count(lone, kind)));
    const won = groups.filter((cards) => cards.includes(value(entry, "bounit")));
    if (won.length === 1) melds[groups.indexOf(won[0])]?.firstChild.classList.add("meld-winning");
    part(entry, "strip").replaceChildren(...melds.filter(Boolean), ...steppers);
    const extra = extraOf(entry);
    part(entry, "extra-block").hidden = !extra.length;
    part(entry, "extra-strip").replaceChildren(...extra.map((kind, at) => groupButton(entry, "extra", [kind], at)));
    drawCounted(entry);
    if (entry.past.length) requestAnimationFrame(() => showEnd(part(entry, extra.length ? "extra-strip" : "strip")));
  };

  // Turned cards that can meet a condition have a ring.
  const drawCounted = (entry) => {
    const counted = (answer(entry).counted ?? "").split(" ");
    const turned = part(entry, "extra-strip").querySelectorAll(".meld");
    extraOf(entry).forEach((kind, at) => turned[at]?.classList.toggle("meld-winning", counted.includes(kind)));
  };

  // A complete hand lies as the server found its melds, however it was tapped.
  const regroup = (entry) => {
    const found = answer(entry).melds ?? "";
    if (tokens(found).sort().join() === handOf(entry).sort().join()) field(entry, "hand").value = found.trim();
  };

  const draw = (entry) => {
    const { waiting } = entry;
    if (waiting && isRead(entry)) {
      entry.waiting = null;
      press(entry, waiting);
      return;
    }
    regroup(entry);
    part(entry, "undo").setAttribute("aria-disabled", !entry.past.length);
    entry.form.toggleAttribute("data-asking", isQuestion(target(entry)) || lacksFour(entry));
    drawKeys(entry);
    drawSaid(entry);
    // A button that is being pressed stays: the answer of the server changes none of them.
    const now = JSON.stringify([snapshot(entry), value(entry, "source"), entry.opened, target(entry)]);
    drawCounted(entry);
    if (now === entry.drawn) return;
    entry.drawn = now;
    part(entry, "tools").replaceChildren(...toolButtons(entry));
    part(entry, "tools").scrollLeft = 0;
    drawStrip(entry);
    drawCards(entry);
  };

  const keepFocus = (entry, event) => {
    if (event.detail === 0 && !document.activeElement?.closest("form")) part(entry, "undo").focus({ preventScroll: true });
  };

  // A field of the hand opens the keys for what it holds; the same tap closes them again.
  const aim = (entry, name) => {
    Object.assign(entry, { target: entry.target === name ? null : name, told: "" });
    draw(entry);
  };

  const opens = { sowee: () => "sowee", secrets: () => "secrets", source: (entry) => (isFull(entry) ? "bounit" : null) };

  const drawCards = (entry) => {
    for (const shown of entry.form.querySelectorAll("[data-card-of]")) {
      const { cardOf } = shown.dataset;
      const kinds = tokens(value(entry, cardOf)).filter((kind) => keyOf(entry, kind));
      shown.replaceChildren(...kinds.map((kind) => drawn(entry, kind)), element("span", "visually-hidden", {}, listed(entry, kinds)));
      shown.closest(`[data-opens="${cardOf}"]`)?.setAttribute("aria-expanded", target(entry) === cardOf);
    }
  };

  const clicked = (entry, { target: tapped }) => {
    const opener = tapped.closest("[data-opens]");
    const aimed = opener && opens[opener.dataset.opens]?.(entry);
    if (aimed) aim(entry, aimed);
    const turned = tapped.closest("[data-turn]");
    if (turned) turn(entry, turned.dataset.turn);
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
    if (!form) return;
    const known = JSON.parse(document.getElementById("melds").textContent);
    const entry = {
      form,
      pad: form.querySelector("[data-keypad]"),
      // Where the rules let them, three cards like the sowee are one.
      get melds() {
        const sowee = value(entry, "sowee");
        return "freeThree" in form.dataset ? [...known, [sowee, sowee, sowee]] : known;
      },
      past: [],
      opened: null,
      target: null,
      told: "",
    };
    form.dataset.handReady = "";
    for (const key of entry.pad.querySelectorAll("[data-key]")) key.addEventListener("click", () => press(entry, key.dataset.key));
    part(entry, "undo").addEventListener("click", () => undo(entry));
    entry.pad.addEventListener("click", (event) => keepFocus(entry, event));
    form.addEventListener("click", (event) => clicked(entry, event));
    for (const news of ["input", "change", "htmx:afterSettle"]) {
      form.addEventListener(news, ({ type }) => {
        if (type === "input") entry.waiting = null;
        draw(entry);
      });
    }
    for (const shown of ["tray", "undo", "keypad"]) part(entry, shown).hidden = false;
    const typed = form.querySelector("[data-typed]");
    if (typed && !typed.querySelector(".field-invalid")) typed.open = false;
    draw(entry);
  };

  start();
  document.addEventListener("htmx:load", start);
  const putAllBack = () => document.querySelectorAll("[data-understood]").forEach(putBack);
  for (const over of ["focusout", "htmx:afterSettle"]) document.addEventListener(over, putAllBack);
})();
