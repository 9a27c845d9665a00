// The page around the app: it loads the files, holds Python in a worker, and shows the app in a frame.
const ROOT = new URL("./", document.baseURI);
const STATE = "cuajo-phone";
const LOCK = "cuajo-phone";
const texts = JSON.parse(document.getElementById("texts").textContent);
const byId = (id) => document.getElementById(id);
const remembered = () => JSON.parse(localStorage.getItem(STATE) ?? "{}");
const remember = (more) => localStorage.setItem(STATE, JSON.stringify({ ...remembered(), ...more }));

const language = () => {
  const wanted = [remembered().language, ...navigator.languages.map((each) => each.split("-")[0])];
  const known = wanted.map((each) => ({ tl: "fil" })[each] ?? each).find((each) => each in texts);
  return known ?? "en";
};
const text = (key) => texts[language()][key];

const translate = () => {
  document.documentElement.lang = language();
  for (const each of document.querySelectorAll("[data-text]")) each.textContent = text(each.dataset.text);
  for (const each of byId("languages").children) each.ariaPressed = String(each.lang === language());
};

const show = (id) => {
  for (const each of ["welcome", "loading", "problem"]) byId(each).hidden = each !== id;
};

const fail = (key) => {
  byId("problem").textContent = text(key);
  show("problem");
};

// Every file is in the cache before anything starts; its size is known, so the bar is true.
const load = async () => {
  const list = new URL("files.json", ROOT);
  const told = await fetch(list, { cache: "no-store" });
  const { version, files } = await told.clone().json();
  const cache = await caches.open(`phone-${version}`);
  await cache.put(list, told);
  const all = Object.values(files).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  const step = (more) => {
    loaded += more;
    byId("progress").value = loaded / all;
    byId("loaded").textContent = text("loaded").replace("{0}", (loaded / 1e6).toFixed(1)).replace("{1}", (all / 1e6).toFixed(1));
  };
  byId("step").textContent = text("loading");
  const queue = Object.entries(files);
  const take = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [path, size] = next;
      const address = new URL(path, ROOT);
      if (!(await cache.match(address))) {
        const answer = await fetch(address, { cache: "no-cache" });
        if (!answer.ok) throw new Error(path);
        const reader = answer.clone().body.getReader();
        const stored = cache.put(address, answer);
        let read = 0;
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          read += part.value.length;
          step(part.value.length);
        }
        step(size - read);
        await stored;
      } else step(size);
    }
  };
  await Promise.all([take(), take(), take(), take()]);
};

const registered = async () => {
  const workers = navigator.serviceWorker;
  await workers.register(new URL("phone-worker.js", ROOT), { scope: ROOT.pathname });
  await workers.ready;
  if (!workers.controller) await new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
};

let python = null;
let leads = false;
const ask = (message, transfer = []) =>
  new Promise((done, failed) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (data.error ? failed(new Error(data.error)) : done(data.ok));
    python.postMessage(message, [port2, ...transfer]);
  });

const tellWorker = (message) => navigator.serviceWorker.controller?.postMessage(message);

// A download never reaches a service worker, so the page asks for the file itself.
const download = async (event) => {
  const link = event.target.closest?.("a[download]");
  if (!link || event.defaultPrevented) return; // a picture that the app shares itself
  event.preventDefault();
  const answer = await fetch(link.href);
  const named = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") ?? "");
  const blob = await answer.blob();
  const name = link.download || (named ? named[1] : "cuajo");
  const files = [new File([blob], name, { type: blob.type })];
  if (link.closest("[data-copy-due]") && navigator.canShare?.({ files })) {
    const problem = await navigator.share({ files }).then(() => "", (error) => error.name);
    if (problem !== "NotAllowedError") return; // sent, or the person went back
  }
  const saved = document.createElement("a");
  saved.href = URL.createObjectURL(blob);
  saved.download = name;
  saved.click();
};

const open = (first) => {
  document.querySelector("iframe")?.remove();
  const frame = document.createElement("iframe");
  frame.name = "app";
  frame.title = "Cuajo";
  frame.src = first;
  frame.addEventListener("load", () => {
    const { pathname, search, hash } = frame.contentWindow.location;
    history.replaceState(null, "", pathname + search + hash);
    document.title = frame.contentDocument.title;
    frame.contentDocument.addEventListener("click", download);
    globalThis.shown = true;
  });
  for (const id of ["welcome", "loading", "problem"]) byId(id).hidden = true;
  document.body.append(frame);
};

const here = () => location.pathname + location.search + location.hash;
const isInner = () => location.pathname !== ROOT.pathname;
const sent = new URLSearchParams(location.search).get("to"); // from 404.html
if (sent) history.replaceState(null, "", sent);

// Only books that are kept are opened again by themselves: what was tried begins at the first page.
let { way } = remembered();

const lead = async () => {
  byId("step").textContent = text("starting");
  python = new Worker(new URL("engine.js", ROOT), { type: "module" });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const first = await ask({ start: { root: ROOT.href, zone, year: way === "try" } });
  leads = true;
  tellWorker("I lead");
  tellWorker("opened");
  return first;
};

// One tab leads. Others show the app through it, take over when it ends, or at once where it is asleep.
const follow = () => {
  byId("elsewhere").hidden = false;
  navigator.locks.request(LOCK, () => held(here())).catch(lost);
};

const held = async (address) => {
  byId("elsewhere").hidden = true;
  byId("trial").hidden = way !== "try";
  const first = await lead();
  if (!document.querySelector("iframe")) open(address ?? (isInner() ? here() : first));
  return new Promise(() => {});
};

const lost = () => {
  python?.terminate();
  leads = false;
  byId("elsewhere").hidden = false;
};

const begin = async () => {
  show("loading");
  if (!navigator.serviceWorker.controller)
    try {
      await load();
    } catch {
      return fail("no_files");
    }
  await registered();
  if (way === "keep") navigator.storage?.persist?.().then((persisted) => remember({ persisted }));
  const got = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    try {
      return await held(null);
    } catch (error) {
      console.error(error);
      tellWorker("not opened");
      fail("not_started");
      return true;
    }
  }).catch(lost);
  if (got === false) {
    follow();
    open(here());
  }
};

const start = () =>
  begin().catch((error) => {
    console.error(error);
    fail("not_started");
  });

navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (data === "reload") location.reload();
  else if (data === "who leads?") {
    if (leads) tellWorker("I lead");
  } else {
    const { persisted, language: chosen } = remembered();
    data.headers["x-books"] = way === "try" ? "trial" : persisted ? "persisted" : "";
    if (chosen) data.headers["accept-language"] = chosen;
    python.postMessage(data, ports);
  }
});

byId("here").addEventListener("click", () => {
  navigator.locks.request(LOCK, { steal: true }, () => held(here())).catch(lost);
});

for (const [code, { name }] of Object.entries(texts)) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", lang: code, textContent: name });
  button.addEventListener("click", () => {
    remember({ language: code });
    translate();
  });
  byId("languages").append(button);
}
translate();

for (const button of document.querySelectorAll("[data-way]"))
  button.addEventListener("click", () => {
    const was = way;
    way = button.dataset.way;
    if (way === "keep") remember({ way });
    if (was === "try") location.assign(ROOT);
    else start();
  });

// Python needs exceptions in WebAssembly, and a worker that is a module: older browsers do not ask for its type.
const canRun = () => {
  if (!(navigator.serviceWorker && navigator.locks && globalThis.caches && globalThis.WebAssembly?.Tag)) return false;
  let knowsModules = false;
  const options = {
    get type() {
      knowsModules = true;
      return "module";
    },
  };
  new Worker("data:text/javascript,", options).terminate();
  return knowsModules;
};
if (!canRun()) fail("too_old");
else if (way) start();
else show("welcome");
