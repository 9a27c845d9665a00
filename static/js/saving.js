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
  addEventListener("online", sendIfAny);
  addEventListener("pageshow", tell);
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
    htmx.swap("#main", `<main id="main" class="page" tabindex="-1">${act.form}</main>`, { swapStyle: "outerHTML" });
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
    const part = (name) => line.querySelector(`[data-${name}]`);
    part("title").textContent = act.title;
    part("at").textContent = new Date(act.at).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });
    part("state").textContent = stateOf(act);
    part("said").replaceChildren(...act.said.map((each) => Object.assign(document.createElement("li"), { textContent: each })));
    part("look").addEventListener("click", () => show(act));
    part("drop").addEventListener("click", ({ target }) => drop(target, act));
    return line;
  };

  // At the table: the results with what waits, as far as the server said what it comes to

  const written = (cents, { digits, point, thousands }) => {
    const [whole, minor] = (Math.abs(cents) / 10 ** digits).toFixed(digits).split(".");
    const mark = cents < 0 ? "−" : cents > 0 ? "+" : "";
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
      const line = Object.assign(document.createElement("p"), { className: "seat-pending", textContent: said.join(" + ") });
      line.dataset.pending = "";
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

// A lost connection loses nothing, because the page stays until the next one is here. Every form that writes is sent from it:
// it says "saving" and "saved". What records an act waits in the outbox; of the rest it says "not recorded, tap to retry",
// and a retry carries the same key. A link is followed, and a question asked, once what comes then is fetched, where the
// browser would put its own error in place of the night.
(() => {
  const LONGEST = 15_000;
  const BUSY = "htmx-request";
  const AHEAD = /[?&]ahead=\d+/;
  const SHOWN_AFTER = 200;
  const UNFINISHED = 422;
  const TOO_MANY = 429;
  const WRONG = "[aria-invalid='true']";
  const PROBLEM = `[role='alert'], .errorlist, ${WRONG}`;
  const main = () => document.getElementById("main");
  const failure = () => document.getElementById("failure");
  const saving = () => document.getElementById("saving");

  let failing, writing, next, gone, timer, unasked, again;

  const submitters = new WeakMap();
  const submitter = ({ elt, triggeringEvent }) => triggeringEvent?.submitter ?? submitters.get(elt);

  const isQuiet = (element) => element.matches("[data-quiet]");
  const isAutomatic = (element) => element.matches("[data-draft]:is([hx-get], [hx-post]), div[data-asks]");
  const asks = (config) => isAutomatic(config.elt) || config.elt.matches("[data-asks]") || submitter(config)?.matches("[data-asks]");
  const isWrite = (config) => config.verb === "post" && !isQuiet(config.elt) && !asks(config);
  const isWholePage = (xhr) => xhr.responseText.startsWith("<!DOCTYPE");
  const isRefusal = (xhr) => xhr.status >= 400 && xhr.status < 500;
  const actOf = (config) => (isWrite(config) ? outbox.of(config.parameters.key) : undefined);
  const isRecorded = (xhr) => xhr.status === 200 && xhr.getResponseHeader("HX-Redirect") !== null;

  const say = (name) => {
    clearTimeout(timer);
    saving().textContent = name ? saving().dataset[name] : "";
  };

  // Sending

  // A question in the dock is asked again there; a whole page takes the place of this one all the same.
  const placeOf = (source) =>
    source.closest("#dock")
      ? { target: "#dock", swap: "innerHTML" }
      : { target: "#main", select: "#main", swap: "outerHTML" };

  // News may have replaced the form meanwhile; what was said in it is sent all the same.
  const bringBack = (form) => {
    if (form.isConnected) return;
    form.hidden = true;
    document.body.append(form);
  };

  const post = async (source, address, values) => {
    bringBack(source);
    try {
      await htmx.ajax("POST", address, { source, values, ...placeOf(source) });
    } catch {
      // Said already.
    }
  };

  // Behind what waits already an act waits too; where nothing can be kept it is sent as any form.
  const goesAtOnce = async (form, address, values) => {
    try {
      if (await outbox.keep(form, address, values)) return true;
    } catch {
      return true;
    }
    await outbox.mark(form.elements.key.value, {});
    outbox.send();
    return false;
  };

  const send = async (form, pressed) => {
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    const values = pressed?.name ? { [pressed.name]: pressed.value } : {};
    const address = pressed?.getAttribute("formaction") ?? form.action;
    submitters.set(form, pressed);
    if (!outbox.isAct(form, pressed) || (await goesAtOnce(form, address, values))) await post(form, address, values);
    await gone;
    form.setAttribute("aria-busy", "false");
    if (form.parentElement === document.body) form.remove();
  };

  const submitted = (event) => {
    const { target: form } = event;
    const isSentHere = form.method === "post" && !form.target && new URL(form.action).origin === location.origin;
    if (event.defaultPrevented || !isSentHere) return;
    event.preventDefault();
    send(form, event.submitter);
  };

  // As by a link that is tapped.
  const goTo = (href) => {
    const link = Object.assign(document.createElement("a"), { href, hidden: true });
    document.body.append(link);
    link.click();
  };

  // What the page asks by itself it asks again by itself, also where something else was tapped meanwhile.
  const askAgain = () => unasked?.dispatchEvent(new Event("change", { bubbles: true }));

  const retry = (config) => {
    const element = config.elt;
    if (isAutomatic(element)) askAgain();
    else if (element instanceof HTMLFormElement) {
      bringBack(element);
      older.submit(element, submitter(config));
    } else if (element.isConnected && !config.href) element.click();
    else goTo(config.href ?? element.href);
  };

  // What became of it

  const clear = () => {
    failure().replaceChildren();
    failing = null;
  };

  const made = (textContent, tapped) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent });
    button.addEventListener("click", () => {
      clear();
      tapped();
    });
    return button;
  };

  // A hand whose amount nobody can say now is recorded later as it stands.
  const keeping = ({ elt }) => {
    if (!elt.matches("[data-keep]") || !outbox.isAct(elt.form)) return [];
    const keep = async () => {
      await outbox.keep(elt.form, elt.form.action, { step: "record" }, { unknown: true, claimed: false });
      elt.form.dataset.kept = "";
      scrollTo(0, 0); // the bar that tells of it would lie over the head of the page
    };
    return [made(failure().dataset.keepText, keep)];
  };

  const offer = (config) => {
    const { text, checkText } = { ...failure().dataset, ...config.elt.dataset };
    const button = made(isWrite(config) ? text : checkText, () => retry(config));
    failure().replaceChildren(button, ...keeping(config));
    failing = config;
  };

  const failed = (event) => {
    const { requestConfig, xhr } = event.detail;
    const { elt } = requestConfig;
    if ((isRefusal(xhr) && isWholePage(xhr)) || isQuiet(elt)) return;
    say("");
    if (isAutomatic(elt)) {
      unasked = elt;
      clearTimeout(again);
      again = setTimeout(askAgain, LONGEST);
    }
    const act = actOf(requestConfig);
    if (act) {
      outbox.mark(act.key, {});
      return;
    }
    if (elt.dataset.melding) return; // its dock says so
    const hidesAWrite = failing && isWrite(failing) && !isWrite(requestConfig);
    if (!hidesAWrite) offer(requestConfig);
  };

  const begun = (event) => {
    asked ||= event.detail.target === verdict();
    if (!isWrite(event.detail.requestConfig)) return;
    writing = true;
    next = null;
    clear();
    clearTimeout(timer);
    timer = setTimeout(() => say("saving"), SHOWN_AFTER);
  };

  const ended = (event) => {
    const { requestConfig, successful, xhr } = event.detail;
    if (successful && requestConfig.elt === unasked) unasked = null;
    // What is asked by itself answers nothing that a person asked.
    const answers = failing && !isWrite(failing) && (isAutomatic(failing.elt) || !isAutomatic(requestConfig.elt));
    if (successful && answers && !isQuiet(requestConfig.elt)) clear();
    if (!isWrite(requestConfig)) return;
    writing = false;
    say(isRecorded(xhr) ? "saved" : "");
    const act = actOf(requestConfig);
    if (act && isRefusal(xhr) && (isWholePage(xhr) || [409, UNFINISHED].includes(xhr.status))) refused(act, xhr.status);
  };

  // What a form lacks is said beside the form that holds it; any other refusal is for a person to decide.
  const refused = (act, status) => {
    if (status === UNFINISHED) outbox.drop(act.key);
    else outbox.mark(act.key, status === TOO_MANY ? {} : { refused: status });
    outbox.answersTo(act.key);
  };

  // Following

  const isPlain = ({ ctrlKey, metaKey, shiftKey, altKey }) => !(ctrlKey || metaKey || shiftKey || altKey);
  const isPlace = ({ href }) => href.includes("#") && href.split("#")[0] === location.href.split("#")[0];

  // What a worker keeps can be read meanwhile.
  const isKept = async (href) => Boolean(navigator.serviceWorker?.controller && (await caches.match(href, { ignoreSearch: true })));

  // Returns where the browser keeps the page now, an address that is used once: it opens it without asking again, so that
  // no network can be lost between. A file is no page, and the browser fetches it for itself.
  const fetched = async (href) => {
    const ahead = new URL(href);
    ahead.searchParams.set("ahead", Date.now());
    const answer = await fetch(ahead, { signal: older.within(LONGEST) });
    if (answer.redirected) return fetched(answer.url);
    const isPage = answer.headers.get("Content-Type").startsWith("text/html");
    await (isPage ? answer.text() : answer.body.cancel());
    return isPage ? ahead : href;
  };

  // The link tapped last is followed. One that is tapped while something is sent waits: leaving now could lose that, and
  // the page that follows a record must not come in place of the one that was asked for.
  const follow = async (event, element, href) => {
    event.preventDefault();
    next = href;
    if (writing) return;
    element.classList.add(BUSY);
    try {
      const page = await fetched(href);
      if (next === href) location.assign(page);
      setTimeout(() => element.classList.remove(BUSY), LONGEST);
    } catch {
      element.classList.remove(BUSY);
      if (next !== href) return;
      if (await isKept(href)) location.assign(href);
      else offer({ elt: element, verb: "get", href });
    }
  };

  // A link of a drawing has no address but what stands in it.
  const tapped = (event) => {
    const link = event.target.closest("a[href]:not([target], [download])");
    if (!link || event.defaultPrevented || !isPlain(event)) return;
    const to = new URL(link.getAttribute("href"), location.href);
    if (to.origin === location.origin && !isPlace(to)) follow(event, link, to.href);
  };

  const questioned = (event) => {
    const { target: form, submitter: pressed } = event;
    if (form.method !== "get" || event.defaultPrevented) return;
    const query = new URLSearchParams(new FormData(form));
    if (pressed?.name) query.append(pressed.name, pressed.value);
    const action = pressed?.getAttribute("formaction") ?? form.action;
    follow(event, form, new URL(`${action.split("?")[0]}?${query}`, location.href));
  };

  // What was done is news on the page that it leads to, which may open before this one is left.
  const tellThere = () => {
    delete saving().dataset.heard;
    sessionStorage["cuajo-acted"] = saving().dataset.saved;
  };

  const goOn = async (event) => {
    const { requestConfig, xhr } = event.detail;
    if (!isWrite(requestConfig) || !isRecorded(xhr)) return;
    const act = actOf(requestConfig);
    event.preventDefault();
    tellThere();
    writing = false;
    try {
      if (act) await outbox.drop(act.key);
    } catch {
      // It is sent once more then, and recorded once.
    }
    goTo(next ?? xhr.getResponseHeader("HX-Redirect"));
  };

  // What waited in the outbox

  const isShown = ({ key }) => [...document.querySelectorAll("#main [name=key]")].some((field) => field.value === key);

  const recordedLater = ({ detail: { act, to } }) => {
    say("saved");
    timer = setTimeout(say, LONGEST); // on another page nothing follows that would take it away
    if (!isShown(act)) return;
    tellThere();
    goTo(to);
  };

  const look = async (act) => {
    await outbox.claim(act.key);
    const values = new FormData();
    for (const [name, value] of act.fields) values.append(name, value);
    await post(failure(), act.action, values);
  };

  const refusedLater = ({ detail: { act } }) => isShown(act) && look(act);

  // Who goes on from the answer to a refused act without sending anything has decided against it.
  const settle = (event) => {
    if (outbox.answered() && event.target.closest("#main [data-act-settled]")) outbox.drop(outbox.answered());
  };

  // What the dock says of a form was about what stood in it before, until it is answered about this.
  const verdict = () => document.getElementById("verdict");
  let asked;

  const doubt = ({ target }) => {
    const form = target.closest("form");
    if (form && form !== target) delete form.dataset.kept; // what was kept is another hand now
    if (!form?.contains(verdict())) return;
    asked = false;
    verdict().classList.add("verdict-old");
  };

  const believe = ({ target }) => {
    if (asked) target.classList.remove("verdict-old");
  };

  // What is wrong with an answer is said until there is another one.
  const answered = ({ target }) => {
    if (target.value === target.defaultValue && target.checked === target.defaultChecked) return;
    const name = `id_${target.name}`;
    document.getElementById(`${name}_error`)?.replaceChildren();
    document.querySelector(`.notice-error [href="#${name}"]`)?.parentElement.classList.add("answered");
    target.closest(".field-invalid")?.classList.remove("field-invalid");
    for (const each of document.getElementsByName(target.name)) each.removeAttribute("aria-invalid");
  };

  // A whole page, such as a refusal, never lands inside a part of this one.
  const place = (event) => {
    const { requestConfig, xhr } = event.detail;
    if (isQuiet(requestConfig.elt) || !isWholePage(xhr)) return;
    const waits = xhr.status === TOO_MANY && isAutomatic(requestConfig.elt);
    if (isRefusal(xhr) && !waits) event.detail.shouldSwap = true;
    Object.assign(event.detail, { target: main(), selectOverride: "#main", swapOverride: "outerHTML" });
  };

  // Whoever was refused is led to the notice above the form, or else to the first problem; whoever goes on begins at the
  // heading of what came.
  const leadTo = (first, options) => {
    if (first?.tabIndex < 0) first.tabIndex = -1;
    first?.focus(options);
  };

  const toStart = ({ target }) => {
    if (target !== main() && target.id !== "dock") return;
    const problem = target.querySelector(PROBLEM);
    document.body.dataset.ground = main().className; // what the answer stands on
    if (target === main()) scrollTo(0, 0);
    if (!problem && target.matches("#dock:focus-within")) return; // somebody types in it already
    leadTo(problem ?? target.querySelector("h1") ?? target.firstElementChild, { preventScroll: !problem });
  };

  for (const changed of ["input", "change"]) for (const heard of [doubt, answered]) document.addEventListener(changed, heard);
  document.addEventListener("submit", submitted);
  document.addEventListener("outbox:look", ({ detail }) => look(detail));
  document.addEventListener("outbox:recorded", recordedLater);
  document.addEventListener("outbox:refused", refusedLater);
  document.addEventListener("click", settle);
  if (AHEAD.test(location.href)) history.replaceState(history.state, "", location.href.replace(AHEAD, ""));
  // What a person opened is opened by a tap again.
  addEventListener("online", () => {
    if (failing && !isWrite(failing)) clear();
    askAgain();
  });
  // A wheel over a number scrolls the page and does not count.
  document.addEventListener("wheel", ({ target }) => target.type === "number" && target.blur(), { passive: true });
  addEventListener("click", tapped);
  addEventListener("submit", questioned);
  document.addEventListener("htmx:beforeOnLoad", (event) => (gone = goOn(event)));
  document.addEventListener("htmx:beforeSwap", place);
  document.addEventListener("htmx:afterSwap", believe);
  document.addEventListener("htmx:afterSettle", toStart);
  document.addEventListener("htmx:beforeRequest", begun);
  document.addEventListener("htmx:afterRequest", ended);
  for (const lost of ["sendError", "timeout", "responseError"]) document.addEventListener(`htmx:${lost}`, failed);
  addEventListener("pageshow", ({ persisted }) => {
    say("");
    saving().dataset.heard = "";
    if (!persisted) return;
    for (const element of document.querySelectorAll(`.${BUSY}`)) element.classList.remove(BUSY);
    // What nobody fills in is shown as it is now, where the app can be asked.
    if (!main().querySelector("input:not([type=hidden])")) fetched(location.href).then((page) => location.replace(page), () => {});
  });
  leadTo(main().querySelector(`.notice-error, ${WRONG}`));
})();

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

// In a secure context a worker answers with kept pages while the app cannot be reached. A phone that has no place here
// any more keeps nothing.
(() => {
  const PAUSE = 5000;
  const MINUTE = 60_000;
  const TRIED = "cuajo-kept";
  const workers = navigator.serviceWorker;
  const { worker, alive } = document.body.dataset;
  const kept = document.getElementById("kept").dataset.kept !== undefined;

  const forget = async () => {
    for (const registered of await workers.getRegistrations()) await registered.unregister();
    for (const name of await caches.keys()) if (name.startsWith("cuajo-")) await caches.delete(name);
  };

  // Whoever said that this phone is to be forgotten was asked about what waits on it.
  const deleteAll = () => {
    if (!document.querySelector("[data-forgotten]")) return;
    for (const { key } of outbox.all()) outbox.drop(key);
    for (const name of Object.keys(localStorage)) if (name.startsWith("cuajo-")) localStorage.removeItem(name);
    if (workers) forget();
  };

  // The page itself comes in place of what was kept of it as soon as it can, and ever later if it then did not.
  const openAnew = async () => {
    try {
      await fetch(alive, { cache: "no-store" });
    } catch {
      setTimeout(openAnew, PAUSE);
      return;
    }
    const pause = Number(sessionStorage[TRIED] ?? 0);
    sessionStorage[TRIED] = Math.max(2 * pause, PAUSE);
    setTimeout(() => location.reload(), pause);
  };

  // What is kept can be read; what a form on it says may have happened already.
  const onlyRead = () => {
    for (const field of document.querySelectorAll("main form[method='post'] :is(button, input, select, textarea)")) field.disabled = true;
    document.querySelector(".offline")?.removeAttribute("hidden"); // the address may be another one now
    openAnew();
  };

  // News of a table are kept too, at most once a minute.
  let keptAt = Date.now();
  const news = () => {
    if (kept || !document.querySelector("[data-live]") || Date.now() - keptAt < MINUTE) return;
    keptAt = Date.now();
    workers.controller?.postMessage(location.pathname);
  };

  const start = async () => {
    try {
      await (worker ? workers.register(worker) : forget());
    } catch {
      // A certificate that was clicked away gives no worker.
    }
  };

  document.addEventListener("htmx:load", deleteAll);
  if (!workers) return;
  start();
  if (kept) onlyRead();
  else delete sessionStorage[TRIED];
  document.addEventListener("htmx:oobAfterSwap", news);
})();

// What changes on a page without being looked at is said in one place, politely, once it has come to rest. What a page
// begins with is no news, except what an act on the page before led to.
(() => {
  const AT_REST = 400;
  const ACTED = "cuajo-acted";

  const words = (part) => {
    const copy = part.cloneNode(true);
    for (const named of copy.querySelectorAll("[aria-label]")) named.replaceWith(named.getAttribute("aria-label"));
    return part.dataset.heard || copy.textContent.trim();
  };

  const standing = (selector) => [...document.querySelectorAll(selector)].filter(older.isShown).map(words);

  let acted = "";
  let known = [];
  let timer = 0;

  const tell = () => {
    const now = standing("[data-heard]");
    const news = now.filter((each) => each && !known.includes(each)).join(" ") || acted;
    known = now;
    if (acted) delete sessionStorage[ACTED];
    acted = "";
    if (!news) return;
    document.getElementById("news").textContent = news;
    document.dispatchEvent(new CustomEvent("news", { detail: news }));
  };

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, AT_REST);
  };

  document.addEventListener("DOMContentLoaded", () => {
    acted = sessionStorage[ACTED] ?? "";
    known = standing(`[data-heard]:not([data-new]${acted && ", [data-after]"})`);
    new MutationObserver(wait).observe(document.body, { subtree: true, childList: true, attributeFilter: ["hidden"] });
    wait();
  });
})();

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
