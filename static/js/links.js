"use strict";

// A link is followed, and a question asked, once the app answers; without a network the page stays and says so, where the
// browser would put its own error in place of the night.
(() => {
  const LONGEST = 10_000;
  const BUSY = "htmx-request";

  const isPlain = (event) => !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const isOurs = (link) => link.origin === location.origin && link.href.split("#")[0] !== location.href.split("#")[0];

  const answers = async () => {
    try {
      await fetch(document.body.dataset.alive, { cache: "no-store", signal: AbortSignal.timeout(LONGEST) });
      return true;
    } catch {
      return false;
    }
  };

  // What a worker keeps can be read meanwhile.
  const isKept = async (href) => Boolean(navigator.serviceWorker?.controller && (await caches.match(href, { ignoreSearch: true })));

  const follow = async (event, element, href) => {
    event.preventDefault();
    element.classList.add(BUSY);
    if ((await answers()) || (await isKept(href))) {
      location.assign(href);
      setTimeout(() => element.classList.remove(BUSY), LONGEST);
      return;
    }
    element.classList.remove(BUSY);
    document.dispatchEvent(new CustomEvent("links:failed", { detail: element }));
  };

  const tapped = (event) => {
    const link = event.target.closest("a[href]:not([target], [download])");
    if (link && !event.defaultPrevented && isPlain(event) && isOurs(link)) follow(event, link, link.href);
  };

  const asked = (event) => {
    const { target: form, submitter } = event;
    if (form.method !== "get" || event.defaultPrevented) return;
    const query = new URLSearchParams(new FormData(form, submitter));
    const action = submitter?.getAttribute("formaction") ?? form.action;
    follow(event, form, `${action.split("?")[0]}?${query}`);
  };

  window.addEventListener("click", tapped);
  window.addEventListener("submit", asked);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const element of document.querySelectorAll(`.${BUSY}`)) element.classList.remove(BUSY);
  });
})();
