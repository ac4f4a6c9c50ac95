// Elements without markup: what comes from venues is text and stays text.

/** Makes an element. Properties that begin with "on" are listeners; "data" and "aria" are objects. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "data") for (const key in value) made.dataset[key] = value[key];
    else if (name === "aria") for (const key in value) made.setAttribute(`aria-${key}`, value[key]);
    else if (name === "test") made.dataset.test = value;
    else if (name in made && name !== "list") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A name that somebody gave: in its own direction, and cut where it has no end. */
export function named(text, tag = "span") {
  const words = String(text ?? "");
  const shown = words.length > 200 ? `${words.slice(0, 200)}…` : words;
  return element(tag, { className: "name", dir: "auto", title: words.length > 40 ? shown : null }, shown);
}

/** Puts children into an element in the place of those that it has. */
export function fill(parent, ...children) {
  parent.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return parent;
}

/** Sets a text only where it changes, so that nothing is laid out in vain. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Closes the dialog that hears a key, where that is Escape: a browser does that for dialogs alone that nothing stands beside. */
export function closeByEscape(event) {
  if (event.key === "Escape") event.currentTarget.close();
}
