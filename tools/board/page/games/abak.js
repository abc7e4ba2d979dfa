// Abak Evolution: the board of 24 points with columns, bar and trays; its texts, dice, and how points become steps.
// Not here: its rules, which the server knows.

import { svg } from "../lib/dom.js";

const CHECKER = 62;
const POINT = 68;
const MARGIN = 34;
const BAR = 84;
const TRAY = 84;
const GAP = 96;
const COLUMN = 5 * CHECKER;
const WIDTH = 2 * MARGIN + 12 * POINT + BAR + TRAY;
const HEIGHT = 2 * MARGIN + 2 * COLUMN + GAP;
const MIDDLE = MARGIN + 6 * POINT;
const OFF = MIDDLE + BAR + 6 * POINT;

const CLASSES = {
  g: { symbol: "general", name: "General", supply: 1 },
  d: { symbol: "druid", name: "Druid", supply: 1 },
  u: { symbol: "guard", name: "Guard", supply: 2 },
  e: { symbol: "even", name: "Even Wounded", supply: 1 },
  o: { symbol: "odd", name: "Odd Wounded", supply: 1 },
  s: { symbol: "soldier", name: "Soldier", supply: 9 },
};
const ORDER = "gdueos";
const isWhite = (letter) => letter < "a";
const sideName = (side) => (side === "w" ? "White" : "Black");

/** A position text as columns (index: White's number), bar and the rest. */
export function read(position) {
  const [points, side, bar = "-", dice = "-"] = position.split(" ");
  const columns = Array(25).fill("");
  let at = 24;
  for (const item of points.split("/")) {
    if (/^\d/.test(item)) at -= Number(item);
    else if (at > 0) columns[at--] = item;
  }
  return { columns, side, bar: bar === "-" ? "" : bar, dice };
}

/** The text of what `read` gave. */
export function write({ columns, side, bar, dice }) {
  const items = [];
  let run = 0;
  for (let at = 24; at >= 1; at -= 1) {
    if (!columns[at]) run += 1;
    else {
      if (run) items.push(run);
      run = 0;
      items.push(columns[at]);
    }
  }
  if (run) items.push(run);
  const place = (letter) => (isWhite(letter) ? 0 : 10) + ORDER.indexOf(letter.toLowerCase());
  return `${items.join("/")} ${side} ${[...bar].sort((a, b) => place(a) - place(b)).join("") || "-"} ${dice}`;
}

/** The number of a point as a side counts. */
const own = (point, side) => (side === "w" ? point : 25 - point);

/** Left edge of a point, and whether its column grows downward. */
function spot(point, flipped) {
  const shown = flipped ? 25 - point : point;
  const at = shown > 12 ? shown - 13 : 12 - shown;
  return { x: MARGIN + at * POINT + (at < 6 ? 0 : BAR), top: shown > 12 };
}

function checkerAt(point, height, flipped) {
  const { x, top } = spot(point, flipped);
  const inward = CHECKER * height;
  return [x + (POINT - CHECKER) / 2, top ? MARGIN + inward : HEIGHT - MARGIN - CHECKER - inward];
}

/** Whether a side's bar and tray are in the upper half. A side enters opposite to its home. */
const barTop = (side, flipped) => (side === "w") !== flipped;

function barAt(side, index, count, flipped) {
  const step = Math.min(CHECKER, (COLUMN - CHECKER) / Math.max(count - 1, 1));
  const inward = step * index;
  return [MIDDLE + (BAR - CHECKER) / 2, barTop(side, flipped) ? MARGIN + inward : HEIGHT - MARGIN - CHECKER - inward];
}

const trayTop = (side, flipped) => !barTop(side, flipped);
const offCount = ({ columns, bar }, side) => 15 - [...columns.join(""), ...bar].filter((letter) => isWhite(letter) === (side === "w")).length;

/** What is off: its classes, lowest first, since positions do not keep the order. */
function offLetters(board, side) {
  const left = [...board.columns.join(""), ...board.bar].filter((letter) => isWhite(letter) === (side === "w")).map((letter) => letter.toLowerCase());
  return [...ORDER].reverse().flatMap((kind) => Array(Math.max(0, CLASSES[kind].supply - left.filter((letter) => letter === kind).length)).fill(kind));
}

function placeOf(word, side, kinds) {
  if (word === "off") return [`off-${side}`];
  if (word.startsWith("bar")) return word.includes(".") ? [`bar-${side}-${word.slice(4)}`] : kinds.map((kind) => `bar-${side}-${kind}`);
  return [String(own(Number(word), side))];
}

/** The parts of a step: `bar.d/20*` gives from, to, and their numbers. */
function step(word) {
  const [from, to] = word.replace("*", "").split("/");
  return { from, to, high: from.startsWith("bar") ? 25 : Number(from), low: to === "off" ? 0 : Number(to) };
}

/** The die that a step uses, among those that are left. */
function dieOf(word, left) {
  const { high, low } = step(word);
  const far = Math.abs(high - low);
  if (left.includes(far)) return far;
  return left.filter((die) => die > far).sort((a, b) => a - b)[0] ?? left[0];
}

const steps = (move) => {
  const text = move.includes(":") ? move.split(":")[1] : move;
  return text === "pass" ? [] : text.split(",");
};

function pips(die) {
  const [near, mid, far] = [15, 30, 45];
  const all = { 1: [[mid, mid]], 2: [[near, near], [far, far]], 3: [[near, near], [mid, mid], [far, far]], 4: [[near, near], [far, far], [near, far], [far, near]] };
  all[5] = [...all[4], [mid, mid]];
  all[6] = [...all[4], [near, mid], [far, mid]];
  return all[die] ?? [];
}

/** The picture of a die of 60 by 60. */
export function drawDie(die, white, used) {
  return svg("g", { class: `die ${white ? "white" : "black"}${used ? " used" : ""}` },
    svg("rect", { width: 60, height: 60, rx: 12 }),
    pips(die).map(([cx, cy]) => svg("circle", { cx, cy, r: 6 })));
}

export const abak = {
  id: "abak",
  name: "Abak Evolution",
  first: "w",
  dice: true,
  shape: "points",
  size: [WIDTH, HEIGHT],
  start: "ED/OS/3/sssg/1/sus/3/SSUS/ssus/3/SUS/1/SSSG/3/os/ed w - -",
  empty: "24 w - -",
  goal: "You win when you have borne off all 15 checkers. A gammon (the loser has borne off none) is worth 2 points, a backgammon 3.",
  how: [
    "As in backgammon you throw two dice and move a checker by each, from your point 24 to 1; doubles are played four times. Checkers on the bar enter first. Play as many dice as you can.",
    "A point holds at most five checkers, whoever owns them. Only the top one can move. A point belongs to the colour on top; two or more of that colour in a row at the top close it to the enemy. A single one can be hit.",
    "General (star): may also move backward, once a turn, while not all your other checkers are home.",
    "Druid (sickle): on the points 7 to 18 it does not hit a single checker but traps it: the checker stays below it and cannot move until the Druid has left.",
    "Guard (shield): alone on a point it is hit only by an enemy Guard, by the Druid in the middle, or by two enemy checkers that land on it one right after the other.",
    "Wounded: the Even (two dots) moves with 2, 4 and 6 only, the Odd (three dots) with 1, 3 and 5 only. Any number enters them or bears them off.",
    "Soldier (ring): an ordinary checker.",
  ],
  about: "Backgammon whose checkers belong to classes: a General, a Druid, Guards, Wounded and Soldiers.",
  kinds: CLASSES,
  counters: [],

  side: (position) => position.split(" ")[1],

  background(flipped) {
    const field = (x) => svg("rect", { x, y: MARGIN, width: 6 * POINT, height: HEIGHT - 2 * MARGIN, class: "field-half" });
    const nodes = [svg("rect", { width: WIDTH, height: HEIGHT, rx: 10, class: "frame" }), field(MARGIN), field(MIDDLE + BAR),
      svg("rect", { x: MIDDLE + BAR / 2 - 1, y: MARGIN, width: 2, height: HEIGHT - 2 * MARGIN, class: "hinge" })];
    for (let point = 1; point <= 24; point += 1) {
      const { x, top } = spot(point, flipped);
      const [edge, tip] = top ? [MARGIN, MARGIN + COLUMN] : [HEIGHT - MARGIN, HEIGHT - MARGIN - COLUMN];
      nodes.push(svg("path", { d: `M${x + 2} ${edge}H${x + POINT - 2}L${x + POINT / 2} ${tip}Z`, class: point % 2 ? "point odd-point" : "point even-point" }));
      nodes.push(svg("text", { x: x + POINT / 2, y: top ? MARGIN - 11 : HEIGHT - MARGIN + 25, "text-anchor": "middle", class: "coordinate on-frame", text: String(flipped ? 25 - point : point) }));
    }
    for (const side of ["w", "b"]) {
      nodes.push(svg("rect", { x: OFF + 10, y: trayTop(side, flipped) ? MARGIN : HEIGHT - MARGIN - COLUMN, width: TRAY - 14, height: COLUMN, rx: 6, class: "tray" }));
    }
    return nodes;
  },

  places(position, flipped) {
    const board = read(position);
    const places = [];
    const order = Array.from({ length: 24 }, (_, at) => (at < 12 ? 13 + at : 24 - at));
    for (const shown of order) {
      const point = flipped ? 25 - shown : shown;
      const { x, top } = spot(point, flipped);
      places.push({ id: String(point), x, y: top ? MARGIN : HEIGHT - MARGIN - COLUMN, width: POINT, height: COLUMN });
    }
    for (const side of ["w", "b"]) {
      const waiting = [...board.bar].filter((letter) => isWhite(letter) === (side === "w"));
      for (const kind of new Set(waiting.map((letter) => letter.toLowerCase()))) {
        const indices = waiting.flatMap((letter, at) => (letter.toLowerCase() === kind ? [at] : []));
        const all = indices.map((at) => barAt(side, at, waiting.length, flipped));
        const y = Math.min(...all.map(([, each]) => each));
        places.push({ id: `bar-${side}-${kind}`, x: all[0][0], y, width: CHECKER, height: Math.max(...all.map(([, each]) => each)) + CHECKER - y });
      }
      places.push({ id: `off-${side}`, x: OFF + 10, y: trayTop(side, flipped) ? MARGIN : HEIGHT - MARGIN - COLUMN, width: TRAY - 14, height: COLUMN });
    }
    return places;
  },

  pieces(position, flipped) {
    const board = read(position);
    const pieces = [];
    const add = (place, letter, [x, y], size = CHECKER) =>
      pieces.push({ place, symbol: CLASSES[letter.toLowerCase()].symbol, white: isWhite(letter), x: x + 1, y: y + 1, size: size - 2 });
    for (let point = 1; point <= 24; point += 1) {
      [...board.columns[point]].forEach((letter, height) => add(String(point), letter, checkerAt(point, height, flipped)));
    }
    for (const side of ["w", "b"]) {
      const waiting = [...board.bar].filter((letter) => isWhite(letter) === (side === "w"));
      waiting.forEach((letter, at) => add(`bar-${side}-${letter.toLowerCase()}`, letter, barAt(side, at, waiting.length, flipped)));
      offLetters(board, side).forEach((kind, at) => {
        const [column, row] = [at % 2, Math.floor(at / 2)];
        const y = trayTop(side, flipped) ? MARGIN + 6 + row * 36 : HEIGHT - MARGIN - 40 - row * 36;
        add(`off-${side}`, side === "w" ? kind.toUpperCase() : kind, [OFF + 13 + column * 33, y], 34);
      });
    }
    return pieces;
  },

  /** Where the top checker of a place stands; `incoming`: where the next one will. */
  anchor(place, position, flipped, incoming = false) {
    const board = read(position);
    let corner;
    if (place.startsWith("off")) return [OFF + TRAY / 2 + 3, trayTop(place[4], flipped) ? MARGIN + COLUMN / 2 : HEIGHT - MARGIN - COLUMN / 2];
    if (place.startsWith("bar")) corner = barAt(place[4], 0, 1, flipped);
    else {
      const height = board.columns[Number(place)]?.length ?? 0;
      corner = checkerAt(Number(place), Math.min(4, Math.max(0, incoming ? height : height - 1)), flipped);
    }
    return [corner[0] + CHECKER / 2, corner[1] + CHECKER / 2];
  },

  describe(place, position, flipped) {
    const board = read(position);
    if (place.startsWith("off")) return `${sideName(place[4])}'s tray, ${offCount(board, place[4])} off`;
    if (place.startsWith("bar")) return `${sideName(place[4])}'s ${CLASSES[place[6]].name} on the bar`;
    const column = board.columns[Number(place)];
    const words = [...column].map((letter) => `${isWhite(letter) ? "White" : "Black"} ${CLASSES[letter.toLowerCase()].name}`);
    const name = `point ${flipped ? 25 - Number(place) : place}`;
    return words.length ? `${name}, from the bottom: ${words.join(", ")}` : `${name}, empty`;
  },

  ways(next, begun, position) {
    const board = read(position);
    const kinds = [...new Set([...board.bar].filter((letter) => isWhite(letter) === (board.side === "w")).map((letter) => letter.toLowerCase()))];
    return next.flatMap((word) => {
      const { from, to } = step(word);
      const [goal] = placeOf(to, board.side, kinds);
      return placeOf(from, board.side, kinds).map((start) => ({ from: start, to: goal, word }));
    });
  },

  /** The dice of a turn in the order shown: number and whether it is used. */
  diceOf(roll, begun, swapped) {
    if (!roll) return null;
    let dice = [...roll].map(Number).sort((a, b) => b - a);
    if (dice[0] === dice[1]) dice = Array(4).fill(dice[0]);
    else if (swapped) dice.reverse();
    const shown = dice.map((die) => ({ die, used: false }));
    for (const word of begun) {
      const die = dieOf(word, shown.filter((each) => !each.used).map((each) => each.die));
      const used = shown.find((each) => !each.used && each.die === die);
      if (used) used.used = true;
    }
    return shown;
  },

  /** The step that a click on a place plays: that of the first die on show which can. */
  preferred(ways, dice) {
    const left = dice.filter((each) => !each.used).map((each) => each.die);
    for (const die of left) {
      const way = ways.find((each) => dieOf(each.word, left) === die);
      if (way) return way;
    }
    return ways[0] ?? null;
  },

  /** Where dice lie: on the right half for whoever is below. */
  diceCorner: (side, flipped, count, at) => [((side === "w") !== flipped ? MIDDLE + BAR : MARGIN) + 3 * POINT - count * 36 + at * 72 + 6, HEIGHT / 2 - 30],
  drawDie,

  trace(move, before) {
    const side = read(before).side;
    const ways = steps(move).map((word) => {
      const { from, to } = step(word);
      const kinds = [...read(before).bar].filter((letter) => isWhite(letter) === (side === "w")).map((letter) => letter.toLowerCase());
      const start = placeOf(from, side, kinds.length ? kinds : ["s"])[0];
      return [start, placeOf(to, side, [])[0]];
    });
    return { ways, captured: [], dropped: [], places: ways.flat() };
  },

  say(move, before) {
    const who = sideName(read(before).side);
    const [roll] = move.split(":");
    const list = steps(move);
    const dice = /^\d\d$/.test(roll) ? `${who} with ${roll[0]} and ${roll[1]}: ` : `${who}: `;
    if (!list.length) return `${dice}no move`;
    return dice + list.map((word) => {
      const { from, to } = step(word);
      const start = from.startsWith("bar.") ? `bar (${CLASSES[from[4]].name})` : from;
      return `${start} to ${to}${word.endsWith("*") ? ", hits" : ""}`;
    }).join("; ");
  },

  sayRoll: (roll, side) => `${sideName(side)} throws ${roll[0]} and ${roll[1]}`,

  short: (move) => move.replace(":", ": ").replaceAll(",", " "),
  rollOf: (move) => (/^\d\d:/.test(move) ? move.slice(0, 2) : null),
  rollOfText: (position) => /[1-6]{2}$/.exec(position)?.[0] ?? null,
  withRoll: (position, roll) => position.replace(/\S+$/, roll ?? "-"),

  swapSide: (position) => position.replace(/ [wb] /, (text) => (text === " w " ? " b " : " w ")).replace(/\S+$/, "-"),

  tally(position) {
    const board = read(position);
    const of = (side) => {
      let count = 0;
      board.columns.forEach((column, point) => {
        for (const letter of column) if (isWhite(letter) === (side === "w")) count += own(point, side);
      });
      count += 25 * [...board.bar].filter((letter) => isWhite(letter) === (side === "w")).length;
      return { text: `${count} pips, ${offCount(board, side)} off`, count: offCount(board, side) };
    };
    return { w: of("w"), b: of("b") };
  },

  /** Editing: a letter goes on top of a column or on the bar; none takes the top away. */
  put(position, place, letter) {
    const board = read(position);
    if (place.startsWith("bar")) {
      if (letter) board.bar += letter;
      else board.bar = board.bar.replace(place[4] === "w" ? place[6].toUpperCase() : place[6], "");
    } else if (!place.startsWith("off")) {
      const point = Number(place);
      const column = board.columns[point];
      board.columns[point] = letter ? (column.length < 5 ? column + letter : column) : column.slice(0, -1);
    }
    return write(board);
  },

  addToBar(position, letter) {
    const board = read(position);
    return write({ ...board, bar: board.bar + letter });
  },

  letterAt(position, place) {
    if (place.startsWith("bar")) return place[4] === "w" ? place[6].toUpperCase() : place[6];
    return place.startsWith("off") ? null : read(position).columns[Number(place)].at(-1) ?? null;
  },

  palette: Object.entries(CLASSES).flatMap(([letter, { symbol, name }]) => [
    { letter: letter.toUpperCase(), symbol, white: true, label: `White ${name}` },
    { letter, symbol, white: false, label: `Black ${name}` },
  ]),
};
