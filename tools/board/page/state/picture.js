// The board as a picture: an SVG that needs no style sheet, and a PNG of it.
// Not here: the board on the page.

const SHOWN = ["fill", "stroke", "stroke-width", "color", "opacity", "font-size", "font-weight", "text-anchor", "font-family", "stroke-linecap"];

/** The text of an SVG of the board as it is shown. */
export function boardSvg(board, symbols) {
  const copy = board.cloneNode(true);
  const [from, to] = [[...board.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
  from.forEach((node, at) => {
    const style = getComputedStyle(node);
    for (const name of SHOWN) {
      const value = style.getPropertyValue(name);
      if (value) to[at].setAttribute(name, value);
    }
    if (node.style.transform) to[at].setAttribute("transform", node.style.transform.replaceAll("px", ""));
    to[at].removeAttribute("style");
    to[at].removeAttribute("class");
  });
  copy.querySelectorAll("[data-place]").forEach((node) => node.remove());
  copy.prepend(...[...symbols.querySelectorAll("symbol")].map((node) => node.cloneNode(true)));
  const [, , width, height] = board.getAttribute("viewBox").split(" ");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const name of ["class", "role", "id", "data-shape"]) copy.removeAttribute(name);
  return new XMLSerializer().serializeToString(copy);
}

/** A PNG of an SVG text. */
export async function png(text) {
  const picture = new Image();
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.naturalWidth * 1.5, picture.naturalHeight * 1.5];
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Hands a file to the player. */
export function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
