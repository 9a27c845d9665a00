"use strict";

// A single key presses the control that names it, except where somebody types. Only loaded where a phone wants that.
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || target.matches("select, textarea, input:not([type=radio], [type=checkbox])")) return;
  const named = [...document.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(key)}"]`)].find(
    (each) => each.checkVisibility() || each.matches("[type=radio], footer a"),
  );
  if (!named) return;
  event.preventDefault();
  const folded = named.closest("summary")?.parentElement;
  if (folded) folded.open = true;
  else named.click();
  (folded?.querySelector("input, a") ?? named).focus();
});
