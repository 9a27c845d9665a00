// The service worker: files come from its cache, whole pages are the shell, everything else Python answers in the tab
// that leads.
const VERSION = "VERSION_OF_FILES";
const CACHE = `phone-${VERSION}`;
const ROOT = new URL("./", location);
const FILES = FILES_OF_VERSION;
const EMPTY = [204, 205, 304];
const WAITS = 600; // of a tenth of a second
const STATE = "phone-state";
const REFUSED = new URL("refused", ROOT);
let leader = null;

// A new version is loaded whole beside the old one, and taken when no tab is open any more.
self.addEventListener("install", (event) =>
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      for (const path of ["files.json", ...FILES]) {
        const address = new URL(path, ROOT);
        if (!(await cache.match(address))) await cache.add(new Request(address, { cache: "no-cache" }));
      }
    })(),
  ),
);

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The old version stays until the new one has opened the books. A version that could not is not used again.
const refused = async () => (await (await caches.open(STATE)).match(REFUSED))?.text();
const versions = async () => (await caches.keys()).filter((name) => name.startsWith("phone-") && name !== STATE);
const used = async () => {
  if ((await refused()) !== CACHE) return CACHE;
  return (await versions()).find((name) => name !== CACHE) ?? CACHE;
};

const told = {
  "I lead": (tab) => {
    leader = tab.id;
  },
  opened: async () => {
    if (self.registration.waiting || self.registration.installing) return; // the next version has its files there
    const needed = [CACHE, await used()];
    for (const name of await versions()) if (!needed.includes(name)) await caches.delete(name);
  },
  "not opened": async (tab) => {
    const others = (await versions()).filter((name) => name !== CACHE);
    if (!others.length || (await refused()) === CACHE) return;
    await (await caches.open(STATE)).put(REFUSED, new Response(CACHE));
    tab.postMessage("reload");
  },
};
self.addEventListener("message", (event) => event.waitUntil(Promise.resolve(told[event.data]?.(event.source))));

// The worker may have slept, or the page that leads is just starting: ask who leads.
const findLeader = async () => {
  for (let tries = 0; tries < WAITS; tries += 1) {
    const known = leader && (await self.clients.get(leader));
    if (known) return known;
    leader = null;
    for (const each of await self.clients.matchAll({ type: "window" })) each.postMessage("who leads?");
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("no tab leads");
};

const kept = async (address) => (await caches.open(await used())).match(address, { ignoreSearch: true });

const shell = async () => {
  const address = new URL("index.html", ROOT);
  const html = await ((await kept(address)) ?? (await fetch(address))).text();
  const based = html.replace('<base href="./">', `<base href="${ROOT.pathname}">`);
  return new Response(based, { headers: { "Content-Type": "text/html; charset=utf-8" } });
};

const ahead = new Map();

const hasGone = async (tab, got) => {
  let isOpen = true;
  got.then(() => {
    isOpen = false;
  });
  while (isOpen && (await self.clients.get(tab.id))) await new Promise((done) => setTimeout(done, 500));
  return { gone: true };
};

const python = async (request) => {
  const body = ["GET", "HEAD"].includes(request.method) ? null : new Uint8Array(await request.arrayBuffer());
  const headers = { ...Object.fromEntries(request.headers), "user-agent": navigator.userAgent };
  headers["accept-language"] ??= navigator.languages.join(",");
  if (request.referrer.startsWith("http")) headers.referer = request.referrer;
  if (body) headers.origin = location.origin;
  const tab = await findLeader();
  const { port1, port2 } = new MessageChannel();
  const got = new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
  });
  tab.postMessage({ method: request.method, url: request.url, headers, body }, [port2]);
  const { ok, error, gone } = await Promise.race([got, hasGone(tab, got)]);
  if (gone) return body ? Response.error() : python(request); // what was sent may be recorded: its outbox asks again
  if (error) return new Response(error, { status: 500 });
  const made = new Headers(ok.headers);
  made.delete("Content-Length");
  const isEmpty = EMPTY.includes(ok.status) || (ok.status >= 300 && ok.status < 400);
  return new Response(isEmpty ? null : ok.body, { status: ok.status, headers: made });
};

// A page that was fetched ahead is opened from that answer, once.
const answered = async (request) => {
  const isAhead = request.method === "GET" && new URL(request.url).searchParams.has("ahead");
  if (!isAhead) return python(request);
  const kept = ahead.get(request.url);
  ahead.clear();
  if (kept) return kept;
  const answer = await python(request);
  if (answer.ok) ahead.set(request.url, answer.clone());
  return answer;
};

const isFile = /^(static|pyodide)\/|^(?!$)[\w.-]+\.(js|css|xz|json|html|webmanifest|sqlite3)$/;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(ROOT.pathname)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (path === "phone-worker.js") return;
  if (isFile.test(path)) event.respondWith(kept(url).then((found) => found ?? fetch(request)));
  else if (request.destination === "document") event.respondWith(shell());
  else event.respondWith(answered(request));
});
