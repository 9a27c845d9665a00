"use strict";

// Answers for the app while it cannot be reached: pages to read, as they were when they were last seen, each saying when
// that was. What is written never passes here; it waits in the outbox. `cuajo` is what the address that imports this says.
(() => {
  const { version, pages } = globalThis.cuajo;
  const OURS = "cuajo-";
  const NAME = OURS + version;
  const LONGEST = 8000;
  const MOST = 12;
  const KEPT = /^\/((games\/[\w-]+\/)?(rules\/|judge\/([\w-]+\/)?))?$|^\/(sessions|verdict)\/[\da-f-]{36}\/$/;
  const MANY = /^\/(sessions|verdict)\//;
  const FILE = /^\/(static|games\/[\w-]+\/melds)\//;
  const AHEAD = /[?&]ahead=\d+/; // see page/sending.js
  const FILES = /\/(?:static|games\/[\w-]+\/melds)\/[^"'\s?#)]+/g;

  const isKept = ({ pathname, search }) => KEPT.test(pathname) && /^(\?session=[\da-f-]+)?$/.test(search);
  const isFile = ({ pathname }) => FILE.test(pathname);

  // Once a page has thrown away what was kept, a worker that still answers for that page keeps nothing more.
  const store = async () => ((await caches.has(NAME)) ? caches.open(NAME) : null);

  const file = async (address) => {
    const cache = await store();
    const kept = await cache?.match(address);
    if (kept) return kept;
    const answer = await fetch(address);
    if (answer.ok) await cache?.put(address, answer.clone());
    return answer;
  };

  // Of nights and verdicts the latest are kept.
  const forgetOld = async (cache) => {
    const many = (await cache.keys()).filter(({ url }) => MANY.test(new URL(url).pathname));
    await Promise.all(many.slice(0, -MOST).map((old) => cache.delete(old)));
  };

  // A page is kept with the files it needs, and with the time; one that is no longer for this phone is forgotten.
  const keep = async (url, answer) => {
    const cache = await store();
    if (!cache) return;
    if (answer.status >= 400 && answer.status < 500) await cache.delete(url.href);
    if (answer.status !== 200 || answer.redirected) return;
    const headers = new Headers(answer.headers);
    headers.set("X-Kept", Date.now());
    const html = await answer.text();
    await Promise.all([...new Set(html.match(FILES))].map(file));
    await cache.put(url.href, new Response(html, { headers }));
    await forgetOld(cache);
  };

  const keepAnew = async (address) => {
    const url = new URL(address, location.origin);
    await keep(url, await fetch(url, { cache: "no-store" }));
  };

  const saying = async (kept) => {
    const html = await kept.text();
    const at = Number(kept.headers.get("X-Kept"));
    const language = html.match(/<html lang="([\w-]+)"/)?.[1];
    const when = new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
    const shown = html.replace(/(<p id="kept"[^>]*) hidden>([^<]*)%s/, (_, tag, before) => `${tag} data-kept="${at}">${before}${when}`);
    return new Response(shown, { headers: kept.headers });
  };

  const soon = (answer) =>
    new Promise((resolve, reject) => {
      setTimeout(reject, LONGEST);
      answer.then(resolve, reject);
    });

  // Home sends a phone of one night on to its table, and a redirect cannot be kept.
  const newest = async (cache) => {
    const nights = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/sessions/"));
    return nights.length ? Response.redirect(nights.at(-1).url) : Response.error();
  };

  const page = async (event, url) => {
    const answer = fetch(event.request);
    const cache = await store();
    const like = { ignoreSearch: isKept({ pathname: url.pathname, search: "" }) };
    const kept = (await cache?.match(url.href)) ?? (await cache?.match(url.href, like));
    if (!kept) return url.pathname === "/" ? answer.catch(() => newest(cache)) : answer;
    try {
      return await soon(answer);
    } catch {
      return saying(kept);
    }
  };

  const opened = async (event, url) => {
    const answer = await page(event, url);
    if (isKept(url) && !answer.headers.has("X-Kept")) event.waitUntil(keep(url, answer.clone()).catch(() => {}));
    return answer;
  };

  // A new version is installed beside the old one, which answers until the new one has every page that was kept.
  const install = async () => {
    const known = new Set(pages.map((path) => new URL(path, location.origin).href));
    for (const name of (await caches.keys()).filter((each) => each.startsWith(OURS))) {
      for (const { url } of await (await caches.open(name)).keys()) if (!isFile(new URL(url))) known.add(url);
    }
    await caches.open(NAME);
    for (const address of known) await keepAnew(address);
    await self.skipWaiting();
  };

  const activate = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };

  self.addEventListener("install", (event) => event.waitUntil(install()));
  self.addEventListener("activate", (event) => event.waitUntil(activate()));
  self.addEventListener("message", (event) => event.waitUntil(keepAnew(event.data).catch(() => {})));
  self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url.replace(AHEAD, ""));
    if (event.request.method !== "GET" || url.origin !== location.origin) return;
    if (isFile(url)) event.respondWith(file(url.href));
    else if (event.request.mode === "navigate") event.respondWith(opened(event, url));
  });
})();
