// What changes on a page without being looked at is said in one place, politely, once it has come to rest. What a page
// begins with is no news, except what an act on the page before led to.
(() => {
  const AT_REST = 400;
  const ACTED = "cuajo-acted";
  const RESULTS = [":target", "[data-landed]", ".notices", "[data-after]", "main h1"];

  const words = (part) => {
    const copy = part.cloneNode(true);
    for (const unheard of copy.querySelectorAll("[aria-hidden=true]")) unheard.remove();
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

  // After an act its result has the focus, unless the page gave it to something else.
  const focusResult = () => {
    const result = RESULTS.map((each) => document.querySelector(each)).find((each) => each && older.isShown(each));
    if (!result || document.activeElement !== document.body) return;
    if (result.tabIndex < 0) result.tabIndex = -1;
    result.focus({ preventScroll: true });
  };

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, AT_REST);
  };

  document.addEventListener("DOMContentLoaded", () => {
    acted = sessionStorage[ACTED] ?? "";
    if (acted) focusResult();
    known = standing(`[data-heard]:not([data-new]${acted && ", [data-after]"})`);
    new MutationObserver(wait).observe(document.body, { subtree: true, childList: true, attributeFilter: ["hidden"] });
    wait();
  });
})();
