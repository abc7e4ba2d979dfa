// Elements: builds HTML and SVG nodes without markup text, so that nothing a player types is ever read as markup.
// Not here: what is built.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element. `on...` attributes are listeners, `text` is the content. */
export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export const byId = (id) => document.getElementById(id);

/** A button that looks the same everywhere. */
export function button(label, onclick, attributes = {}) {
  return el("button", { type: "button", class: "button", ...attributes, onclick }, label);
}

/** A label with its field. */
export function field(label, input, hint) {
  return el("label", { class: "field" }, el("span", { class: "field-label", text: label }), input, hint && el("small", { text: hint }));
}

/** A select; `options` are pairs of value and label. */
export function select(options, value, onchange, attributes = {}) {
  const node = el("select", { ...attributes, onchange: () => onchange(node.value) },
    options.map(([id, label]) => el("option", { value: id, text: label })));
  node.value = value;
  return node;
}

/** A check box with its label. */
export function check(label, checked, onchange, attributes = {}) {
  const input = el("input", { type: "checkbox", ...attributes, checked, onchange: () => onchange(input.checked) });
  return el("label", { class: "check" }, input, el("span", { text: label }));
}

/** A group of radio buttons drawn as one bar; `options` are pairs of value and label. */
export function choice(legend, name, options, value, onchange) {
  return el("fieldset", { class: "choice" }, el("legend", { text: legend }),
    el("div", { class: "choice-bar" }, options.map(([id, label]) => {
      const input = el("input", { type: "radio", name, value: id, checked: id === value, onchange: () => onchange(id) });
      return el("label", { "data-choice": `${name}-${id}` }, input, el("span", { text: label }));
    })));
}
