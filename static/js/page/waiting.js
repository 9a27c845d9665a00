// What waits in the outbox is always in sight: how many acts, each with what can be done about it, and at the table
// what the results come to with it.
// Only Filipino counts twelve hours, as cuajo_site/formats does.
globalThis.timeOfDay = (at) => {
  const language = document.documentElement.lang;
  return at.toLocaleTimeString(language, { timeStyle: "short", hourCycle: language === "fil" ? "h12" : "h23" });
};

(() => {
  const bar = () => document.getElementById("waiting");
  const main = () => document.getElementById("main");
  const template = () => document.getElementById("waiting-act").content.firstElementChild;

  const told = (count) => {
    const { one, many } = bar().dataset;
    return count === 1 ? one : many.replace("2", count);
  };

  const stateOf = (act) => {
    const { waits, refused, unknown } = bar().dataset;
    return [act.refused ? refused : waits, act.unknown ? unknown : ""].filter(Boolean).join(" ");
  };

  // The page it is shown on may lack what its form needs; without that it is a plain form.
  const load = (src) =>
    new Promise((ready) => {
      const script = Object.assign(document.createElement("script"), { src, onload: ready, onerror: ready });
      document.head.append(script);
    });

  const complete = async ({ scripts }) => {
    const here = [...document.scripts].map(({ src }) => src);
    for (const src of scripts ?? []) if (!here.includes(src)) await load(src);
    main().dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
  };

  const show = (act) => {
    bar().open = false;
    if (act.refused || !act.form) {
      document.dispatchEvent(new CustomEvent("outbox:look", { detail: act }));
      return;
    }
    main().outerHTML = `<main id="main" class="page" tabindex="-1">${act.form}</main>`;
    globalThis.htmx?.process(main());
    main().dispatchEvent(new CustomEvent("htmx:afterSettle", { bubbles: true }));
    complete(act);
  };

  // The second tap drops: one that slipped must not.
  const drop = (button, act) => {
    if (button.dataset.sure === undefined) {
      button.dataset.sure = "";
      button.textContent = button.dataset.again;
    } else outbox.drop(act.key);
  };

  const drawn = (act) => {
    const line = template().cloneNode(true);
    const part = (name) => line.querySelector(`[data-${name}]`);
    part("title").textContent = act.title;
    part("at").textContent = timeOfDay(new Date(act.at));
    part("state").textContent = stateOf(act);
    part("said").replaceChildren(...act.said.map((each) => Object.assign(document.createElement("li"), { textContent: each })));
    part("look").addEventListener("click", () => show(act));
    part("drop").addEventListener("click", ({ target }) => drop(target, act));
    return line;
  };

  // At the table: the results with what waits, as far as the server said what it comes to

  const written = (cents, { digits, point, thousands }) => {
    const [whole, minor] = (Math.abs(cents) / 10 ** digits).toFixed(digits).split(".");
    const mark = cents < 0 ? "−" : cents > 0 ? "+" : "";
    return mark + whole.replace(/\B(?=(\d{3})+$)/g, thousands) + (minor ? `${point}${minor}` : "");
  };

  const addUp = (acts) => {
    const table = document.querySelector("[data-table][data-night]");
    for (const old of document.querySelectorAll("[data-pending]")) old.remove();
    if (!table) return;
    const { pendingText, pendingUnknown } = bar().dataset;
    const waiting = acts.filter(({ night, refused }) => night === table.dataset.night && !refused);
    for (const seat of table.querySelectorAll("[data-result]")) {
      const known = waiting.flatMap(({ changes }) => changes).filter(([number]) => number === seat.dataset.seat);
      const sum = known.reduce((cents, [, more]) => cents + more, Number(seat.dataset.result));
      const said = known.length ? [pendingText.replace("0", written(sum, table.dataset))] : [];
      if (waiting.some(({ unknown }) => unknown)) said.push(pendingUnknown);
      if (!said.length) continue;
      const line = Object.assign(document.createElement("p"), { className: "seat-pending", textContent: said.join(" + ") });
      line.dataset.pending = "";
      seat.querySelector(".amount")?.after(line);
    }
  };

  let latest = [];

  // What is on its way for the first time does not wait yet.
  const waits = ({ tried, claim }) => tried || !claim;

  const looks = (acts) => acts.map(({ at, refused, unknown }) => [at, refused, unknown]).join();

  // That it was tried once more changes nothing, and must not take away the button that somebody is at.
  const draw = ({ detail }) => {
    const before = looks(latest);
    latest = detail.filter(waits);
    bar().hidden = !latest.length;
    if (looks(latest) !== before) {
      bar().querySelector("summary").textContent = told(latest.length);
      bar().querySelector("ul").replaceChildren(...latest.map(drawn));
    }
    addUp(latest);
  };

  // Storage that is only lent may be deleted when the phone runs out of room; only a secure context can ask for more.
  const askForRoom = async () => {
    const promised = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
    bar().querySelector("[data-not-promised]").hidden = promised;
  };

  document.addEventListener("outbox:change", draw);
  bar().addEventListener("toggle", askForRoom);
  for (const news of ["htmx:oobAfterSwap", "htmx:afterSettle"]) document.addEventListener(news, () => addUp(latest));
})();
