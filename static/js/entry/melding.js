// Whether the cards on the keys meld, before the app has answered and where it cannot be asked: told by the engine's own
// tables, and never for other cards than those. What they are worth only the app says.
(() => {
  const WHOLE = 16;
  const { tokens } = globalThis.cuajoCards;
  const { element } = globalThis.cuajoDrawing;
  const value = (name) => form.elements.namedItem(name)?.value ?? "";
  const verdict = () => document.getElementById("verdict");
  let form, kinds, tables, loading, isAsked;
  let rules; // others, chosen since, have other tables perhaps

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

  const isWhole = ({ hand }) => hand.length === WHOLE;
  const isRead = ({ hand }) => hand.every((card) => kinds.includes(card));

  const said = (cards) => {
    if (!tables || value("rules") !== rules || !isWhole(cards) || !isRead(cards)) return "NotKnown";
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

  // What the phone knows is drawn with the tap, in the words of the server: how many cards, and whether all of them meld.
  // What they are worth the server says when it has answered.
  const draw = (state, count) => {
    // A lower verdict would move the keys away from the finger that taps the next one.
    verdict().style.minHeight = `${verdict().getBoundingClientRect().height}px`;
    const size = form.querySelector("[data-keypad]").dataset.handSize;
    const isOffered = state === "Melds" && verdict().querySelector(".verdict-price, [data-offered], [data-offline='Melds']");
    const shown = verdict().querySelector(".verdict") ?? element("div", "verdict");
    const hadWords = shown.querySelector(".soft")?.textContent.trim();
    const words = state ? element("strong", "", {}, form.dataset[`text${state}AtOnce`]) : hadWords ? "\u00A0" : "";
    const number = form.dataset.textCount.replace("{n}", count).replace("{m}", size);
    shown.classList.toggle("verdict-wrong", state === "NoMelds");
    shown.toggleAttribute("data-offered", Boolean(isOffered));
    shown.replaceChildren(
      element("p", "verdict-status", { "data-heard": "" }, number),
      element("progress", "", { max: size, value: count, "aria-hidden": "true" }),
      element("p", "soft", {}, words),
    );
    verdict().replaceChildren(shown);
  };

  const foresee = () => {
    const cards = entered();
    const state = isWhole(cards) ? said(cards) : "";
    const isKnown = state !== "NotKnown" && isRead(cards);
    if (isKnown) draw(state, cards.hand.length);
    verdict().toggleAttribute("data-foreseen", isKnown);
  };

  const changed = () => {
    isAsked = false;
    load();
    foresee();
  };

  const asked = ({ target }) => {
    if (target === form) isAsked = true;
  };

  // An answer about the cards before came late.
  const answered = ({ target }) => {
    if (!form?.isConnected || target !== verdict()) return;
    if (!isAsked) return foresee();
    verdict().removeAttribute("data-foreseen");
    verdict().style.minHeight = "";
  };

  // The tables are larger than the form, so they come once there are cards; where they do not, the next one asks again.
  const load = () => {
    if (!value("hand")) return;
    loading ??= fetch(form.dataset.melding)
      .then((answer) => answer.json())
      .then(
        (found) => (tables = { ...found, kinds }),
        () => (loading = null),
      );
  };

  const start = () => {
    const found = document.querySelector("form[data-melding]");
    if (!found || found === form) return;
    form = found;
    [kinds, rules, isAsked, tables, loading] = [form.dataset.kinds.split(" "), value("rules"), true];
    load();
    for (const news of ["input", "change"]) form.addEventListener(news, changed);
  };

  globalThis.cuajoMelds = meld;
  start();
  document.addEventListener("htmx:load", start);
  document.addEventListener("htmx:beforeRequest", asked);
  document.addEventListener("htmx:afterSwap", answered);
  for (const lost of ["sendError", "timeout", "responseError"]) document.addEventListener(`htmx:${lost}`, tell);
})();
