// A night in the frame of the app, by its own buttons: for browsers that only WebDriver drives.
const [step, done] = arguments;
const root = new URL(document.baseURI);
const frame = () => document.querySelector("iframe")?.contentDocument;
const until = async (found) => {
  for (;;) {
    const each = found();
    if (each) return each;
    await new Promise((later) => setTimeout(later, 100));
  }
};
const one = (selector, words = "") =>
  until(() => [...(frame()?.querySelectorAll(selector) ?? [])].find((each) => each.textContent.trim().startsWith(words)));
const SENDING = ".htmx-request:not([data-live], [data-quiet]), form[aria-busy='true']";
const tap = async (selector, words) => {
  (await one(selector, words)).click();
  await until(() => frame() && !frame().querySelector(SENDING));
};
const hand = (number) => one("h1, h2", `Hand ${number}`);

const record = async (number) => {
  await hand(number);
  await tap("a", "Quick");
  await tap("[name=winner][value='1']");
  await tap("[name=source][value=self_drawn]");
  await tap("[aria-label='Other kings +1']");
  await tap("button", "Review");
  await tap("button", "Record");
  await hand(number + 1);
};

const khanhoo = async () => {
  await tap("a", "Record hand 1");
  await tap("[name=out]");
  for (const meld of ["aces", "sequence", "triplet", "royal_group", "khanhoo"])
    await tap(`.tally:has([name=melds__1__${meld}]) .tally-add`);
  await tap("button", "Review");
  await tap("button", "Record");
  await hand(2);
};

const begin = async (game, names) => {
  await one("main");
  document.querySelector("iframe").src = new URL(`sessions/new/${game}`, root);
  const dealer = await one("[name=first_dealer][value='1']");
  for (const [seat, name] of names.entries()) frame().querySelector(`[name=seat_${seat + 1}]`).value = name;
  dealer.click();
  await tap("button", "Start");
};

const steps = {
  start: async () => {
    document.querySelector("#welcome [data-way=keep]").click();
    await begin("", ["Ana", "Ben", "Carla", "Dan"]);
    await record(1);
  },
  shown: () => hand(2),
  record: () => record(2),
  "shown again": () => hand(3),
  khanhoo: async () => {
    await begin("khanhoo/", ["Ana", "Ben", "Carla"]);
    await khanhoo();
  },
  copy: async () => (await (await fetch(new URL("club/export/json/", root))).json()).sessions.map((each) => each.entries.length),
};
// The address of the page follows that of its frame a moment later.
const place = () => until(() => frame()?.location.pathname === location.pathname && location.href);
steps[step]().then(async (told) => done(Array.isArray(told) ? told : await place()), (error) => done(String(error)));
