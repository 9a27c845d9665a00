// Who sits where on a new night: known names sit down by a tap, and the table turns.
document.addEventListener("htmx:load", ({ target }) => {
  const form = target.querySelector(".new-night");
  if (!form) return;
  const seats = [...form.querySelectorAll("[list=known-players]")];
  const tokens = [...form.querySelectorAll(".seat [name=first_dealer]")];
  const sitting = (name) =>
    seats.find((seat) => (name || older.isShown(seat)) && seat.value.trim().toLowerCase() === name.toLowerCase());

  const show = () => {
    for (const known of form.querySelectorAll("[data-names] > *")) known.setAttribute("aria-pressed", !!sitting(known.value));
    seats.forEach((seat, place) => {
      tokens[place].setAttribute("aria-label", `${seat.value.trim() || seat.labels[0].textContent}: ${tokens[place].dataset.deals}`);
    });
  };

  form.addEventListener("click", (event) => {
    const name = event.target.closest("[data-turn], [data-names] > *")?.value;
    if (name) {
      const seat = sitting(name) ?? sitting("");
      if (seat) seat.value = seat.value.trim() ? "" : name;
      seat?.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (name === "") {
      const [first, ...others] = seats.slice(0, 4);
      for (const seat of others) [first.value, seat.value] = [seat.value, first.value];
      const deals = tokens.findIndex((token) => token.checked);
      if (deals >= 0 && deals < 4) tokens[(deals + 1) % 4].checked = true;
    }
    show();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !seats.includes(event.target)) return;
    event.preventDefault();
    (sitting("") ?? form.querySelector(".dock button")).focus();
  });
  form.addEventListener("input", show);
  show();
});
