// Every card of a hand is tapped on the same keys: those it holds, the last one, its secrets, the sowee, extra cards.
(() => {
  const { tokens, count, isMeld, addCard, parse, write, offers } = globalThis.cuajoCards;
  const { element, textButton, strip } = globalThis.cuajoDrawing;

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

  // Why a key does nothing stays in sight until the next tap that does something.
  const tell = (words) => {
    entry.told = words;
    say(words, "keypad-told");
  };

  const drawn = (kind) => strip(keyOf(kind)?.querySelector("svg"), kind);

  const cardButton = ({ cards, label, act, attributes = {} }) => {
    const face = element("span", "meld", {}, ...cards.map((kind) => drawn(kind)));
    const button = element("button", "card-button", { type: "button", "aria-label": label, ...attributes }, face);
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
  const showEnd = (row) => {
    const said = row.closest(".entry-said");
    row.scrollLeft = 9999;
    said.scrollTop += Math.max(0, row.getBoundingClientRect().bottom - said.getBoundingClientRect().bottom);
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

  const draw = () => {
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

  const clicked = ({ target: tapped }) => {
    const aimed = opens[tapped.closest("[data-opens]")?.dataset.opens]?.();
    if (aimed) aim(aimed);
    const turned = tapped.closest("[data-turn]");
    if (turned) turn(turned.dataset.turn);
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
      form.addEventListener(news, ({ type, target: changed }) => {
        if (type === "input") entry.waiting = null;
        // Another source of the last card asks for no card that is set.
        if (changed.name === "source") entry.target = null;
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
})();
