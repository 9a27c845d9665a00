"use strict";

document.addEventListener("htmx:load", ({ target }) => {
  const dealer = target.querySelector("[name=first_dealer]");
  if (!dealer) return;
  const { form, options } = dealer;
  const seats = [...form.querySelectorAll("[list=known-players]")];
  const sitting = (name) =>
    seats.find((seat) => (name || seat.checkVisibility()) && seat.value.trim().toLowerCase() === name.toLowerCase());

  const show = () => {
    for (const known of form.querySelectorAll("[data-names] > *")) known.ariaPressed = !!sitting(known.value);
    seats.forEach((seat, place) => {
      options[place + 1].text = seat.value.trim() || seat.labels[0].textContent;
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
      const deals = dealer.selectedIndex;
      if (deals && deals < 5) dealer.selectedIndex = (deals % 4) + 1;
    }
    show();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !seats.includes(event.target) || !sitting("")) return;
    event.preventDefault();
    sitting("").focus();
  });
  form.addEventListener("input", show);
  show();
});
