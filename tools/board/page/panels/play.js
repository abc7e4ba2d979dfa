// The panel of the running game: whose turn, moves, take back, hint, resign, dice, result.
// Not here: the dialog that begins a game.

import { button, el } from "../lib/dom.js";
import { sha256 } from "../state/dice.js";
import { resultText, sideName } from "../wording.js";
import { turnControls } from "./dice.js";
import { movesPanel, walkButtons } from "./moves.js";

function status(app) {
  const { game, referee } = app;
  if (game.over) return resultText(game);
  if (game.mode !== "play") return "This game is a study: play on in Analysis, or begin a game from here.";
  if (referee.paused) return "The game rests.";
  const side = game.side(game.live);
  const name = game.name(side);
  const who = name === "You" ? "Your turn" : name === sideName(side) ? `${name} to move` : `${sideName(side)} to move: ${name}`;
  if (game.rules.dice && !game.live.roll) return `${who}: throw the dice`;
  return referee.thinking ? `${name} thinks…` : who;
}

function diceLine(game) {
  if (!game.rules.dice || game.mode !== "play") return null;
  if (game.dice.by === "hand") return el("p", { class: "quiet", text: "Dice are thrown by hand." });
  const seal = sha256(game.dice.seed);
  return el("details", { class: "seal" }, el("summary", { text: game.over ? "The dice can be checked" : "The dice are sealed" }),
    el("p", { text: `SHA-256 of the seed, told before the first throw: ${seal}` }),
    el("p", { id: "seed", text: game.over ? `Seed: ${game.dice.seed}. Its SHA-256 is the text above, and the throws of each turn follow from it: \`dice ${game.dice.seed}\` in \`tricorn play\` throws the same.` : "The seed is told when the game is over." }));
}

/** Builds the panel. */
export function playPanel(app) {
  const { game, referee } = app;
  const running = referee.running;
  const persons = ["w", "b"].filter((side) => game.players[side].kind === "person").length;
  const enginesTurn = running && game.players[game.side(game.live)].kind === "engine";
  const actions = el("div", { class: "actions" },
    running && game.live.parent && button("Take back", () => referee.takeBack(), { id: "take-back" }),
    running && persons > 0 && !enginesTurn && !app.needsRoll() && button("Hint", () => app.commands.hint(), { id: "hint", title: "h" }),
    enginesTurn && referee.thinking && button("Move now", () => referee.hurry(), { id: "hurry" }),
    running && (persons === 0 || game.clock) && button(referee.paused ? "Go on" : "Pause", () => referee.pause(), { id: "pause" }),
    running && persons === 2 && !game.rules.dice && button("Agree a draw", () => referee.agreeDraw(), { id: "agree" }),
    running && persons > 0 && game.live.parent && button("Resign", () => app.commands.confirmResign(), { id: "resign" }),
    game.over && game.mode === "play" && button("Rematch", () => app.commands.rematch(), { id: "rematch", class: "button main" }),
    game.over && button("Review", () => app.show("review"), { id: "to-review" }),
    button("New game", () => app.commands.newGame(), { id: "new-game", class: running && game.live.parent ? "button" : "button main" }));
  const away = running && game.at !== game.live;
  return [
    el("p", { class: `status${game.over ? " over" : ""}`, id: "status", text: status(app) }),
    app.hinted && el("p", { class: "hint", id: "hint-text", text: app.hinted.text }),
    away && button("Back to the game", () => app.goTo(game.live), { id: "to-live", class: "button main" }),
    turnControls(app),
    movesPanel(app), walkButtons(app), actions, diceLine(game),
  ];
}
