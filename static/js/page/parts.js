// A form or link asks for a part of the page by the attributes, events and headers of htmx, of which these pages use few: the
// whole of htmx is eight times as long, and a phone's first visit waits for it.
globalThis.htmx = (() => {
  const LONGEST = 20_000;
  const BUSY = "htmx-request";
  const ASKS = "[hx-get], [hx-post]";
  const SHOWN = [409, 422]; // refusals that are a part of the page
  const asking = new WeakSet();
  const busy = new WeakMap(); // what an element asks now, and what it asks next

  const said = (element, name) => element.closest(`[${name}]`)?.getAttribute(name);
  const found = (element, selector) => (selector.startsWith("closest ") ? element.closest(selector.slice(8)) : document.querySelector(selector));

  const tell = (element, name, detail = {}) => {
    Object.assign(detail, { elt: element });
    return element.dispatchEvent(new CustomEvent(`htmx:${name}`, { bubbles: true, cancelable: true, detail }));
  };

  // Showing

  const content = (html) => {
    if (/^\s*<(!doctype|html)/i.test(html)) {
      const page = new DOMParser().parseFromString(html, "text/html");
      const fragment = document.createDocumentFragment();
      fragment.append(...page.body.childNodes);
      return { fragment, title: page.title };
    }
    const template = document.createElement("template");
    template.innerHTML = html;
    return { fragment: template.content };
  };

  // Returns what became a part of the page.
  const put = (target, style, fragment) => {
    const fresh = [...fragment.children];
    if (style === "outerHTML") target.replaceWith(fragment);
    else if (style !== "none") target.replaceChildren(fragment);
    return style === "none" ? [] : fresh;
  };

  const putElsewhere = (part, fresh) => {
    const way = part.getAttribute("hx-swap-oob");
    const target = document.getElementById(part.id);
    part.removeAttribute("hx-swap-oob");
    part.remove();
    if (!target) return;
    const fragment = document.createDocumentFragment();
    fragment.append(...(way === "true" ? [part] : part.childNodes));
    const detail = { shouldSwap: true, target, fragment };
    if (!tell(target, "oobBeforeSwap", detail) || !detail.shouldSwap) return;
    const shown = put(target, way === "true" ? "outerHTML" : way, fragment);
    fresh.push(...shown);
    for (const each of way === "true" ? shown : [target]) tell(each, "oobAfterSwap", detail);
  };

  // What had the focus has it again, with what was marked in it.
  const keepingFocus = (change) => {
    const { activeElement: before } = document;
    const { selectionStart: start, selectionEnd: end } = before ?? {};
    change();
    const after = before?.id && !before.isConnected && document.getElementById(before.id);
    if (!after) return;
    after.focus({ preventScroll: true });
    if (typeof start === "number" && after.type === before.type) after.setSelectionRange(start, end);
  };

  const swap = (into, html, { swapStyle, select, detail = {} }) => {
    const target = typeof into === "string" ? document.querySelector(into) : into;
    const { fragment, title } = content(html);
    const fresh = [];
    let shown;
    keepingFocus(() => {
      for (const part of fragment.querySelectorAll("[hx-swap-oob]")) putElsewhere(part, fresh);
      if (select) fragment.replaceChildren(...fragment.querySelectorAll(select));
      shown = put(target, swapStyle, fragment);
    });
    if (title) document.title = title;
    fresh.push(...shown);
    const changed = swapStyle === "outerHTML" ? shown : [target];
    for (const each of changed) tell(each, "afterSwap", detail);
    setTimeout(() => {
      for (const each of fresh) {
        listen(each);
        each.querySelector("[autofocus]")?.focus();
        tell(each, "load");
      }
      for (const each of changed) tell(each, "afterSettle", detail);
    });
  };

  // Asking

  const valuesOf = (element, verb, { values, event }) => {
    const form = element instanceof HTMLFormElement ? element : verb === "POST" ? (element.form ?? element.closest("form")) : null;
    const sent = new FormData(form ?? undefined);
    const pressed = event?.submitter ?? (element.matches("button") ? element : null);
    const add = (named) => {
      for (const name of new Set([...named].map(([each]) => each))) sent.delete(name);
      for (const [name, value] of named) sent.append(name, value);
    };
    if (pressed?.name) add([[pressed.name, pressed.value]]);
    const included = element.getAttribute("hx-include");
    if (included) add([...new FormData(found(element, included))]);
    add(values instanceof FormData ? [...values] : Object.entries({ ...JSON.parse(element.getAttribute("hx-vals")), ...values }));
    return { sent, isFile: form?.enctype === "multipart/form-data" };
  };

  const headersOf = (element, target) => ({
    ...JSON.parse(document.body.getAttribute("hx-headers")),
    "HX-Request": "true",
    ...(element.id && { "HX-Trigger": element.id }),
    ...(target.id && { "HX-Target": target.id }),
  });

  const targetOf = (element) => {
    const named = element.closest("[hx-target]");
    const selector = named?.getAttribute("hx-target");
    if (!named) return element;
    return selector === "this" ? named : found(element, selector);
  };

  const show = (element, detail, { swapStyle, select }) => {
    const { xhr, target } = detail;
    const { status } = xhr;
    if (!tell(element, "beforeOnLoad", detail)) return;
    const to = xhr.getResponseHeader("HX-Redirect");
    detail.leaves = to || xhr.getResponseHeader("HX-Refresh");
    if (detail.leaves) {
      if (to) location.href = to;
      else location.reload();
      return;
    }
    const isError = status >= 400 && !SHOWN.includes(status);
    const swapped = Object.assign(detail, { shouldSwap: status !== 204 && !isError });
    if (!tell(target, "beforeSwap", swapped)) return;
    detail.successful = !isError;
    if (swapped.shouldSwap) {
      const chosen = select ?? swapped.selectOverride ?? said(element, "hx-select");
      const style = swapped.swapOverride ?? swapStyle ?? said(element, "hx-swap") ?? "innerHTML";
      swap(swapped.target, xhr.responseText, { swapStyle: style.split(" ")[0], select: chosen, detail });
    }
    if (isError) tell(element, "responseError", detail);
  };

  // What an element asks before it was answered takes the place of that, is dropped, or waits, the latest alone.
  const isNext = (element, again) => {
    const before = busy.get(element);
    const way = element.getAttribute("hx-sync");
    if (before && way === "this:replace") before.xhr.abort();
    else if (before && way !== "this:drop") before.next = again;
    return !busy.has(element);
  };

  const ask = (element, verb, path, options = {}) =>
    new Promise((resolve, reject) => {
      const target = options.target ? document.querySelector(options.target) : targetOf(element);
      const again = () => ask(element, verb, path, options).then(resolve, reject);
      if (!element.isConnected || !target) return resolve();
      if (!isNext(element, again)) return;
      const { sent, isFile } = valuesOf(element, verb, options);
      const xhr = new XMLHttpRequest();
      const requestConfig = { elt: element, verb: verb.toLowerCase(), path, parameters: Object.fromEntries(sent), triggeringEvent: options.event };
      const detail = { xhr, target, requestConfig };
      const query = isFile ? "" : `${new URLSearchParams(sent)}`;
      const isGet = verb === "GET";
      xhr.open(verb, isGet && query ? `${path}${path.includes("?") ? "&" : "?"}${query}` : path);
      xhr.timeout = LONGEST;
      for (const [name, value] of Object.entries(headersOf(element, target))) xhr.setRequestHeader(name, value);
      if (!tell(element, "beforeRequest", detail)) return resolve();
      const around = [];
      for (let each = element; each; each = each.parentElement) around.push(each);
      const here = () => around.find((each) => each.isConnected);
      const mine = { xhr };
      busy.set(element, mine);
      element.classList.add(BUSY);
      const ended = (outcome, name) => {
        busy.delete(element);
        if (!detail.leaves) element.classList.remove(BUSY);
        tell(here(), "afterRequest", detail);
        if (name) tell(here(), name, detail);
        outcome();
        mine.next?.();
      };
      xhr.addEventListener("load", () => {
        show(element, detail, { swapStyle: options.swap, select: options.select });
        ended(resolve);
      });
      for (const [way, name] of Object.entries({ error: "sendError", timeout: "timeout", abort: "sendAbort" })) {
        xhr.addEventListener(way, () => ended(reject, name));
      }
      if (!isGet && !isFile) xhr.setRequestHeader("Content-Type", "application/x-www-form-urlencoded");
      xhr.send(isGet ? null : isFile ? sent : query);
    });

  // Hearing

  const FIRST = { FORM: "submit", INPUT: "change", SELECT: "change", TEXTAREA: "change" };

  const triggersOf = (element) => (element.getAttribute("hx-trigger") ?? FIRST[element.tagName] ?? "click").split(",").map((each) => each.trim());

  const milliseconds = (time) => (time ? parseFloat(time) * (time.endsWith("ms") ? 1 : 1000) : 0);

  const isOpenedElsewhere = ({ type, ctrlKey, metaKey, shiftKey }) => type === "click" && (ctrlKey || metaKey || shiftKey);

  const hear = (element, run) => {
    let timer;
    for (const trigger of triggersOf(element)) {
      const [name, ...more] = trigger.split(" ");
      const [, from] = trigger.match(/from:(closest \w+)/) ?? [];
      const delay = milliseconds(more.find((each) => each.startsWith("delay:"))?.slice(6));
      const heard = (event) => {
        if (!element.isConnected || isOpenedElsewhere(event)) return;
        if (["submit", "click"].includes(event.type)) event.preventDefault();
        clearTimeout(timer);
        if (delay) timer = setTimeout(run, delay, event);
        else run(event);
      };
      if (name === "load") run();
      else if (name === "every") {
        const again = () => {
          if (!element.isConnected) return;
          run();
          setTimeout(again, milliseconds(more[0]));
        };
        setTimeout(again, milliseconds(more[0]));
      } else (from ? found(element, from) : element).addEventListener(name, heard);
    }
  };

  const listen = (root) => {
    for (const element of [root, ...root.querySelectorAll(ASKS)]) {
      if (!element.matches(ASKS) || asking.has(element)) continue;
      asking.add(element);
      const verb = element.hasAttribute("hx-post") ? "POST" : "GET";
      const path = element.getAttribute(`hx-${verb.toLowerCase()}`);
      hear(element, (event) => ask(element, verb, path, { event }).catch(() => {}));
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    listen(document.body);
    setTimeout(() => tell(document.body, "load"));
  });

  return {
    swap,
    ajax: (verb, path, { source, ...options }) => ask(source, verb, path, options),
    trigger: (selector, name) => tell(document.querySelector(selector), name.replace("htmx:", "")),
  };
})();
