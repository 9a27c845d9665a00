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
