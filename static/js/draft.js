"use strict";

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

  const isTick = (field) => field.type === "radio" || field.type === "checkbox";

  const read = (form) =>
    fields(form)
      .filter((field) => !isTick(field) || field.checked)
      .map((field) => [field.name, field.value]);

  const save = (form) => storage((store) => store.setItem(PREFIX + form.dataset.draft, JSON.stringify(read(form))));

  const restore = (form) => {
    const saved = JSON.parse(storage((store) => store.getItem(PREFIX + form.dataset.draft)) ?? "null");
    if (!saved) return;
    for (const field of fields(form)) {
      const values = saved.filter(([name]) => name === field.name).map(([, value]) => value);
      if (isTick(field)) field.checked = values.includes(field.value);
      else if (values.length) field.value = values[0];
    }
    form.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // The table's page knows after which hand it stands: drafts of hands that were recorded since are done with.
  const forget = ({ draftsOf, draftsAfter }) =>
    storage((store) => {
      const hands = `${PREFIX}${draftsOf}-hand-`;
      const done = (key) => key.startsWith(hands) && !key.startsWith(`${hands}${draftsAfter}-`);
      for (const key of Object.keys(store).filter(done)) store.removeItem(key);
    });

  const start = () => {
    for (const table of document.querySelectorAll("[data-drafts-of]")) forget(table.dataset);
    for (const done of document.querySelectorAll("[data-draft-clear]")) {
      storage((store) => store.removeItem(PREFIX + done.dataset.draftClear));
    }
    for (const form of document.querySelectorAll("form[data-draft]:not([data-draft-ready])")) {
      form.dataset.draftReady = "";
      restore(form);
      form.addEventListener("input", () => save(form));
      form.addEventListener("change", () => save(form));
    }
  };

  const recorded = ({ detail }) => {
    const { draft } = detail.requestConfig.elt.dataset;
    if (draft && detail.xhr.getResponseHeader("HX-Redirect")) storage((store) => store.removeItem(PREFIX + draft));
  };

  const recordedLater = ({ detail: { act } }) => storage((store) => store.removeItem(PREFIX + act.draft));

  document.addEventListener("htmx:afterRequest", recorded);
  document.addEventListener("outbox:recorded", recordedLater);
  document.addEventListener("DOMContentLoaded", start);
  document.addEventListener("htmx:load", start);
})();
