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
