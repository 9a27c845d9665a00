// An address that names a fold opens it; its line has the focus then.
(() => {
  const unfold = () => {
    const fold = document.getElementById(location.hash.slice(1))?.closest(".fold");
    if (!fold) return;
    fold.open = true;
    fold.firstElementChild.focus();
  };
  addEventListener("hashchange", unfold);
  unfold();
})();

// Enter leads on from a field that says so.
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (key !== "Enter" || event.defaultPrevented || !target.matches("[enterkeyhint=next]")) return;
  event.preventDefault();
  const fields = [...target.form.querySelectorAll("input:not([type=hidden]), button")];
  fields[fields.indexOf(target) + 1].focus();
});

// A single key presses the control that names it, except where somebody types; one does so where a phone wants that.
// While a question about a card is open, only its own keys count, and any other is the card's first letter.
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || target.matches("select, textarea, input:not([type=radio], [type=checkbox])")) return;
  if (!document.querySelector("[aria-keyshortcuts]")) return;
  const box = document.querySelector(".confirm [list=kinds]");
  const asked = box?.closest(".confirm") ?? document;
  const all = [...asked.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(key)}"]`)].filter(
    (each) => older.isShown(each) || each.matches("[type=radio], footer a"),
  );
  const named = all.find((each) => each.matches("details:not([open]) > summary")) ?? all[0];
  if (!named) return /^\w$/.test(key) ? box?.focus() : undefined;
  event.preventDefault();
  const folded = named.closest("summary")?.parentElement;
  if (folded) folded.open = true;
  else named.click();
  (folded?.querySelector("input, a, .tally-add") ?? named).focus();
});
