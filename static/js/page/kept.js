// In a secure context a worker answers with kept pages while the app cannot be reached. A phone that has no place here
// any more keeps nothing.
(() => {
  const PAUSE = 5000;
  const MINUTE = 60_000;
  const TRIED = "cuajo-kept";
  const workers = navigator.serviceWorker;
  const { worker, alive } = document.body.dataset;
  const kept = document.getElementById("kept").dataset.kept !== undefined;

  // Where the app runs in the browser alone, another worker answers for it.
  const isOwn = ({ active, waiting, installing }) => (active ?? waiting ?? installing).scriptURL.endsWith("/worker.js");

  const forget = async () => {
    for (const registered of await workers.getRegistrations()) if (isOwn(registered)) await registered.unregister();
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

  // The page of an error does not tell whether this phone may still enter.
  const isError = document.querySelector("[role='alert'][data-code]");
  const start = async () => {
    try {
      if (worker) await workers.register(worker);
      else if (!isError) await forget();
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
