"use strict";

// Every form that writes is sent without leaving the page, so that a lost connection loses nothing: the page
// says "saving", "saved" or "not recorded, tap to retry", and a retry carries the same key.
(() => {
  const SHOWN_AFTER = 200;
  const SHOWN_FOR = 1500;
  const main = () => document.getElementById("main");
  const failure = () => document.getElementById("failure");
  const saving = () => document.getElementById("saving");

  let failing = null;
  let timer = 0;

  const submitters = new WeakMap();

  const isQuiet = (element) => element.closest("[data-quiet]") !== null;
  const asks = (element) => element.matches("[data-draft], [data-asks]");
  const isWrite = ({ elt, verb }) => verb === "post" && !isQuiet(elt) && !asks(elt);
  const isWholePage = (xhr) => xhr.responseText.startsWith("<!DOCTYPE");

  const say = (name) => {
    clearTimeout(timer);
    saving().textContent = name ? saving().dataset[name] : "";
  };

  // Sending

  const send = async (form, submitter) => {
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    failing = null;
    const values = submitter?.name ? { [submitter.name]: submitter.value } : {};
    const address = submitter?.getAttribute("formaction") ?? form.action;
    submitters.set(form, submitter);
    try {
      await htmx.ajax("POST", address, { source: form, target: "#main", select: "#main", swap: "outerHTML show:window:top", values });
    } catch {
      // Said already: "not recorded, tap to retry".
    }
    form.ariaBusy = "false";
  };

  const isSentHere = (form) =>
    form.method === "post" && form.enctype !== "multipart/form-data" && !form.target && new URL(form.action).origin === location.origin;

  const submitted = (event) => {
    if (event.defaultPrevented || !isSentHere(event.target)) return;
    event.preventDefault();
    send(event.target, event.submitter);
  };

  const retry = (element) => {
    if (element.matches("[data-draft], div[data-asks]")) element.dispatchEvent(new Event("change", { bubbles: true }));
    else if (element instanceof HTMLFormElement) element.requestSubmit(submitters.get(element));
    else element.dispatchEvent(new Event("click", { bubbles: true }));
  };

  // What became of it

  const offer = (element) => {
    const { text, checkText } = failure().dataset;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = asks(element) ? checkText : text;
    button.addEventListener("click", () => {
      failure().replaceChildren();
      retry(element);
    });
    failure().replaceChildren(button);
    failing = element;
  };

  const failed = (event) => {
    const { requestConfig, xhr } = event.detail;
    if ((xhr.status !== 0 && xhr.status < 500) || isQuiet(requestConfig.elt)) return;
    say("");
    const hidesAWrite = failing && !asks(failing) && asks(requestConfig.elt);
    if (!hidesAWrite) offer(requestConfig.elt);
  };

  const begun = (event) => {
    if (!isWrite(event.detail.requestConfig)) return;
    failure().replaceChildren();
    clearTimeout(timer);
    timer = setTimeout(() => say("saving"), SHOWN_AFTER);
  };

  const ended = (event) => {
    const { requestConfig, successful, xhr } = event.detail;
    if (successful && requestConfig.elt === failing) failure().replaceChildren();
    if (!isWrite(requestConfig)) return;
    say(successful ? "saved" : "");
    if (successful && !xhr.getResponseHeader("HX-Redirect")) timer = setTimeout(() => say(""), SHOWN_FOR);
  };

  // A whole page, such as a refusal, never lands inside a part of this one.
  const place = (event) => {
    const { requestConfig, xhr } = event.detail;
    if (isQuiet(requestConfig.elt) || !isWholePage(xhr)) return;
    if (xhr.status >= 400 && xhr.status < 500 && isWrite(requestConfig)) event.detail.shouldSwap = true;
    event.detail.target = main();
    event.detail.selectOverride = "#main";
    event.detail.swapOverride = "outerHTML";
  };

  document.addEventListener("submit", submitted);
  document.addEventListener("htmx:beforeSwap", place);
  document.addEventListener("htmx:beforeRequest", begun);
  document.addEventListener("htmx:afterRequest", ended);
  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:timeout", failed);
  document.addEventListener("htmx:responseError", failed);
})();
