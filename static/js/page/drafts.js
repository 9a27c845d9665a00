// What is typed is kept on this phone until it is sent.
(() => {
  const PREFIX = "cuajo-draft:";

  const storage = (use) => {
    try {
      return use(window.localStorage);
    } catch {
      return null;
    }
  };

  const UNSAVED = ["hidden", "submit", "button", "file"];

  const fields = (form) =>
    [...form.elements].filter((field) => field.name && !UNSAVED.includes(field.type) && !("draftSkip" in field.dataset));

  const isTick = (field) => ["radio", "checkbox"].includes(field.type);

  const written = (form) => {
    const answers = fields(form).filter((field) => !isTick(field) || field.checked);
    return JSON.stringify(answers.map(({ name, value }) => [name, value]));
  };

  const note = (seconds) => (document.cookie = `cuajo_draft=1; path=${location.pathname}; max-age=${seconds}; samesite=lax`);

  // The next time the keys wait with their first picture until what was kept stands in it, or it would move.
  const save = (form) => {
    storage((store) => store.setItem(PREFIX + form.dataset.draft, written(form)));
    note(86400);
  };
  const drop = (draft) => storage((store) => store.removeItem(PREFIX + draft));

  // What was kept is said where a page opens with it, and can be dropped there.
  const offerAnew = (form) => {
    const kept = form.querySelector("[data-anew]");
    kept?.removeAttribute("hidden");
    kept?.lastElementChild.addEventListener("click", () => {
      drop(form.dataset.draft);
      location.reload();
    });
  };

  const restore = (form, event) => {
    const saved = storage((store) => store.getItem(PREFIX + form.dataset.draft));
    if (!saved) note(0);
    if (!saved || saved === written(form)) return;
    if (!event) offerAnew(form);
    const kept = JSON.parse(saved);
    for (const field of fields(form)) {
      const values = kept.filter(([name]) => name === field.name).map(([, value]) => value);
      if (isTick(field)) field.checked = values.includes(field.value);
      else if (values.length) field.value = values[0];
    }
    form.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // The table's page knows after which hand it stands: a draft of the next one is gone on with, those of hands that were
  // recorded since are done with.
  const mark = (table) =>
    storage((store) => {
      const { draftsOf, draftsAfter } = table.dataset;
      const hands = `${PREFIX}${draftsOf}-hand-`;
      for (const key of Object.keys(store).filter((each) => each.startsWith(hands))) {
        const [after, mode] = key.slice(hands.length).split("-");
        if (after === draftsAfter) table.classList.add(`kept-${mode}`);
        else store.removeItem(key);
      }
    });

  const start = (event) => {
    for (const table of document.querySelectorAll("[data-drafts-of]")) mark(table);
    for (const done of document.querySelectorAll("[data-draft-clear]")) drop(done.dataset.draftClear);
    for (const form of document.querySelectorAll("form[data-draft]:not([data-draft-ready])")) {
      form.dataset.draftReady = "";
      restore(form, event);
      form.addEventListener("input", () => save(form));
      form.addEventListener("change", () => save(form));
    }
  };

  const recorded = ({ detail }) => {
    const { draft } = detail.requestConfig.elt.dataset;
    if (draft && detail.xhr.getResponseHeader("HX-Redirect")) drop(draft);
  };

  document.addEventListener("htmx:afterRequest", recorded);
  document.addEventListener("outbox:recorded", ({ detail: { act } }) => drop(act.draft));
  start();
  document.addEventListener("htmx:load", start);
})();
