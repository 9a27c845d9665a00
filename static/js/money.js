"use strict";

// The form of a payment says on its button what it records, and asks only what goes together.
(() => {
  const SOME = /^\d+$/;

  const start = (form) => {
    const button = form.querySelector(".button-primary.button-large");
    const plain = button.textContent;
    const chosen = (name) => [...form.querySelectorAll(`[name=${name}]:checked`)];
    const word = (input) => input.closest("label").textContent.trim();
    const boxes = [...form.querySelectorAll("[name=payees]")];

    const amount = () => {
      const [sum] = chosen("sum");
      if (sum && sum.value !== "other") return word(sum);
      const typed = form.elements.amount.value.trim();
      return /^[\d.,]+$/.test(typed) ? form.dataset.zero.replace(/[\d.,]+/, typed) : typed;
    };

    // Who pays is not paid; all, the tong and the house stand alone, and cash goes to one.
    const sort = (changed) => {
      const [payer] = chosen("payer");
      const isCash = chosen("what")[0]?.value === "cash";
      for (const box of boxes) {
        const isPayer = box.value === payer?.value;
        box.closest("label").hidden = isPayer;
        const isOther = changed?.checked && changed.name === "payees" && changed !== box;
        const isAlone = isCash || [box, changed].some((each) => !SOME.test(each?.value));
        if (isPayer || (isOther && isAlone)) box.checked = false;
      }
    };

    // Some languages put a comma before their "and", which no other list here has.
    const lister = new Intl.ListFormat(document.documentElement.lang);
    const listed = (names) =>
      lister.formatToParts(names).map(({ value }) => value.replace(/^, (?=\S)/, " ")).join("");

    const say = () => {
      const [payer] = chosen("payer");
      const payees = chosen("payees");
      const many = payees.length > 1 || payees[0]?.value === "all";
      const said = { payer: payer && word(payer), payees: listed(payees.map(word)), amount: amount() };
      const isWhole = Object.values(said).every(Boolean);
      const sentence = form.dataset[many ? "each" : "one"].replace(/\{(\w+)\}/g, (_all, name) => said[name]);
      button.textContent = isWhole ? sentence : plain;
    };

    form.addEventListener("input", ({ target }) => {
      sort(target);
      say();
      if (target.value === "other") form.elements.amount.focus();
    });
    sort();
    say();
  };

  for (const form of document.querySelectorAll("[data-pay]")) start(form);
})();

// What lies over the page is alone there until it is left.
(() => {
  const over = () => document.querySelector(".over:target") ?? document.querySelector(".over-open");
  const lay = () => {
    const open = over();
    for (const each of document.querySelectorAll("#main > .narrow > :not(.over), .site-header, .site-footer")) {
      each.inert = Boolean(open);
    }
    if (open && !open.contains(document.activeElement)) open.focus();
  };

  addEventListener("hashchange", lay);
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") over()?.querySelector(".button-icon").click();
  });
  addEventListener("click", ({ target }) => {
    if (target.matches(".over")) target.querySelector(".button-icon").click();
  });
  lay();
})();

// The night as a PNG: the drawing with the display face in it, in whole pixels.
(() => {
  const share = document.getElementById("share");
  if (!share) return;
  const said = share.querySelector("[data-sent]");
  const { picture, face, name } = share.dataset;
  let made;

  const encoded = async (address) => {
    const blob = await (await fetch(address)).blob();
    return new Promise((then) => {
      const reader = new FileReader();
      reader.addEventListener("load", () => then(reader.result));
      reader.readAsDataURL(blob);
    });
  };

  const draw = async () => {
    const [svg, font] = await Promise.all([fetch(picture).then((answer) => answer.text()), encoded(face)]);
    const faces = `@font-face{font-family:Piazzolla;font-weight:800;src:url(${font})}
      [font-weight="500"]{font-family:Noto Sans,system-ui,sans-serif}`;
    const drawing = svg.replace(/<svg[^>]*>/, (tag) => `${tag}<style>${faces}</style>`);
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await new Promise((then) => { canvas.toBlob(then, "image/png"); });
    return new File([blob], name, { type: "image/png" });
  };

  const make = () => (made ??= draw());

  const save = (file) => {
    Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name }).click();
    said.textContent = said.dataset.saved;
    said.dataset.sent = name;
  };

  const send = async (isSent) => {
    try {
      const file = await make();
      if (isSent && navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] });
      else save(file);
    } catch (error) {
      if (error.name === "AbortError") return;
      made = undefined;
      said.textContent = said.dataset.failed;
    }
  };

  addEventListener("hashchange", () => {
    if (location.hash === "#share") make().catch(() => { made = undefined; });
  });
  share.addEventListener("click", (event) => {
    const button = event.target.closest("[data-send], [data-save]");
    if (!button) return;
    event.preventDefault();
    send("send" in button.dataset);
  });
})();
