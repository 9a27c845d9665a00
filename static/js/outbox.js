"use strict";

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

  const save = (form) => storage((store) => store.setItem(PREFIX + form.dataset.draft, written(form)));
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

// What a form with `data-act` records is kept on this phone before it is sent, and until the server has answered.
// Each act carries the key of its form, so that sending it twice records it once. Nothing is dropped by itself.
window.outbox = (() => {
  const NAME = "cuajo-outbox";
  const LONGEST = 20_000;
  const CLAIM = 30_000; // a tab that has not answered for so long is gone
  const PAUSE = 4_000;
  const tabs = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;
  const here = new Set(); // keys that this page is sending

  // A reload goes on with what the page before it was sending; another tab waits until that cannot come any more.
  const tab = () => {
    try {
      return (sessionStorage[NAME] ??= `${Date.now()} ${Math.random()}`);
    } catch {
      return "";
    }
  };

  let shown = [];
  let answered, sending;

  // The store: opened for each use, because phones close it while they sleep

  const asked = (request) =>
    new Promise((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error));
    });

  const opened = () => {
    const request = indexedDB.open(NAME, 1);
    request.addEventListener("upgradeneeded", () => {
      const acts = request.result.createObjectStore("acts", { keyPath: "place", autoIncrement: true });
      acts.createIndex("key", "key", { unique: true });
    });
    return asked(request);
  };

  // Transactions of all tabs come one after the other, which is all the locking there is without a secure context.
  const inStore = async (mode, use) => {
    const database = await opened();
    const transaction = database.transaction("acts", mode, { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      transaction.addEventListener("complete", resolve);
      transaction.addEventListener("abort", () => reject(transaction.error));
    });
    try {
      const result = await use(transaction.objectStore("acts"));
      await done;
      return result;
    } catch (error) {
      done.catch(() => {}); // what failed in it is said already
      if (!transaction.error) transaction.abort(); // or the half of it that was done would stay
      throw error;
    } finally {
      database.close();
    }
  };

  // What became of an act is for the tab that it was tapped in, whichever sent it.
  const tell = async ({ data }) => {
    try {
      shown = await inStore("readonly", (acts) => asked(acts.getAll()));
    } catch {
      shown = [];
    }
    document.dispatchEvent(new CustomEvent("outbox:change", { detail: shown }));
    if (data) document.dispatchEvent(new CustomEvent(...data));
  };

  const changed = async (data) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    tabs?.postMessage(data);
    await tell({ data });
  };

  const change = async (key, use, news) => {
    await inStore("readwrite", async (acts) => {
      const act = await asked(acts.index("key").get(key));
      if (act) await use(acts, act);
    });
    await changed(news);
  };

  const drop = (key, news) => change(key, (acts, act) => asked(acts.delete(act.place)), news);

  const mark = (key, said, news) => {
    here.delete(key);
    return change(key, (acts, act) => asked(acts.put({ ...act, tried: true, claim: null, ...said })), news);
  };

  // Keeping

  const isAct = (form, pressed) => "act" in form.dataset && Boolean(form.elements.key?.value) && !pressed?.matches("[data-asks]");

  const text = (element) => element?.innerText.replace(/\s+/g, " ").trim() ?? "";
  const heading = (form) => document.getElementById(form.getAttribute("aria-labelledby")) ?? document.querySelector("#main h1");

  // What a form was before any script changed it: to be shown again, also on a page that has not loaded it.
  const asSent = new WeakMap();
  const remember = () => {
    for (const form of document.querySelectorAll("form[data-act]")) if (!asSent.has(form)) asSent.set(form, form.outerHTML);
  };

  // The same with what was typed and tapped as part of it.
  const written = (form) => {
    const { firstElementChild: copy } = new Range().createContextualFragment(asSent.get(form) ?? form.outerHTML);
    const named = (of, { name }) => [...of.elements].filter((field) => field.name === name);
    for (const twin of copy.elements) {
      const field = named(form, twin)[named(copy, twin).indexOf(twin)];
      if (!field) continue;
      if (twin instanceof HTMLTextAreaElement) twin.textContent = field.value;
      else if (twin instanceof HTMLSelectElement) [...twin.options].forEach((each, place) => each.toggleAttribute("selected", field.options[place].selected));
      else if (["radio", "checkbox"].includes(twin.type)) twin.toggleAttribute("checked", field.checked);
      else if (field.type !== "submit") twin.setAttribute("value", field.value);
    }
    return copy.outerHTML;
  };

  // What a review was asked of: that is what can be changed.
  let entry = null;
  const asking = ({ detail: { elt } }) => {
    if (elt.matches("[data-keep]")) entry = { key: elt.form.elements.key.value, form: written(elt.form) };
  };

  const actOf = (form, action, values) => {
    const { value: key } = form.elements.key;
    const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken" && !(name in values));
    const changes = [...form.querySelectorAll(":is([data-pays], [data-changes]) > [data-seat]")];
    return {
      key,
      action,
      fields: [...fields, ...Object.entries(values)],
      title: form.dataset.act || text(heading(form)).replace(/\?$/, ""),
      said: changes.map(text),
      changes: changes.filter((each) => each.dataset.cents).map(({ dataset }) => [dataset.seat, Number(dataset.cents)]),
      form: entry?.key === key ? entry.form : written(form),
      scripts: [...document.scripts].map(({ src }) => src).filter(Boolean),
      night: action.match(/sessions\/([\da-f-]{36})/)?.[1] ?? "",
      draft: form.dataset.draft ?? "",
      at: Date.now(),
      refused: 0,
    };
  };

  const claim = () => ({ by: tab(), at: Date.now() });

  // Whoever sends a form again changes what waits; what is made of the answer to a refused act takes its place.
  // Returns whether nothing of its night waits before it.
  const keep = async (form, action, values, { unknown = false, claimed = true } = {}) => {
    const act = { ...actOf(form, action, values), unknown, claim: claimed ? claim() : null };
    const isOld = ({ key }) => key === act.key || key === answered;
    if (claimed) here.add(act.key);
    const isFirst = await inStore("readwrite", async (acts) => {
      const all = await asked(acts.getAll());
      const before = all.filter((old) => old.night === act.night && !old.refused && !isOld(old));
      if (before.length) act.fields.push(["expected_keys", before.map(({ key }) => key).join(" ")]);
      for (const { place } of all.filter(isOld)) {
        act.place ??= place;
        await asked(acts.delete(place));
      }
      await asked(acts.put(act));
      return !before.length;
    });
    answered = null;
    await changed();
    return isFirst;
  };

  // Sending, in order; what the server refused waits for a person and holds up nothing

  const isBusy = ({ key, claim: by }) => here.has(key) || (by && by.by !== tab() && Math.abs(Date.now() - by.at) < CLAIM);

  // `held` are the nights whose next act waits: the others go on.
  const next = (after, held) =>
    inStore("readwrite", async (acts) => {
      for (const act of await asked(acts.getAll())) {
        if (act.place <= after || act.refused || held.has(act.night)) continue;
        if (isBusy(act)) {
          held.add(act.night);
          continue;
        }
        await asked(acts.put({ ...act, claim: claim() }));
        return act;
      }
      return null;
    });

  const posted = async ({ action, fields }) => {
    const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
    try {
      const answer = await fetch(action, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { "HX-Request": "true", "X-CSRFToken": token },
        redirect: "manual",
        signal: older.within(LONGEST),
      });
      return { status: answer.status, to: answer.headers.get("HX-Redirect"), page: await answer.text() };
    } catch {
      return { page: "" };
    }
  };

  // A page of somebody else's, such as a hotel's that asks for the number of the room, is no answer.
  const isAnswer = ({ status, page }) => page.includes('id="main"') && status !== 429 && status < 500;

  // Returns whether the next one of the night may be tried: an act that the server fails at must not hold up the others.
  const sendOne = async (act) => {
    const answer = await posted(act);
    const { status, to } = answer;
    if (to) await drop(act.key, ["outbox:recorded", { detail: { act, to } }]);
    else if (isAnswer(answer)) await mark(act.key, { refused: status }, ["outbox:refused", { detail: { act } }]);
    else {
      await mark(act.key, {});
      return status === 500;
    }
    return true;
  };

  const sendAll = async () => {
    const held = new Set();
    for (let act = await next(0, held); act; act = await next(act.place, held)) {
      if (!(await sendOne(act))) held.add(act.night);
    }
  };

  const send = async () => {
    try {
      sending ??= sendAll();
      await sending;
    } catch {
      // The store does not answer now: what waits in it is there the next time.
    }
    sending = null;
  };

  const sendIfAny = () => {
    if (shown.some(({ refused }) => !refused)) send();
  };

  tabs?.addEventListener("message", tell);
  window.addEventListener("online", sendIfAny);
  window.addEventListener("pageshow", tell);
  document.addEventListener("visibilitychange", sendIfAny);
  remember();
  for (const begin of [tell, send]) document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:load", remember);
  document.addEventListener("htmx:beforeRequest", asking);
  setInterval(sendIfAny, PAUSE);

  return {
    isAct,
    keep,
    drop,
    mark,
    send,
    all: () => shown,
    of: (key) => shown.find((act) => act.key === key),
    claim: (key) => {
      here.add(key);
      return change(key, (acts, act) => asked(acts.put({ ...act, refused: 0, claim: claim() })));
    },
    answered: () => answered,
    answersTo: (key) => (answered = key),
  };
})();

// What waits in the outbox is always in sight: how many acts, each with what can be done about it, and at the table
// what the results come to with it.
(() => {
  const MINUS = "\u2212";
  const bar = () => document.getElementById("waiting");
  const template = () => document.getElementById("waiting-act").content.firstElementChild;

  const told = (count) => {
    const { one, many } = bar().dataset;
    return count === 1 ? one : many.replace("2", count);
  };

  const stateOf = (act) => {
    const { waits, refused, unknown } = bar().dataset;
    return [act.refused ? refused : waits, act.unknown ? unknown : ""].filter(Boolean).join(" ");
  };

  // The page it is shown on may lack what its form needs; without that it is a plain form.
  const load = (src) =>
    new Promise((ready) => {
      const script = Object.assign(document.createElement("script"), { src, onload: ready, onerror: ready });
      document.head.append(script);
    });

  const complete = async ({ scripts }) => {
    const here = [...document.scripts].map(({ src }) => src);
    for (const src of scripts ?? []) if (!here.includes(src)) await load(src);
    htmx.trigger("#main", "htmx:load");
  };

  const show = (act) => {
    bar().open = false;
    if (act.refused || !act.form) {
      document.dispatchEvent(new CustomEvent("outbox:look", { detail: act }));
      return;
    }
    const main = document.createElement("main");
    main.id = "main";
    main.className = "page";
    main.tabIndex = -1;
    main.innerHTML = act.form;
    htmx.swap("#main", main.outerHTML, { swapStyle: "outerHTML" });
    complete(act);
  };

  // The second tap drops: one that slipped must not.
  const drop = (button, act) => {
    if (button.dataset.sure === undefined) {
      button.dataset.sure = "";
      button.textContent = button.dataset.again;
    } else outbox.drop(act.key);
  };

  const drawn = (act) => {
    const line = template().cloneNode(true);
    line.querySelector("[data-title]").textContent = act.title;
    line.querySelector("[data-at]").textContent = new Date(act.at).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });
    line.querySelector("[data-state]").textContent = stateOf(act);
    line.querySelector("[data-said]").replaceChildren(...act.said.map((each) => Object.assign(document.createElement("li"), { textContent: each })));
    line.querySelector("[data-look]").addEventListener("click", () => show(act));
    line.querySelector("[data-drop]").addEventListener("click", ({ target }) => drop(target, act));
    return line;
  };

  // At the table: the results with what waits, as far as the server said what it comes to

  const written = (cents, { digits, point, thousands }) => {
    const [whole, minor] = (Math.abs(cents) / 10 ** digits).toFixed(digits).split(".");
    const mark = cents < 0 ? MINUS : cents > 0 ? "+" : "";
    return mark + whole.replace(/\B(?=(\d{3})+$)/g, thousands) + (minor ? `${point}${minor}` : "");
  };

  const addUp = (acts) => {
    const table = document.querySelector("[data-table][data-night]");
    for (const old of document.querySelectorAll("[data-pending]")) old.remove();
    if (!table) return;
    const { pendingText, pendingUnknown } = bar().dataset;
    const waiting = acts.filter(({ night, refused }) => night === table.dataset.night && !refused);
    for (const seat of table.querySelectorAll("[data-result]")) {
      const known = waiting.flatMap(({ changes }) => changes).filter(([number]) => number === seat.dataset.seat);
      const sum = known.reduce((cents, [, more]) => cents + more, Number(seat.dataset.result));
      const said = known.length ? [pendingText.replace("0", written(sum, table.dataset))] : [];
      if (waiting.some(({ unknown }) => unknown)) said.push(pendingUnknown);
      if (!said.length) continue;
      const line = document.createElement("p");
      line.className = "seat-pending";
      line.dataset.pending = "";
      line.textContent = said.join(" + ");
      seat.querySelector(".amount")?.after(line);
    }
  };

  let latest = [];

  // What is on its way for the first time does not wait yet.
  const waits = ({ tried, claim }) => tried || !claim;

  const looks = (acts) => acts.map(({ at, refused, unknown }) => [at, refused, unknown]).join();

  // That it was tried once more changes nothing, and must not take away the button that somebody is at.
  const draw = ({ detail }) => {
    const before = looks(latest);
    latest = detail.filter(waits);
    bar().hidden = !latest.length;
    if (looks(latest) !== before) {
      bar().querySelector("summary").textContent = told(latest.length);
      bar().querySelector("ul").replaceChildren(...latest.map(drawn));
    }
    addUp(latest);
  };

  // Storage that is only lent may be deleted when the phone runs out of room; only a secure context can ask for more.
  const askForRoom = async () => {
    const promised = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
    bar().querySelector("[data-promised]").hidden = !promised;
    bar().querySelector("[data-not-promised]").hidden = promised;
  };

  document.addEventListener("outbox:change", draw);
  bar().addEventListener("toggle", askForRoom);
  for (const news of ["htmx:oobAfterSwap", "htmx:afterSettle"]) document.addEventListener(news, () => addUp(latest));
})();
