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
      scripts: [...document.scripts].map(({ src }) => src).filter((src) => src && !src.endsWith(document.body.dataset.htmx)),
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
