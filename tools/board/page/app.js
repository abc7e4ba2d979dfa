// The application: the game on the board, the view beside it, what the rules say, and the drawing of it all.
// Not here: what keys and buttons do (commands), and the start (main).

import { Analyst } from "./analyst.js";
import { BoardView } from "./board/view.js";
import { Commands } from "./commands.js";
import { Editor } from "./editor.js";
import { Entry } from "./entry.js";
import { Importer } from "./importer.js";
import { byId } from "./lib/dom.js";
import { GameLoader } from "./loader.js";
import { Matches } from "./matches.js";
import { get } from "./net/api.js";
import { Rules } from "./net/rules.js";
import { VIEWS } from "./panels/index.js";
import { redrawMoves } from "./panels/moves.js";
import { Referee } from "./referee.js";
import { Reviewer } from "./reviewer.js";
import { connection, engineLost, notice, say } from "./speaker.js";
import { Game } from "./state/game.js";
import { settings } from "./state/settings.js";
import * as storage from "./state/storage.js";
import { Variations } from "./variations.js";
import { resultText } from "./wording.js";

export class App {
  view = "play";
  rules = new Rules();
  entry = new Entry(this.rules);
  commands = new Commands(this);
  loader = new GameLoader(this);
  importer = new Importer(this);
  variations = new Variations(this);
  matches = new Matches(this);
  engines = ["tricorn"];
  /** The games of each engine by its name; none: it does not say. */
  plays = new Map();
  /** What is shown instead of the game for a moment: `{ hold, position, before, move }`. */
  preview = null;
  editor = null;
  /** A hint: `{ text, move, node }`. */
  hinted = null;
  /** Where turns go while a player looks for a better move. */
  trial = null;
  #drawn = 0;
  #held = false;

  constructor() {
    this.referee = new Referee(this);
    this.analyst = new Analyst(this);
    this.reviewer = new Reviewer(this);
    this.board = new BoardView(this);
    byId("panel").addEventListener("pointerdown", () => { this.#held = true; });
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => {
        if (!this.#held) return;
        // The click comes after this.
        setTimeout(() => {
          this.#held = false;
          this.changed();
        });
      });
    }
    this.entry.onchange = () => this.changed();
    this.entry.onsay = say;
    this.entry.oncommit = (move) => this.play(move);
    this.rules.onconnected = (there) => connection(there, () => this.rules.retry());
  }

  say = say;
  notice = notice;
  resultText = resultText;

  async listEngines() {
    try {
      const { engines, default: usual } = await get("engines");
      const names = engines.map(({ name }) => name);
      if (names.length) this.engines = [usual ?? names[0], ...names.filter((name) => name !== (usual ?? names[0]))];
      this.plays = new Map(engines.map(({ name, variants }) => [name, variants ?? []]));
    } catch {
      // The program's own engine is always there.
    }
    this.changed();
  }

  /** The engines that play a game. */
  enginesFor(variant) {
    const names = this.engines.filter((name) => !this.plays.get(name)?.length || this.plays.get(name).includes(variant));
    return names.length ? names : this.engines;
  }

  engineName() {
    const names = this.enginesFor(this.game.variant);
    return names.includes(settings.engine) ? settings.engine : names[0];
  }

  /** Puts a game on the board; `held` if this tab has it already. */
  /** Puts a game on the board. */
  async open(game, held = false) {
    this.game?.save();
    if (!held) await this.loader.hold(game.id);
    this.game = game;
    storage.tab.set(game.id);
    this.preview = this.editor = this.hinted = null;
    game.on("change", () => this.changed());
    if (!game.save()) notice("The browser has no room left for games. Delete some under Games, or this one will be lost on reload.");
    if (!held) Game.tidy(game.id);
    if (this.view === "editor") this.edit();
    this.referee.changeGame();
    this.changed();
    const path = game.tree.path(game.at);
    for (const node of path) await this.learn(node);
    this.changed();
  }

  // What the rules say.

  /** Asks the rules for the position and the end of a node, once. */
  async learn(node) {
    if (node.status) return node;
    node.learning ??= this.#ask(node);
    await node.learning;
    return node;
  }

  async #ask(node) {
    const { game } = this;
    const line = game.tree.line(node, false);
    try {
      const [position, result, reason, points] = await Promise.all(["position", "result", "reason", "points"].map((what) => this.rules.ask(line, what)));
      node.position = position;
      const { first } = game.rules;
      const winner = result === "p1win" ? first : result === "p2win" ? (first === "w" ? "b" : "w") : null;
      node.status = { over: result !== "none", winner, points: Number(points) || 0, reason };
      this.changed();
    } finally {
      node.learning = null;
    }
  }

  // Turns.

  get editing() {
    return this.view === "editor" ? this.editor?.position ?? null : null;
  }

  press(place) {
    if (this.view === "editor") this.editor.press(place);
    else if (!this.preview) this.entry.press(place);
  }

  pick(place) {
    return this.view === "editor" ? this.editor.pick(place) : this.entry.pick(place);
  }

  drop(from, to) {
    if (this.view === "editor") this.editor.drop(from, to);
    else this.entry.drop(from, to);
  }

  /** Plays a whole turn where one looks: in the game, in a lesson, or as a variation. */
  async play(move) {
    const { game } = this;
    this.hinted = null;
    if (this.view === "play") return this.referee.play(move);
    if (this.trial) return this.trial(move);
    const before = game.at;
    const node = game.tree.add(before, move);
    await this.learn(node);
    if (game !== this.game) return;
    game.at = node;
    if (game.mode === "study" && game.live === before) game.live = node;
    this.say(game.rules.say(move, before.position, node.position));
    if (node.status.over) this.say(this.endText(node));
    game.changed();
  }

  endText(node) {
    return resultText({ over: node.status });
  }

  goTo(node) {
    this.preview = null;
    this.hinted = null;
    this.analyst.threat = false;
    this.game.go(node);
    this.learn(node);
    if (node.move && node.parent.position && node.position) this.say(this.game.rules.say(node.move, node.parent.position, node.position));
    else if (!node.move) this.say("The beginning");
  }

  needsRoll() {
    const { game } = this;
    if (!game.rules.dice || this.editing || game.at.roll || game.at.status?.over) return false;
    return this.view === "play" ? game.at === game.live && this.referee.mayThrow() : true;
  }

  /** Whether the analyst may look at the game: in Play only where the player asked for the bar. */
  wantsAnalysis() {
    return ["analysis", "review"].includes(this.view) || (this.view === "play" && settings.chances && !this.referee.thinking);
  }

  edit() {
    const { game } = this;
    const position = game.at.position ?? game.tree.start;
    this.editor = new Editor(this, game.rules.dice ? game.rules.withRoll(position, game.at.roll) : position);
  }

  endEdit() {
    this.editor = null;
  }

  async editOther(variant) {
    if (variant === this.game.variant) return;
    await this.open(new Game(variant, { mode: "study" }));
    this.edit();
    this.changed();
  }

  ended(game) {
    if (game.rules.dice && game.dice.by === "seed") this.say(`The seed of the dice was ${game.dice.seed}`);
  }

  // What is shown.

  show(view) {
    if (!VIEWS[view]) return;
    if (view !== this.view) {
      this.preview = null;
      this.hinted = null;
      VIEWS[this.view]?.leave?.(this);
    }
    this.view = view;
    if (view !== "editor" && view !== "share") storage.save("view", view);
    if (view === "analysis") this.analyst.on = storage.load("analyse", true);
    if (view === "play") this.analyst.on = settings.chances;
    VIEWS[view].enter?.(this);
    document.documentElement.dataset.view = view;
    for (const tab of document.querySelectorAll("nav [data-view]")) {
      if (tab.dataset.view === view) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    this.referee.update();
    this.changed();
  }

  /** Whether turns can be entered at what is looked at. */
  #mayEnter() {
    const { game } = this;
    if (!game.at.position || game.at.status?.over || this.editing) return false;
    if (this.view === "play") return this.referee.mayMove();
    return this.view === "analysis" || (this.view === "review" && !this.reviewer.running);
  }

  /** Draws everything anew at the next frame. */
  changed() {
    if (!this.game || this.#drawn) return;
    this.#drawn = requestAnimationFrame(() => {
      this.#drawn = 0;
      this.#draw();
    });
  }

  #draw() {
    const { game, entry } = this;
    if (this.#mayEnter()) entry.begin(game.rules, game.tree.line(game.at), game.at.roll);
    else entry.begin(game.rules, null, null);
    this.analyst.update();
    this.board.draw();
    // A button that is being pressed must not go away under the finger.
    if (this.#held) return;
    const panel = byId("panel");
    const focus = this.#focused(panel);
    const { selectionStart } = document.activeElement;
    const open = new Set([...panel.querySelectorAll("details[open]")].map((node) => node.className));
    const moves = byId("moves")?.scrollTop;
    panel.replaceChildren(...VIEWS[this.view].panel(this).flat(3).filter(Boolean));
    if (moves !== undefined && byId("moves")) byId("moves").scrollTop = moves;
    redrawMoves(this);
    for (const node of panel.querySelectorAll("details")) if (open.has(node.className)) node.open = true;
    const again = focus && panel.querySelector(focus);
    again?.focus({ preventScroll: true });
    if (again && selectionStart !== undefined && selectionStart !== null && again.setSelectionRange) again.setSelectionRange(selectionStart, selectionStart);
    document.documentElement.dataset.shape = game.rules.shape;
    document.title = `${game.rules.name} · ${VIEWS[this.view].title}`;
    byId("game-name").textContent = game.rules.name;
  }

  /** How to find the focused element again after the panel was drawn anew. */
  #focused(panel) {
    const node = document.activeElement;
    if (!panel.contains(node)) return null;
    if (node.id) return `#${CSS.escape(node.id)}`;
    for (const name of ["data-node", "data-die", "data-field"]) if (node.hasAttribute(name)) return `[${name}="${node.getAttribute(name)}"]`;
    return null;
  }

  /** The analyst has news: only what shows them is drawn. */
  analysed() {
    this.board.draw();
    VIEWS[this.view].analysed?.(this);
  }

  showClocks(left) {
    this.board.clocks(left);
  }

  engineConnected(name, there, reason) {
    if (!there) engineLost(name, reason);
  }
}
