"use strict";

// A link is followed, and a question asked, once the next page is here; without a network this one stays and says so,
// where the browser would put its own error in place of the night. The browser keeps what was fetched under an address
// that is used once, and opens it from there: what is lost on the way is never more than this page can say.
(() => {
  const LONGEST = 20_000;
  const SOON = 8000;
  const BUSY = "htmx-request";
  const AHEAD = /[?&]ahead=\d+/;

  const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const isPlace = ({ href }) => href.includes("#") && href.split("#")[0] === location.href.split("#")[0];

  // What a worker keeps can be read meanwhile.
  const isKept = async (href) => Boolean(navigator.serviceWorker?.controller && (await caches.match(href, { ignoreSearch: true })));

  const fetched = async (href, longest) => {
    const [page, ...place] = href.split("#");
    const ahead = `${page}${page.includes("?") ? "&" : "?"}ahead=${Date.now()}`;
    const answer = await fetch(ahead, { signal: AbortSignal.timeout(longest) });
    await answer.text();
    return answer.redirected ? fetched(answer.url, longest) : [ahead, ...place].join("#");
  };

  const follow = async (event, element, href) => {
    event.preventDefault();
    if (!document.dispatchEvent(new CustomEvent("links:tapped", { detail: href, cancelable: true }))) return;
    element.classList.add(BUSY);
    const kept = await isKept(href);
    try {
      location.assign(await fetched(href, kept ? SOON : LONGEST));
    } catch {
      if (!kept) {
        element.classList.remove(BUSY);
        document.dispatchEvent(new CustomEvent("links:failed", { detail: element }));
        return;
      }
      location.assign(href);
    }
    setTimeout(() => element.classList.remove(BUSY), LONGEST);
  };

  const tapped = (event) => {
    const link = event.target.closest("a[href]:not([target], [download])");
    if (link?.origin === location.origin && !event.defaultPrevented && isPlain(event) && !isPlace(link)) follow(event, link, link.href);
  };

  const asked = (event) => {
    const { target: form, submitter } = event;
    if (form.method !== "get" || event.defaultPrevented) return;
    const query = new URLSearchParams(new FormData(form, submitter));
    const action = submitter?.getAttribute("formaction") ?? form.action;
    follow(event, form, `${action.split("?")[0]}?${query}`);
  };

  if (AHEAD.test(location.href)) history.replaceState(history.state, "", location.href.replace(AHEAD, ""));
  window.addEventListener("click", tapped);
  window.addEventListener("submit", asked);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const element of document.querySelectorAll(`.${BUSY}`)) element.classList.remove(BUSY);
  });
})();
