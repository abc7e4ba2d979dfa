// The dialog that begins a game: which game, who plays, how strong, clock, dice.
// Not here: the game itself.

import { close, open } from "../lib/dialog.js";
import { button, choice, el, field, select } from "../lib/dom.js";
import { GAMES, gameOf } from "../games/index.js";
import { drawnSeed } from "../state/dice.js";
import { PERSON } from "../state/game.js";
import { load, save } from "../state/storage.js";

const TIMES = [["100", "0.1 s a move"], ["500", "0.5 s a move"], ["1000", "1 s a move"], ["3000", "3 s a move"], ["10000", "10 s a move"], ["30000", "30 s a move"]];
const CLOCKS = [["none", "No clock"], ["1+0", "1 minute"], ["3+2", "3 minutes + 2 s"], ["5+3", "5 minutes + 3 s"], ["10+5", "10 minutes + 5 s"], ["15+10", "15 minutes + 10 s"], ["30+20", "30 minutes + 20 s"], ["60+30", "60 minutes + 30 s"]];
const LEVELS = [[600, "Beginner"], [1000, "Casual"], [1400, "Club player"], [1800, "Strong"], [2200, "Very strong"], [2600, "Master"]];

const USUAL = { variant: "dameo", side: "first", strength: "elo", elo: 1000, limit: "1000", engine: "", engine2: "", elo2: 1000, strength2: "full", clock: "none", dice: "seed", seed: "" };

function strength(wish, engines, key, heading, redraw) {
  const suffix = key;
  const nodes = [
    engines.length > 1 && field("Engine", select(engines.map((name) => [name, name]), wish[`engine${suffix}`] || engines[0], (value) => { wish[`engine${suffix}`] = value; })),
    choice("Strength", `strength${suffix}`, [["elo", "Rated"], ["full", "Full strength"]], wish[`strength${suffix}`], (value) => { wish[`strength${suffix}`] = value; redraw(); }),
  ];
  if (wish[`strength${suffix}`] === "elo") {
    const elo = wish[`elo${suffix}`];
    const name = (value) => `${value} · ${LEVELS.filter(([least]) => value >= least - 200).at(-1)?.[1] ?? "Beginner"}`;
    const text = el("output", { text: name(elo) });
    const input = el("input", { type: "range", id: `elo${suffix}`, min: 400, max: 3000, step: 50, value: elo, "aria-label": `${heading}: rating`, oninput: () => {
      wish[`elo${suffix}`] = Number(input.value);
      text.textContent = name(Number(input.value));
    } });
    nodes.push(el("div", { class: "field" }, el("span", { class: "field-label", text: "Rating" }), input, text));
  }
  return el("section", { class: "strength" }, el("h3", { text: heading }), nodes);
}

/** Opens the dialog; `begin(variant, set)` starts what was chosen. `start` is a position to begin in. */
export function newGameDialog(enginesFor, begin, from = null) {
  const wish = { ...USUAL, ...load("new-game", {}), ...(from ? { variant: from.variant } : {}) };
  const draw = () => {
    const game = gameOf(wish.variant);
    const engines = enginesFor(wish.variant);
    const [one, two] = game.first === "w" ? ["White", "Black"] : ["Black", "White"];
    const focus = document.activeElement?.id || document.activeElement?.value;
    const dialog = open(from ? "Play from this position" : "New game", el("form", { method: "dialog", class: "new-game", onsubmit: (event) => {
      event.preventDefault();
      start();
    } },
      !from && choice("Game", "variant", GAMES.map(({ id, name }) => [id, name]), wish.variant, (value) => { wish.variant = value; draw(); }),
      el("p", { class: "quiet", text: `${game.about} The rules stand under Help.` }),
      choice("You play", "side", [["first", `${one} (first)`], ["second", two], ["random", "Either"], ["both", "Both sides"], ["none", "Watch engines"]], wish.side, (value) => { wish.side = value; draw(); }),
      wish.side !== "both" && strength(wish, engines, "", wish.side === "none" ? one : "Opponent", draw),
      wish.side === "none" && strength(wish, engines, "2", two, draw),
      el("div", { class: "row-fields" },
        field("Clock", select(CLOCKS, wish.clock, (value) => { wish.clock = value; draw(); }, { id: "clock" })),
        wish.side !== "both" && wish.clock === "none" && field("Engine's time", select(TIMES, wish.limit, (value) => { wish.limit = value; }, { id: "limit" }))),
      game.dice && choice("Dice", "dice", [["seed", "Thrown here, sealed"], ["hand", "Thrown by hand"]], wish.dice, (value) => { wish.dice = value; draw(); }),
      game.dice && wish.dice === "seed" && field("Seed", el("input", { type: "text", inputmode: "numeric", pattern: "[0-9]{1,20}", placeholder: "drawn by chance", value: wish.seed, oninput: (event) => { wish.seed = event.target.value; } }), "Leave it empty unless you want the same dice as in another game."),
      el("div", { class: "actions end" }, button("Cancel", close), el("button", { type: "submit", class: "button main", id: "start-game" }, "Start"))));
    const again = focus && (dialog.querySelector(`#${CSS.escape(focus)}`) ?? dialog.querySelector(`[value="${CSS.escape(focus)}"]`));
    again?.focus();
  };
  const start = () => {
    const seed = /^\d{1,20}$/.test(wish.seed) && BigInt(wish.seed) < 2n ** 64n ? wish.seed : drawnSeed();
    save("new-game", { ...wish, seed: "" });
    close();
    const { first } = gameOf(wish.variant);
    const second = first === "w" ? "b" : "w";
    const engines = enginesFor(wish.variant);
    const engine = (key) => ({
      kind: "engine", engine: wish[`engine${key}`] && engines.includes(wish[`engine${key}`]) ? wish[`engine${key}`] : engines[0],
      elo: wish[`strength${key}`] === "elo" ? wish[`elo${key}`] : null, limit: { kind: "movetime", value: Number(wish.limit) },
    });
    const mine = wish.side === "random" ? (Math.random() < 0.5 ? first : second) : wish.side === "second" ? second : first;
    const players = { [mine]: wish.side === "none" ? engine(mine === first ? "" : "2") : PERSON };
    const theirs = mine === "w" ? "b" : "w";
    players[theirs] = wish.side === "both" ? PERSON : engine(wish.side === "none" ? "2" : "");
    const [minutes, seconds] = wish.clock.split("+").map(Number);
    begin(wish.variant, {
      players, flipped: mine === "b", start: from?.position,
      clock: wish.clock === "none" ? null : { base: minutes * 60000, increment: seconds * 1000 },
      dice: { by: wish.dice, seed, number: 0 },
    });
  };
  draw();
}
