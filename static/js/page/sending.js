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
      await withHtmx(source, "post");
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
    verdict().classList.toggle("verdict-old", !verdict().hasAttribute("data-foreseen"));
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
