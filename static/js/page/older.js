// The floor is iOS 15.4, Chrome 100 and Firefox 115: see docs/phones.md. What they lack and several scripts need stands here.
globalThis.older = {
  // AbortSignal.timeout, before Chrome 103 and iOS 16
  within: (milliseconds) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), milliseconds);
    return abort.signal;
  },

  // checkVisibility, before Chrome 105 and iOS 17.4
  isShown: (element) => element.getClientRects().length > 0 && !element.closest("details:not([open]) > :not(summary)"),

  // requestSubmit, before iOS 16: every form is sent by a script that hears this
  submit: (form, submitter) => form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter })),
};

// Before Chrome 114, Firefox 125 and iOS 17 there are no popovers: the explanation of a word is shown by a copy of its sheet.
if (!("popover" in HTMLElement.prototype)) {
  document.addEventListener("click", ({ target }) => {
    const word = target.closest("[popovertarget]");
    const shown = document.querySelector("body > .word-sheet");
    if (word || !shown?.contains(target)) shown?.remove();
    if (!word || word.matches("[popovertargetaction]")) return;
    document.body.append(document.getElementById(word.getAttribute("popovertarget")).cloneNode(true));
    document.body.lastChild.querySelector("button").focus();
  });
}
