"use strict";

// A single key presses the control that names it, except where somebody types. Only loaded where a phone wants that.
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || target.matches("select, textarea, input:not([type=radio], [type=checkbox])")) return;
  const all = [...document.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(key)}"]`)].filter(
    (each) => each.checkVisibility() || each.matches("[type=radio], footer a"),
  );
  const named = all.find((each) => each.matches("details:not([open]) > summary")) ?? all[0];
  if (!named) return;
  event.preventDefault();
  const folded = named.closest("summary")?.parentElement;
  if (folded) folded.open = true;
  else named.click();
  (folded?.querySelector("input, a, .tally-add") ?? named).focus();
});
