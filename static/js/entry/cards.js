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
