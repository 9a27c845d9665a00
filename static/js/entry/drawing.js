// What is drawn of cards as they are tapped
globalThis.cuajoDrawing = (() => {
  const element = (tag, className, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    made.className = className;
    for (const [name, content] of Object.entries(attributes)) made.setAttribute(name, content);
    made.append(...children);
    return made;
  };

  const textButton = (words, act, attributes = {}) => {
    const button = element("button", "button button-quiet", { type: "button", ...attributes }, words);
    button.addEventListener("click", act);
    return button;
  };

  // A meld is a strip of number over suit, cut from the same sprite as the key.
  const strip = (key, kind) => {
    if (!key) return element("span", "badge", {}, kind);
    const face = key.cloneNode(true);
    face.classList.replace("card-key", "card-strip");
    face.setAttribute("viewBox", "0 0 62 106");
    const cut = face.querySelector("use");
    cut.setAttribute("href", cut.getAttribute("href").replace("#key-", "#strip-"));
    return face;
  };

  return { element, textButton, strip };
})();
