"use strict";

// Of the tong and of a debt only what the way that was chosen needs, on browsers whose style sheets cannot say so (books.css).
(() => {
  const unused = (form, way) => {
    if (form.matches(".paying-debt")) return way === "forgiven" ? "" : "reason";
    if (way === "percent") return "amount";
    return way === "none" ? "amount percent coin" : "percent coin";
  };

  const show = (form) => {
    const names = unused(form, form.elements.way.value).split(" ");
    for (const part of form.querySelectorAll(".field, .choice")) part.hidden = names.includes(part.querySelector("[name]").name);
  };

  for (const form of CSS.supports("selector(:has(a))") ? [] : document.querySelectorAll(".tong, .paying-debt")) {
    form.addEventListener("change", () => show(form));
    show(form);
  }
})();
