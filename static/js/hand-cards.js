"use strict";

// Cards in notation and their groups, as typed or tapped: groups are parted by two spaces.
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

  // Runs first, then sets from small to large, a secret last.
  const place = (meld) => {
    const kinds = new Set(meld).size;
    const isRun = kinds > 1 && new Set(meld.map((card) => card.slice(-1))).size === 1;
    return isRun ? 0 : meld.length + (kinds === 1 ? 1 : 0);
  };

  const completions = (melds, part, canAdd) =>
    melds
      .map((meld) => ({ meld, part, missing: without(meld, part) }))
      .filter(({ missing }) => missing?.length && canAdd(missing))
      .sort((one, other) => place(one.meld) - place(other.meld));

  // The melds that the last card can still become: with the cards tapped just before it, and alone.
  const offers = (melds, groups, canAdd) => {
    const last = groups.at(-1) ?? [];
    if (!last.length || (last.length > 1 && isMeld(melds, last))) return [];
    const joined = completions(melds, last, canAdd);
    if (last.length === 1) return joined;
    const alone = completions(melds, last.slice(-1), canAdd).filter(({ meld }) => !without(meld, last));
    return [...joined, ...alone];
  };

  const accept = (groups, { meld, part }) => {
    const loose = groups.at(-1).slice(0, -part.length);
    return [...groups.slice(0, -1), ...(loose.length ? [loose] : []), meld];
  };

  return { tokens, count, isMeld, addCard, parse, write, offers, accept };
})();

// Whether the cards on the keys meld, where the app cannot be asked: told by the engine's own tables, and never for other
// cards than those. What they are worth only the app says.
(() => {
  const form = document.querySelector("form[data-melding]");
  const { tokens } = globalThis.cuajoCards;
  const value = (name) => form.elements.namedItem(name)?.value ?? "";
  const rules = form && value("rules"); // others, chosen since, have other tables perhaps
  const verdict = () => document.getElementById("verdict");
  let tables = null;
  let loading = null;

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
    return freeThree && counts[at] >= 3 && splits(sent, counts.with(at, counts[at] - 3));
  };

  const entered = () => ({
    hand: tokens(value("hand")),
    secrets: [...tokens(value("secrets")), ...[1, 2, 3, 4].flatMap((number) => tokens(value(`secret_${number}`)))],
    sowee: value("sowee").toUpperCase(),
    freeThree: "freeThree" in form.dataset,
  });

  const said = (cards) => {
    const { textMelds, textNoMelds, textNotKnown } = form.dataset;
    const isKnown = tables && value("rules") === rules && cards.hand.length === Number(form.querySelector("[data-keypad]").dataset.handSize);
    if (!isKnown || cards.hand.some((card) => !tables.kinds.includes(card))) return textNotKnown;
    return meld(tables, cards) ? textMelds : textNoMelds;
  };

  const tell = ({ detail }) => {
    if (detail.elt !== form || (detail.xhr.status && detail.xhr.status < 500)) return;
    const shown = document.createElement("p");
    shown.dataset.offline = "";
    shown.textContent = said(entered());
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
        (found) => (tables = found),
        () => (loading = null),
      );
  };

  globalThis.cuajoMelds = meld;
  if (!form) return;
  load();
  for (const changed of ["input", "change"]) form.addEventListener(changed, load);
  for (const lost of ["sendError", "timeout", "responseError"]) document.addEventListener(`htmx:${lost}`, tell);
})();
