"use strict";

// A link is followed once the app answers; without a network the page stays and says so, where the browser would
// put its own error in place of the night.
(() => {
  const FRESH = 2500;
  const LONGEST = 10_000;
  let heard = performance.now();

  const isPlain = (event) => !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const isOurs = (link) => link.origin === location.origin && link.href.split("#")[0] !== location.href.split("#")[0];
  const isFresh = () => navigator.onLine && performance.now() - heard < FRESH;

  const answers = async () => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), LONGEST);
    try {
      await fetch(document.body.dataset.alive, { cache: "no-store", signal: limit.signal });
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  };

  const follow = async (link) => {
    link.classList.add("htmx-request");
    if (await answers()) {
      location.assign(link.href);
      setTimeout(() => link.classList.remove("htmx-request"), LONGEST);
      return;
    }
    link.classList.remove("htmx-request");
    document.dispatchEvent(new CustomEvent("links:failed", { detail: link }));
  };

  const tapped = (event) => {
    const link = event.target.closest("a[href]:not([target], [download])");
    if (!link || event.defaultPrevented || !isPlain(event) || !isOurs(link)) return;
    if (isFresh()) {
      link.classList.add("htmx-request");
      setTimeout(() => link.classList.remove("htmx-request"), LONGEST);
      return;
    }
    event.preventDefault();
    follow(link);
  };

  const answered = ({ detail }) => {
    heard = detail.xhr.status ? performance.now() : -Infinity;
  };

  window.addEventListener("click", tapped);
  document.addEventListener("htmx:afterRequest", answered);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    heard = -Infinity;
    for (const link of document.querySelectorAll("a.htmx-request")) link.classList.remove("htmx-request");
  });
})();
