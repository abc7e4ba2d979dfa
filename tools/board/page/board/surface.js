// The drawn board: layers of field, marks, pieces and arrows, and places that can be pressed, focused and dragged.
// Not here: what a press means, and where things stand, which the game says.

import { svg } from "../lib/dom.js";

const DRAG = 6;

function arrowPath([x1, y1], [x2, y2], width) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(width * 2.6, length * 0.6);
  const [bx, by] = [x2 - ux * head, y2 - uy * head];
  const [px, py] = [-uy, ux];
  const half = width / 2;
  const wing = width * 1.3;
  const point = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return `M${point(x1 + px * half, y1 + py * half)}L${point(bx + px * half, by + py * half)}L${point(bx + px * wing, by + py * wing)}L${point(x2, y2)}` +
    `L${point(bx - px * wing, by - py * wing)}L${point(bx - px * half, by - py * half)}L${point(x1 - px * half, y1 - py * half)}Z`;
}

export class Surface {
  #root;
  #field = svg("g", { class: "layer-field" });
  #marks = svg("g", { class: "layer-marks" });
  #labels = svg("g", { class: "layer-labels", "aria-hidden": "true" });
  #pieces = svg("g", { class: "layer-pieces" });
  #dice = svg("g", { class: "layer-dice" });
  #arrows = svg("g", { class: "layer-arrows" });
  #places = svg("g", { class: "layer-places" });
  #shown = [];
  #spots = new Map();
  #fieldKey = "";
  #focus = null;
  #drag = null;
  #list = [];
  #free = false;
  /** Called with the place that was pressed, and with both ends of a drag. */
  onpress = () => {};
  onpick = () => {};
  ondrop = () => {};
  oncancel = () => {};
  onhover = () => {};
  ondice = () => {};

  constructor(label) {
    this.#root = svg("svg", { class: "board", role: "group", "aria-label": label, id: "board" },
      this.#field, this.#marks, this.#labels, this.#pieces, this.#dice, this.#places, this.#arrows);
    this.#root.addEventListener("keydown", (event) => this.#key(event));
    this.#root.addEventListener("pointerdown", (event) => this.#down(event));
    this.#root.addEventListener("pointermove", (event) => this.#move(event));
    this.#root.addEventListener("pointerup", (event) => this.#up(event));
    this.#root.addEventListener("pointercancel", () => this.#endDrag());
    this.#root.addEventListener("pointerover", (event) => this.onhover(this.#placeOf(event.target)));
    this.#root.addEventListener("pointerleave", () => this.onhover(null));
    // Whoever points keeps the arrow keys for the moves; they walk over the board for whoever came by keys.
    this.#root.addEventListener("mousedown", (event) => {
      event.preventDefault();
      document.activeElement?.blur?.();
    });
    // Screen readers press by a click that no pointer made.
    this.#root.addEventListener("click", (event) => {
      const place = this.#placeOf(event.target);
      if (place && event.detail === 0) this.onpress(place);
    });
  }

  get node() {
    return this.#root;
  }

  /**
   * Draws a view: `game`, `position`, `flipped`; `states` of places and `marks` on them; `captured` places; `dice`; `arrows`;
   * `animate`; `free` if every place can be pressed.
   */
  show(view) {
    const { game, position, flipped } = view;
    this.#free = Boolean(view.free);
    const key = `${game.id}${flipped}`;
    if (key !== this.#fieldKey) {
      this.#fieldKey = key;
      this.#root.setAttribute("viewBox", `0 0 ${game.size.join(" ")}`);
      this.#root.setAttribute("data-shape", game.shape);
      const nodes = game.background(flipped);
      const [labels, field] = [true, false].map((wish) => nodes.filter((node) => (node.tagName === "text") === wish));
      this.#field.replaceChildren(...field);
      this.#labels.replaceChildren(...labels);
      this.#places.replaceChildren();
      this.#spots.clear();
    }
    this.#showPlaces(game.places(position, flipped), view);
    this.#showMarks(view);
    this.#showPieces(game.pieces(position, flipped), view.animate, new Set(view.captured));
    this.#showDice(view);
    this.#showArrows(view);
  }

  #showPlaces(places, view) {
    const ids = new Set(places.map((place) => place.id));
    const focused = this.#spots.get(this.#focus)?.matches(":focus");
    for (const [id, node] of this.#spots) {
      if (ids.has(id)) continue;
      node.remove();
      this.#spots.delete(id);
    }
    this.#list = places;
    for (const { id, x, y, width, height } of places) {
      let node = this.#spots.get(id);
      if (!node) {
        node = svg("rect", { class: "place", role: "button", "data-place": id, rx: 4 }, view.game.shape === "points" && svg("title", {}));
        node.addEventListener("focus", () => this.#setFocus(id));
        this.#spots.set(id, node);
        this.#places.append(node);
      }
      for (const [name, value] of Object.entries({ x, y, width, height })) node.setAttribute(name, value);
      const states = view.states.get(id) ?? [];
      // Columns of classes are told to eyes too, when the pointer rests.
      if (node.firstChild) node.firstChild.textContent = view.game.describe(id, view.position, view.flipped);
      node.setAttribute("aria-label", [view.game.describe(id, view.position, view.flipped), ...states].join(", "));
      node.setAttribute("data-state", states.join(" "));
      node.classList.toggle("live", states.length > 0);
    }
    if (!this.#spots.has(this.#focus)) this.#focus = places.at(-8)?.id ?? places[0].id;
    for (const [id, node] of this.#spots) node.setAttribute("tabindex", id === this.#focus ? "0" : "-1");
    // A place of the bar may go while it has the focus.
    if (focused) this.focus();
  }

  #setFocus(id) {
    this.#spots.get(this.#focus)?.setAttribute("tabindex", "-1");
    this.#focus = id;
    this.#spots.get(id)?.setAttribute("tabindex", "0");
    this.onhover(id);
  }

  focus(id = this.#focus) {
    this.#spots.get(id)?.focus();
  }

  #showMarks({ game, position, flipped, marks }) {
    const nodes = [];
    const places = new Map(this.#list.map((place) => [place.id, place]));
    for (const { place, kind } of marks) {
      const box = places.get(place);
      if (!box) continue;
      if (kind === "goal") {
        const [cx, cy] = game.anchor(place, position, flipped, true);
        nodes.push(svg("circle", { cx, cy, r: game.shape === "squares" ? 17 : 13, class: "mark goal" }));
      } else if (kind === "source") {
        const [cx, cy] = game.anchor(place, position, flipped);
        nodes.push(svg("circle", { cx, cy, r: game.shape === "squares" ? 43 : 33, class: "mark source" }));
      } else if (kind === "captured") {
        const [x, y] = game.anchor(place, position, flipped);
        nodes.push(svg("path", { d: `M${x - 28} ${y - 28}L${x + 28} ${y + 28}M${x + 28} ${y - 28}L${x - 28} ${y + 28}`, class: "mark cross" }));
      } else {
        nodes.push(svg("rect", { x: box.x, y: box.y, width: box.width, height: box.height, class: `mark ${kind}` }));
      }
    }
    this.#marks.replaceChildren(...nodes);
  }

  /** Moves pieces that are the same as before, so that the change can be seen. */
  #showPieces(wanted, animate, captured) {
    const free = [...this.#shown];
    const take = (test) => {
      const at = free.findIndex(test);
      return at < 0 ? null : free.splice(at, 1)[0];
    };
    const same = (one, piece) => one.symbol === piece.symbol && one.white === piece.white;
    const shown = wanted.map((piece) => ({ piece, old: take((one) => same(one, piece) && one.x === piece.x && one.y === piece.y) }));
    // The nearest of the same kind has moved; a piece that changed its kind has moved too.
    for (const entry of shown) {
      if (entry.old) continue;
      const near = free.filter((one) => one.white === entry.piece.white).sort((a, b) =>
        (same(b, entry.piece) - same(a, entry.piece)) || Math.hypot(a.x - entry.piece.x, a.y - entry.piece.y) - Math.hypot(b.x - entry.piece.x, b.y - entry.piece.y))[0];
      if (near) entry.old = take((one) => one === near);
    }
    for (const one of free) one.node.remove();
    this.#root.classList.toggle("still", !animate);
    this.#shown = shown.map(({ piece, old }) => {
      const node = old?.node ?? svg("g", {}, svg("ellipse", { class: "shade", cx: 50, cy: 56, rx: 43, ry: 41 }), svg("use", {}));
      const one = { ...piece, node };
      if (!old) this.#pieces.append(node);
      node.setAttribute("class", `piece ${piece.white ? "white" : "black"}${captured.has(piece.place) ? " doomed" : ""}`);
      node.setAttribute("data-at", piece.place);
      const use = node.lastChild;
      if (use.getAttribute("href") !== `#${piece.symbol}`) use.setAttribute("href", `#${piece.symbol}`);
      use.setAttribute("width", 100);
      use.setAttribute("height", 100);
      node.style.transform = `translate(${piece.x}px, ${piece.y}px) scale(${piece.size / 100})`;
      if (old && (old.x !== piece.x || old.y !== piece.y)) this.#pieces.append(node);
      return one;
    });
    // In a column the one above lies above.
    if (this.#shown.length) {
      const moved = new Set(this.#shown.filter((one) => one.node.parentNode !== this.#pieces));
      if (moved.size) this.#pieces.append(...[...moved].map((one) => one.node));
    }
  }

  #showDice({ game, dice, flipped, position, diceSide }) {
    if (!dice) return this.#dice.replaceChildren();
    const side = diceSide ?? game.side(position);
    this.#dice.replaceChildren(...dice.map(({ die, used }, at) => {
      const [x, y] = game.diceCorner(side, flipped, dice.length, at);
      const node = game.drawDie(die, side === "w", used);
      node.setAttribute("transform", `translate(${x} ${y})`);
      node.addEventListener("pointerdown", (event) => event.stopPropagation());
      node.addEventListener("click", () => this.ondice());
      return node;
    }));
  }

  #showArrows({ game, position, flipped, arrows }) {
    this.#arrows.replaceChildren(...arrows.flatMap(({ way, kind, width = 14 }) =>
      way.slice(1).map((to, at) => {
        const from = game.anchor(way[at], position, flipped);
        const goal = game.anchor(to, position, flipped, game.shape === "points");
        return svg("path", { d: arrowPath(from, goal, width), class: `arrow ${kind}` });
      })));
  }

  #placeOf(target) {
    return target?.closest?.("[data-place]")?.getAttribute("data-place") ?? null;
  }

  #at(event) {
    const place = this.#placeOf(document.elementFromPoint(event.clientX, event.clientY));
    return this.#spots.has(place) ? place : null;
  }

  #down(event) {
    if (event.button !== 0) return;
    const place = this.#placeOf(event.target);
    if (!place) return;
    this.#drag = { place, x: event.clientX, y: event.clientY, moved: false, pointer: event.pointerId, node: null };
    this.#setFocus(place);
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG) return;
    if (!drag.moved) {
      drag.moved = true;
      if (!this.onpick(drag.place)) {
        this.#drag = null;
        return;
      }
      this.#root.setPointerCapture?.(event.pointerId);
      const top = this.#shown.filter((one) => one.place === drag.place).at(-1);
      drag.one = top;
      top?.node.classList.add("dragged");
      if (top) this.#pieces.append(top.node);
    }
    if (!drag.one) return;
    const matrix = this.#root.getScreenCTM().inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const { size } = drag.one;
    drag.one.node.style.transform = `translate(${at.x - size / 2}px, ${at.y - size / 2}px) scale(${size / 100})`;
  }

  #up(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.#endDrag();
    const goal = this.#at(event);
    if (!drag.moved) this.onpress(drag.place);
    else if (goal && goal !== drag.place) this.ondrop(drag.place, goal);
    else this.oncancel();
  }

  #endDrag() {
    const one = this.#drag?.one;
    this.#drag = null;
    if (!one) return;
    one.node.classList.remove("dragged");
    one.node.style.transform = `translate(${one.x}px, ${one.y}px) scale(${one.size / 100})`;
  }

  #key(event) {
    const place = this.#placeOf(event.target);
    if (!place || event.altKey || event.ctrlKey || event.metaKey) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter" || event.key === " ") {
      // On a place that nothing can be done with the keys are free for the page.
      if (!this.#spots.get(place).getAttribute("data-state") && !this.#free) return;
      this.onpress(place);
    } else if (ways[event.key]) {
      const next = this.#neighbour(place, ways[event.key]);
      if (next) this.#spots.get(next).focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest place in a direction. */
  #neighbour(id, [dx, dy]) {
    const centre = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const [x, y] = centre(this.#list.find((place) => place.id === id));
    let best = null;
    for (const place of this.#list) {
      const [px, py] = centre(place);
      const ahead = (px - x) * dx + (py - y) * dy;
      const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (ahead < 1) continue;
      const far = ahead + 4 * aside;
      if (!best || far < best.far) best = { far, id: place.id };
    }
    return best?.id ?? null;
  }
}
