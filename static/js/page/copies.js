// What a page says, copied for the chat or printed.
(() => {
  const copy = async (button) => {
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // A page opened by plain http has no clipboard; there the text is marked and copied as by hand.
      field.select();
      if (!document.execCommand("copy")) return;
    }
    button.textContent = button.dataset.done;
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-copy]");
    if (button) copy(button);
    if (target.closest("[data-print]")) print();
  });
})();

// Whether this phone trusts the app by https shows as soon as it does; what waits here is recorded before it moves.
(() => {
  const PAUSE = 2000;
  const check = document.querySelector("[data-secure]");
  if (!check) return;
  let waiting, trusted;

  const show = () => {
    check.dataset.state = trusted ? "trusted" : "";
    check.querySelector("[data-not-yet]").hidden = trusted;
    check.querySelector("[data-trusted]").hidden = !trusted || waiting;
    check.querySelector("[data-waiting]").hidden = !trusted || !waiting;
  };

  const look = async () => {
    try {
      await fetch(check.dataset.secure, { mode: "no-cors", cache: "no-store" });
      trusted = true;
    } catch {
      setTimeout(look, PAUSE);
    }
    show();
  };

  document.addEventListener("outbox:change", ({ detail }) => {
    waiting = detail.length > 0;
    show();
  });
  look();
})();
