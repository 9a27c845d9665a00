// What is wrong to the eye of a machine: sideways scrolling, cut text, parts that lie on each other, small targets.
({ play }) => {
  const name = (element) => `${element.tagName.toLowerCase()}.${String(element.className?.baseVal ?? element.className).split(" ").join(".")} "${element.textContent.trim().replace(/\s+/g, " ").slice(0, 30)}"`;
  const hidden = (element) => Boolean(element.closest("[hidden], .visually-hidden, .skip-link, .landing, [inert]"));
  const seen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && !hidden(element) && element.checkVisibility({ visibilityProperty: true });
  };
  const found = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);

  const wide = document.documentElement.scrollWidth - window.innerWidth;
  if (wide > 0) found.push(`sideways: ${wide} px`);

  // Amounts are never cut, neither by their box nor by the screen.
  const cuts = (element) => !["visible", "clip"].includes(getComputedStyle(element).overflowX) && !element.matches(".scroll, .keypad-tools, .strip");
  for (const amount of all(".amount")) {
    const box = amount.getBoundingClientRect();
    for (let around = amount.parentElement; around; around = around.parentElement) {
      const edge = around.getBoundingClientRect();
      if (around.matches(".scroll")) break;
      if ((cuts(around) || around.matches(".felt, .panel, .seat, main")) && (box.left < edge.left - 1 || box.right > edge.right + 1)) {
        found.push(`clipped: ${name(amount)} in ${name(around).slice(0, 60)}`);
        break;
      }
    }
  }
  for (const element of all("button, .button, .badge, h1, h2, label, legend")) {
    const style = getComputedStyle(element);
    if (element.scrollWidth > element.clientWidth + 1 && style.overflowX === "hidden" && style.textOverflow !== "ellipsis") found.push(`clipped: ${name(element)}`);
  }
  for (const cell of all("th, td")) if (cell.scrollWidth > cell.clientWidth + 1 && getComputedStyle(cell).textOverflow !== "ellipsis") found.push(`runs over: ${name(cell)}`);

  // No word and no sum is torn between two lines; what somebody typed, addresses and codes may be longer than a line.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const lines = (at, from, to) => {
    range.setStart(at, from);
    range.setEnd(at, to);
    return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom))).size;
  };
  while (texts.nextNode()) {
    const at = texts.currentNode;
    if (!at.data.trim() || !seen(at.parentElement) || at.parentElement.closest("code, pre, bdi, option, [class*=fingerprint], .join-address") || lines(at, 0, at.length) < 2) continue;
    for (const { 0: word, index } of at.data.matchAll(/(?<!\p{L}|[\p{L}.][.=/])[\p{L}’']{2,18}(?!\p{L}|[.=/]\p{L})|(?<![\p{L}\d-])[+−]?\u2060?\p{Sc}?\d[\d\u00a0\u202f.,]*(?:\u00a0\p{Sc})?(?!\p{L})/gu)) {
      if (lines(at, index, index + word.length) > 1) found.push(`torn: ${word} in ${name(at.parentElement)}`);
    }
  }

  // Nothing lies on something else, apart from bars that stand still and marks meant to.
  const apart = all(".amount, .seat-name, .badge, button, a.button, h1, h2, .choice-option, .list-row, input:not([type=hidden])").filter(
    (element) => !element.closest(".tally, .dock, .task .confirm > .dock-actions, .over-sheet > .button-wide, .site-header, .menu-items, .more > .folds, .saving, .failure, .offline, .landing") && getComputedStyle(element).opacity !== "0",
  );
  const shown = (element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (!["auto", "scroll", "hidden"].includes(getComputedStyle(around).overflowY)) continue;
      const edge = around.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, right, top, bottom };
  };
  const boxes = apart.map(shown);
  for (const [at, one] of apart.entries()) {
    for (const [after, other] of apart.entries()) {
      if (after <= at || one.contains(other) || other.contains(one)) continue;
      const [a, b] = [boxes[at], boxes[after]];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 3 && down > 3) found.push(`overlaps: ${name(one)} and ${name(other)}`);
    }
  }

  const least = play ? 44 : 24;
  const isInline = (element) => getComputedStyle(element).display === "inline" || element.matches(".rule");
  for (const element of all("a[href], button, summary, select, input:not([type=hidden])")) {
    if (isInline(element)) continue;
    const target = element.matches("[type=checkbox], [type=radio]") ? (element.closest("label") ?? element) : element;
    const { width, height } = target.getBoundingClientRect();
    if (Math.min(width, height) < least - 0.5) found.push(`small (${Math.round(width)} x ${Math.round(height)}): ${name(element)}`);
  }

  // An iPhone zooms in on a box that is used and has smaller letters; those folded away count too.
  const NOT_TYPED = "[type=hidden], [type=radio], [type=checkbox], [type=submit], [type=file]";
  for (const box of document.querySelectorAll(`input:not(${NOT_TYPED}), select, textarea`)) {
    if (parseFloat(getComputedStyle(box).fontSize) < 16) found.push(`zooms: ${name(box)} ${box.name}`);
  }

  // A meld is read as one thing with a name.
  const NAMES = "[role='img'][aria-label], [role='group'][aria-label], button[aria-label], [aria-hidden='true']";
  for (const meld of all(".meld")) if (!meld.closest(NAMES)) found.push(`no name: ${name(meld)}`);

  // The tab key goes the way one reads and the hand goes: down, and along a line. Seats lie round, bars stand still.
  const isByArrows = ({ type, checked, name }) => type === "radio" && !checked && document.querySelector(`[name="${CSS.escape(name)}"]:checked`);
  const stops = all("a[href], button, summary, select, textarea, input:not([type=hidden])").filter(
    (element) => element.tabIndex >= 0 && !element.disabled && !isByArrows(element) && !isInline(element) && !element.closest(".felt, .round, .dock, .task .confirm > .dock-actions, .site-header, .languages, .landing, .menu-items, .more > .folds, .offline"),
  );
  for (const element of document.querySelectorAll("[tabindex]")) if (element.tabIndex > 0) found.push(`order: ${name(element)} says its own`);
  for (const [at, one] of stops.slice(1).entries()) {
    const [before, after] = [shown(stops[at]), shown(one)];
    if ([before, after].some(({ left, right, top, bottom }) => bottom <= top || right <= left)) continue; // scrolled out of its part
    const across = Math.min(before.right, after.right) - Math.max(before.left, after.left);
    const down = Math.min(before.bottom, after.bottom) - Math.max(before.top, after.top);
    const isBack = across > 3 ? after.bottom <= before.top + 1 : down > (after.bottom - after.top) / 2 && after.right <= before.left + 1;
    if (isBack) found.push(`order: ${name(one)} after ${name(stops[at])}`);
  }

  // What is chosen looks other than what is not, also where the system chooses the colours.
  const looks = (element) => {
    const { backgroundColor, boxShadow, color, outlineStyle, outlineWidth, textDecorationLine } = getComputedStyle(element);
    return [backgroundColor, boxShadow, color, outlineStyle, outlineWidth, textDecorationLine].join();
  };
  const shownBy = (element) => (element.matches("input") ? element.nextElementSibling : (element.querySelector(":scope > span") ?? element));
  for (const chosen of document.querySelectorAll(".choice-option input:checked, [aria-current], [aria-pressed='true']")) {
    const group = chosen.closest(".choice-options, nav, .languages, .keypad-rows, .row, ul, ol") ?? chosen.parentElement;
    const others = chosen.matches("input") ? "input:not(:checked)" : `${chosen.tagName}:not([aria-current], [aria-pressed='true'])`;
    const other = [...group.querySelectorAll(others)].find(seen);
    if (other && seen(chosen) && looks(shownBy(chosen)) === looks(shownBy(other))) found.push(`chosen unseen: ${name(shownBy(chosen))}`);
  }
  return [...new Set(found)];
}
