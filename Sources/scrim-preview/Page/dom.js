/** An element with properties and children. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A button in a row of others. */
export function button(words, title, act) {
  const made = element("button", { type: "button", textContent: words, title });
  made.addEventListener("click", act);
  return made;
}

/** A list of which one is chosen: pairs of a value and its words. */
export function choice(pairs, chosen, title, act) {
  const list = element("select", { title }, ...pairs.map(([value, words]) =>
    new Option(words, value, false, value === chosen)));
  list.setAttribute("aria-label", title);
  list.addEventListener("change", () => act(list.value));
  return list;
}
