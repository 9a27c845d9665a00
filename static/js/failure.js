"use strict";

(() => {
  const place = () => document.getElementById("failure");
  let failing = null;

  const retry = (element) => {
    const check = element.matches("[data-draft]");
    if (element instanceof HTMLFormElement && !check) element.requestSubmit();
    else element.dispatchEvent(new Event(check ? "change" : "click", { bubbles: true }));
  };

  const show = (element) => {
    const { text, checkText } = place().dataset;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = element.matches("[data-draft]") ? checkText : text;
    button.addEventListener("click", () => {
      place().replaceChildren();
      retry(element);
    });
    place().replaceChildren(button);
    failing = element;
  };

  const isSilent = (element) => element.closest("[data-quiet]");

  const failed = (event) => {
    const status = event.detail.xhr?.status ?? 0;
    if ((status === 0 || status === 429 || status >= 500) && !isSilent(event.detail.elt)) show(event.detail.elt);
  };

  const succeeded = (event) => {
    if (event.detail.successful && event.detail.elt === failing) place().replaceChildren();
  };

  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:timeout", failed);
  document.addEventListener("htmx:responseError", failed);
  document.addEventListener("htmx:afterRequest", succeeded);
})();
