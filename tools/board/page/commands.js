// What keys, buttons and dialogs of the page do.
// Not here: which key or button does it.

import { close, open } from "./lib/dialog.js";
import { button, el } from "./lib/dom.js";
import { gameOf } from "./games/index.js";
import { helpDialog, settingsDialog } from "./panels/dialogs.js";
import { newGameDialog } from "./panels/new-game.js";
import { notice, say } from "./speaker.js";
import { drawnSeed, thrown } from "./state/dice.js";
import { Game } from "./state/game.js";
import { set } from "./state/settings.js";
import * as storage from "./state/storage.js";
import { scoreText } from "./wording.js";

export class Commands {
  #app;

  constructor(app) {
    this.#app = app;
  }

  walk(where) {
    const { at, tree } = this.#app.game;
    const siblings = at.parent?.children ?? [at];
    const goals = {
      first: tree.root, back: at.parent, on: at.children[0], last: tree.end(at),
      up: siblings[siblings.indexOf(at) - 1], down: siblings[siblings.indexOf(at) + 1],
    };
    if (goals[where] && goals[where] !== at) this.#app.goTo(goals[where]);
  }

  flip() {
    this.#app.game.flipped = !this.#app.game.flipped;
    this.#app.game.changed();
  }

  swapDice() {
    if (this.#app.needsRoll()) this.throwDice();
    else this.#app.entry.swap();
  }

  throwDice() {
    if (!this.#app.needsRoll()) return;
    if (this.#app.view === "play") this.#app.referee.throwDice();
    else this.setRoll(thrown(drawnSeed(), 0, 0, false));
  }

  setRoll(roll) {
    if (this.#app.view === "play") return this.#app.referee.setRoll(roll);
    this.#app.game.at.roll = roll;
    say(this.#app.game.rules.sayRoll(roll, this.#app.game.side()));
    return this.#app.game.changed();
  }

  space() {
    if (this.#app.needsRoll() && !(this.#app.view === "play" && this.#app.game.dice.by === "hand")) this.throwDice();
    else if (this.#app.view === "play" || this.#app.entry.done) this.#app.entry.confirm();
    else this.playBest();
  }

  playBest() {
    const move = this.#app.analyst.report?.node === this.#app.game.at && !this.#app.analyst.threat && this.#app.analyst.report.lines[0]?.pv?.[0];
    if (move) this.#app.play(move);
  }

  escape() {
    this.#app.preview = null;
    this.#app.entry.cancel();
    this.#app.changed();
  }

  focusBoard() {
    this.#app.board.surface.focus();
  }

  hint() {
    const { game } = this.#app;
    const node = game.at;
    if (this.#app.view === "play" && !this.#app.referee.mayMove()) return;
    if (game.rules.dice && !node.roll) return;
    this.#app.hinted = { text: "The engine looks for a hint…", node };
    this.#app.changed();
    this.#app.analyst.ask(game.tree.line(node), (move, info) => {
      if (this.#app.game.at !== node || !move || move.startsWith("(")) return;
      const text = `Hint: ${game.rules.short(move)}${info ? ` (${scoreText(info.score, game.side(node))} for White)` : ""}`;
      this.#app.hinted = { text, move, node };
      say(text);
      this.#app.changed();
    });
  }

  toggleAnalysis() {
    this.#app.analyst.on = !this.#app.analyst.on;
    this.#app.analyst.threat = false;
    storage.save("analyse", this.#app.analyst.on);
    say(this.#app.analyst.on ? "Engine on" : "Engine off");
    this.#app.changed();
  }

  threat() {
    if (this.#app.view === "play") return;
    this.#app.analyst.threat = !this.#app.analyst.threat;
    if (this.#app.analyst.threat) this.#app.analyst.on = true;
    say(this.#app.analyst.threat ? "Threat: the other side to move" : "The side to move again");
    this.#app.changed();
  }

  nextError() {
    const error = this.#app.reviewer.nextError();
    if (!error) return;
    const learning = Boolean(this.#app.reviewer.lesson);
    this.#app.show("review");
    if (learning) this.#app.reviewer.learn(error);
    else this.#app.goTo(error);
  }

  newGame(from = null) {
    newGameDialog((variant) => this.#app.enginesFor(variant), (variant, set) => this.begin(variant, set), from);
  }

  begin(variant, set) {
    this.#app.open(new Game(variant, set));
    this.#app.show("play");
    say(`${gameOf(variant).name}, a new game`);
  }

  rematch() {
    const { game } = this.#app;
    const { w, b } = game.players;
    const dice = game.dice.by === "seed" ? { by: "seed", seed: drawnSeed(), number: 0 } : game.dice;
    const swap = w.kind !== b.kind;
    this.begin(game.variant, { players: swap ? { w: b, b: w } : { w, b }, flipped: swap ? !game.flipped : game.flipped, clock: game.clock, dice, start: game.tree.start });
  }

  confirmResign() {
    open("Resign this game?", el("div", { class: "actions end" },
      button("Play on", close),
      button("Resign", () => {
        close();
        this.#app.referee.resign();
      }, { class: "button main", id: "resign-yes" })));
  }

  playFromHere() {
    const { game } = this.#app;
    this.newGame({ variant: game.variant, position: game.rules.dice ? game.rules.withRoll(game.at.position, game.at.roll) : game.at.position });
  }

  chooseEngine(name) {
    set("engine", name);
    this.#app.changed();
  }

  async copy(text, label) {
    try {
      await navigator.clipboard.writeText(text);
      say(`${label} copied`);
      } catch {
      notice("The browser does not let this page copy. Select the text and copy it yourself.");
    }
  }

  settings() {
    settingsDialog(this.#app);
  }

  help() {
    helpDialog(this.#app);
  }
}
