// The result of a night, read from the fragment of the address: nothing is asked of any server.
const texts = JSON.parse(document.getElementById("texts").textContent);
const language = navigator.languages.map((each) => each.split("-")[0]).find((each) => each in texts) ?? "en";
document.documentElement.lang = language;
for (const each of document.querySelectorAll("[data-text]")) each.textContent = texts[language][each.dataset.text];

const bytes = Uint8Array.from(atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
const night = JSON.parse(new TextDecoder().decode(bytes));
const amount = (cents, sign) =>
  new Intl.NumberFormat(language, {
    style: "currency",
    currency: night.currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: night.digits,
    maximumFractionDigits: night.digits,
    signDisplay: sign,
  }).format(cents / 10 ** night.digits);

const list = (id, rows) => {
  for (const [words, value] of rows) {
    const item = document.createElement("li");
    const [name, sum] = [document.createElement("span"), document.createElement("b")];
    [name.textContent, sum.textContent] = [words, value];
    item.append(name, sum);
    document.getElementById(id).append(item);
  }
};

document.getElementById("title").textContent = night.title;
list("results", night.results.map(([name, cents]) => [name, amount(cents, "exceptZero")]));
list("payments", night.payments.map(([payer, payee, cents]) => [`${payer} → ${payee}`, amount(cents, "auto")]));
document.getElementById("code").textContent = night.code;
