"use strict";

// Every form that writes is sent without leaving the page, so that a lost connection loses nothing: the page
// says "saving", "saved" or "not recorded, tap to retry", and a retry carries the same key.
(() => {
  const SHOWN_AFTER = 200;
  const main = () => document.getElementById("main");
  const failure = () => document.getElementById("failure");
  const saving = () => document.getElementById("saving");

  let failing = null;
  let written = null;
  let next = null;
  let timer = 0;

  const isWriting = () => written && written.readyState > XMLHttpRequest.UNSENT && written.readyState < XMLHttpRequest.DONE;

  const submitters = new WeakMap();
  const submitter = ({ elt, triggeringEvent }) => triggeringEvent?.submitter ?? submitters.get(elt);

  const isQuiet = (element) => element.matches("[data-quiet]");
  const isAutomatic = (element) => element.matches("[data-draft]:is([hx-get], [hx-post]), div[data-asks]");
  const asks = (config) => isAutomatic(config.elt) || config.elt.matches("[data-asks]") || submitter(config)?.matches("[data-asks]");
  const isWrite = (config) => config.verb === "post" && !isQuiet(config.elt) && !asks(config);
  const isWholePage = (xhr) => xhr.responseText.startsWith("<!DOCTYPE");
  const isRefusal = (xhr) => xhr.status >= 400 && xhr.status < 500;
  const isRecorded = (xhr) => xhr.status === 200 && xhr.getResponseHeader("HX-Redirect") !== null;

  const say = (name) => {
    clearTimeout(timer);
    saving().textContent = name ? saving().dataset[name] : "";
  };

  // Sending

  // A question in the dock is asked again there; a whole page takes the place of this one all the same.
  const placeOf = (form) =>
    form.closest("#dock")
      ? { target: "#dock", swap: "innerHTML" }
      : { target: "#main", select: "#main", swap: "outerHTML show:window:top" };

  const send = async (form, pressed) => {
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    const values = pressed?.name ? { [pressed.name]: pressed.value } : {};
    const address = pressed?.getAttribute("formaction") ?? form.action;
    submitters.set(form, pressed);
    try {
      await htmx.ajax("POST", address, { source: form, values, ...placeOf(form) });
    } catch {
      // Said already: "not recorded, tap to retry".
    }
    form.ariaBusy = "false";
    if (form.parentElement === document.body) form.remove();
  };

  const isSentHere = (form) =>
    form.method === "post" && form.enctype !== "multipart/form-data" && !form.target && new URL(form.action).origin === location.origin;

  const submitted = (event) => {
    if (event.defaultPrevented || !isSentHere(event.target)) return;
    event.preventDefault();
    send(event.target, event.submitter);
  };

  // News may have replaced the form meanwhile; what was said in it is sent all the same.
  const bringBack = (form) => {
    if (form.isConnected) return;
    form.hidden = true;
    document.body.append(form);
  };

  const retry = (config) => {
    const element = config.elt;
    if (isAutomatic(element)) element.dispatchEvent(new Event("change", { bubbles: true }));
    else if (element instanceof HTMLFormElement) {
      bringBack(element);
      element.requestSubmit(submitter(config));
    } else if (element.isConnected) element.dispatchEvent(new Event("click", { bubbles: true }));
    else location.assign(element.href);
  };

  // What became of it

  const clear = () => {
    failure().replaceChildren();
    failing = null;
  };

  const offer = (config) => {
    const { text, checkText } = failure().dataset;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = isWrite(config) ? text : checkText;
    button.addEventListener("click", () => {
      clear();
      retry(config);
    });
    failure().replaceChildren(button);
    failing = config;
  };

  const failed = (event) => {
    const { requestConfig, xhr } = event.detail;
    if ((xhr.status !== 0 && xhr.status < 500) || isQuiet(requestConfig.elt)) return;
    say("");
    const hidesAWrite = failing && isWrite(failing) && !isWrite(requestConfig);
    if (!hidesAWrite) offer(requestConfig);
  };

  const begun = (event) => {
    if (!isWrite(event.detail.requestConfig)) return;
    written = event.detail.xhr;
    next = null;
    clear();
    clearTimeout(timer);
    timer = setTimeout(() => say("saving"), SHOWN_AFTER);
  };

  const ended = (event) => {
    const { requestConfig, successful, xhr } = event.detail;
    if (successful && failing && !isWrite(failing) && !isQuiet(requestConfig.elt)) clear();
    if (!isWrite(requestConfig)) return;
    next = null;
    say(isRecorded(xhr) ? "saved" : "");
  };

  // A link that is tapped meanwhile waits: leaving now could lose what is being sent, and the page that follows
  // a record must not come in place of the one that was asked for.
  const leave = (event) => {
    const link = event.target.closest("a[href]:not([href^='#'], [target], [download])");
    if (!isWriting() || !link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    next = link.href;
  };

  const goOn = (event) => {
    const { requestConfig, xhr } = event.detail;
    if (!next || !isWrite(requestConfig) || !isRecorded(xhr)) return;
    event.preventDefault();
    location.assign(next);
  };

  // A whole page, such as a refusal, never lands inside a part of this one.
  const place = (event) => {
    const { requestConfig, xhr } = event.detail;
    if (isQuiet(requestConfig.elt) || !isWholePage(xhr)) return;
    const waits = xhr.status === 429 && isAutomatic(requestConfig.elt);
    if (isRefusal(xhr) && !waits) event.detail.shouldSwap = true;
    event.detail.target = main();
    event.detail.selectOverride = "#main";
    event.detail.swapOverride = "outerHTML show:window:top";
  };

  // Whoever was refused is led to what is to be changed.
  const toProblems = (event) => {
    if (event.target === main()) main().querySelector("[role='alert'][tabindex]")?.focus();
  };

  document.addEventListener("submit", submitted);
  window.addEventListener("click", leave);
  document.addEventListener("htmx:beforeOnLoad", goOn);
  document.addEventListener("htmx:beforeSwap", place);
  document.addEventListener("htmx:afterSettle", toProblems);
  document.addEventListener("htmx:beforeRequest", begun);
  document.addEventListener("htmx:afterRequest", ended);
  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:timeout", failed);
  document.addEventListener("htmx:responseError", failed);
  window.addEventListener("pageshow", () => say(""));
})();
