// The page: brings game, entry, referee, analyst, board and panels together, and hears what the player wants.
// Not here: what each of them does.

import { Analyst } from "./analyst.js";
import { BoardView } from "./board/view.js";
import { Entry } from "./entry.js";
import { GAMES, gameOf } from "./games/index.js";
import { listenKeys } from "./keys.js";
import { button, byId, el } from "./lib/dom.js";
import { Rules } from "./net/rules.js";
import { newGameDialog } from "./panels/new-game.js";
import { helpDialog, settingsDialog } from "./panels/dialogs.js";
import { VIEWS } from "./panels/index.js";
import { reportLine } from "./panels/analysis.js";
import { redrawMoves } from "./panels/moves.js";
import { Reviewer } from "./reviewer.js";
import { Editor } from "./editor.js";
import { post } from "./net/api.js";
import { readOwn } from "./state/record.js";
import { Referee } from "./referee.js";
import { thrown, drawnSeed } from "./state/dice.js";
import { Game } from "./state/game.js";
import { readLink } from "./state/link.js";
import { dress, set, settings } from "./state/settings.js";
import * as storage from "./state/storage.js";
import { resultText, scoreText } from "./wording.js";

class App {
  view = "play";
  rules = new Rules();
  entry = new Entry(this.rules);
  engines = ["tricorn"];
  preview = null;
  editor = null;
  hinted = null;
  connected = true;
  #drawn = 0;
  #release = null;

  constructor() {
    this.referee = new Referee(this);
    this.analyst = new Analyst(this);
    this.reviewer = new Reviewer(this);
    this.board = new BoardView(this);
    this.entry.onchange = () => this.changed();
    this.entry.oncommit = (move) => this.#commit(move);
    this.rules.onconnected = (there) => this.#connection(there);
    listenKeys(this);
  }

  // Start.

  async start() {
    dress();
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"]) {
      matchMedia(query).addEventListener("change", () => {
        dress();
        this.changed();
      });
    }
    byId("settings").onclick = () => settingsDialog(this);
    byId("help").onclick = () => this.help();
    for (const tab of document.querySelectorAll("nav [data-view]")) {
      tab.hidden = !VIEWS[tab.dataset.view];
      tab.onclick = () => this.show(tab.dataset.view);
    }
    addEventListener("hashchange", () => this.#fromLink());
    addEventListener("pagehide", () => this.game?.save());
    const response = await fetch("pieces.svg");
    const pieces = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
    byId("pieces").replaceWith(Object.assign(document.importNode(pieces, true), { id: "pieces" }));
    this.#listEngines();
    if (!(await this.#fromLink())) await this.#lastGame();
    const view = storage.load("view", "play");
    this.show(this.game.mode === "study" && view === "play" ? "analysis" : VIEWS[view] ? view : "play");
    document.documentElement.dataset.ready = "true";
  }

  async #listEngines() {
    try {
      const answer = await (await fetch("api/v1/engines")).json();
      const list = Array.isArray(answer) ? answer : answer.engines ?? [];
      const names = list.map((engine) => engine.name ?? engine).filter(Boolean);
      if (names.length) this.engines = names;
    } catch {
      // The engine of the program is always there.
    }
    this.changed();
  }

  engineName() {
    return this.engines.includes(settings.engine) ? settings.engine : this.engines[0];
  }

  /** The game of this tab, or the last one if no other tab has it. */
  async #lastGame() {
    const own = storage.tab.get();
    const last = Game.list()[0]?.id;
    for (const id of [own, last]) {
      const game = id && (await this.#hold(id)) && Game.load(id);
      if (game) return this.open(game, true);
    }
    return this.open(new Game("dameo", { players: { w: { kind: "person" }, b: { kind: "engine", engine: this.engines[0], elo: 1000, limit: { kind: "movetime", value: 1000 } } } }));
  }

  /** Takes a game for this tab; false if another has it. */
  #hold(id) {
    this.#release?.();
    this.#release = null;
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      navigator.locks.request(`tricorn.game.${id}`, { ifAvailable: true }, (lock) => {
        resolve(Boolean(lock));
        return lock && new Promise((release) => { this.#release = release; });
      });
    });
  }

  async #fromLink() {
    const link = readLink(location.hash);
    if (!link) return false;
    history.replaceState(null, "", location.pathname);
    const game = new Game(link.variant, { mode: "study", start: link.position });
    let { root: node } = game.tree;
    for (const word of link.moves) {
      if (/^\d\d$/.test(word)) node.roll = word;
      else node = game.tree.add(node, word);
    }
    try {
      await this.rules.ask(game.tree.line(node), "position");
    } catch (error) {
      this.notice(`The link cannot be opened: ${error.message}`);
      return false;
    }
    game.at = game.live = node;
    await this.open(game);
    this.show("analysis");
    return true;
  }

  /** Puts a game on the board. */
  async open(game, held = false) {
    this.game?.save();
    if (!held) await this.#hold(game.id);
    this.game = game;
    storage.tab.set(game.id);
    this.preview = this.editor = this.hinted = null;
    game.on("change", () => this.changed());
    game.save();
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

  // What the player does.

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

  async #commit(move) {
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

  walk(where) {
    const { at, tree } = this.game;
    const siblings = at.parent?.children ?? [at];
    const goals = {
      first: tree.root, back: at.parent, on: at.children[0], last: tree.end(at),
      up: siblings[siblings.indexOf(at) - 1], down: siblings[siblings.indexOf(at) + 1],
    };
    if (goals[where] && goals[where] !== at) this.goTo(goals[where]);
  }

  flip() {
    this.game.flipped = !this.game.flipped;
    this.game.changed();
  }

  swapDice() {
    if (this.needsRoll()) this.throwDice();
    else this.entry.swap();
  }

  needsRoll() {
    const { game } = this;
    if (!game.rules.dice || this.editing || game.at.roll || game.at.status?.over) return false;
    return this.view === "play" ? game.at === game.live && this.referee.mayThrow() : true;
  }

  throwDice() {
    if (!this.needsRoll()) return;
    if (this.view === "play") this.referee.throwDice();
    else this.setRoll(thrown(drawnSeed(), 0, 0, false));
  }

  setRoll(roll) {
    if (this.view === "play") return this.referee.setRoll(roll);
    this.game.at.roll = roll;
    this.say(this.game.rules.sayRoll(roll, this.game.side()));
    return this.game.changed();
  }

  space() {
    if (this.needsRoll() && !(this.view === "play" && this.game.dice.by === "hand")) this.throwDice();
    else if (this.view === "play" || this.entry.done) this.entry.confirm();
    else this.playBest();
  }

  playBest() {
    const move = this.analyst.report?.node === this.game.at && !this.analyst.threat && this.analyst.report.lines[0]?.pv?.[0];
    if (move) this.#commit(move);
  }

  escape() {
    this.preview = null;
    this.entry.cancel();
    this.changed();
  }

  focusBoard() {
    this.board.surface.focus();
  }

  hint() {
    const { game } = this;
    const node = game.at;
    if (this.view === "play" && !this.referee.mayMove()) return;
    if (game.rules.dice && !node.roll) return;
    this.hinted = { text: "The engine looks for a hint…", node };
    this.changed();
    this.analyst.ask(game.tree.line(node), (move, info) => {
      if (this.game.at !== node || !move || move.startsWith("(")) return;
      const text = `Hint: ${game.rules.short(move)}${info ? ` (${scoreText(info.score, game.side(node), game.rules.dice)} for White)` : ""}`;
      this.hinted = { text, move, node };
      this.say(text);
      this.changed();
    });
  }

  toggleAnalysis() {
    this.analyst.on = !this.analyst.on;
    this.analyst.threat = false;
    storage.save("analyse", this.analyst.on);
    this.say(this.analyst.on ? "Engine on" : "Engine off");
    this.changed();
  }

  /** Whether the analyst may look at the game: in Play only where the player asked for the bar. */
  wantsAnalysis() {
    return ["analysis", "review"].includes(this.view) || (this.view === "play" && settings.chances && !this.referee.thinking);
  }

  threat() {
    if (this.view === "play") return;
    this.analyst.threat = !this.analyst.threat;
    if (this.analyst.threat) this.analyst.on = true;
    this.say(this.analyst.threat ? "Threat: the other side to move" : "The side to move again");
    this.changed();
  }

  // Review, editor, import.

  nextError() {
    const error = this.reviewer.nextError();
    if (!error) return;
    const learning = Boolean(this.reviewer.lesson);
    this.show("review");
    if (learning) this.reviewer.learn(error);
    else this.goTo(error);
  }

  /** Adds the better line of a judged move beside it, and goes to its first move. */
  async showBetter(node) {
    this.reviewer.endLesson();
    const { game } = this;
    let at = node.parent;
    let first = null;
    for (const move of node.judged.best[0].pv) {
      at = game.tree.add(at, move);
      first ??= at;
      await this.learn(at);
    }
    if (game === this.game) this.goTo(first);
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

  /** Opens a position as a game to analyse. */
  async study(position, variant = this.game.variant) {
    const game = new Game(variant, { mode: "study", start: position, flipped: this.game.flipped });
    await this.open(game);
    this.show("analysis");
  }

  async openKept(id) {
    if (!(await this.#hold(id))) {
      await this.#hold(this.game.id);
      return this.notice("This game is open in another tab.");
    }
    const game = Game.load(id);
    if (!game) return this.notice("This game cannot be read.");
    await this.open(game, true);
    return this.show(game.mode === "study" ? "analysis" : "play");
  }

  async copy(text, label) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(`${label} copied`);
      this.copied?.(label);
    } catch {
      this.notice("The browser does not let this page copy. Select the text and copy it yourself.");
    }
  }

  /** Opens a game from words: a line of moves, with rolls where they stand alone. */
  async #openLine({ variant, start, words, names, mode = "study" }) {
    const game = new Game(variant, { mode, start: start ?? undefined, names });
    const line = { variant, start: start ?? game.rules.start, moves: words };
    const canonical = await this.rules.ask({ ...line, moves: [] }, "position");
    game.tree.start = canonical;
    await this.rules.ask(line, "position");
    let node = game.tree.root;
    for (const word of words) {
      if (game.rules.dice && /^[1-6]{2}$/.test(word)) node.roll = word;
      else {
        const move = game.rules.dice && node.roll && !word.includes(":") ? `${node.roll}:${word}` : word;
        node = game.tree.add(node, move);
      }
    }
    game.live = node;
    game.at = words.length ? game.tree.root : node;
    await this.open(game);
    this.show("analysis");
  }

  async importText(text) {
    const tell = (note) => {
      this.importNote = note;
      this.changed();
    };
    if (!text.trim()) return tell({ bad: true, text: "Paste a text first." });
    const { variant } = this.game;
    const own = readOwn(text, variant);
    try {
      if (own) {
        const games = own.map((each) => ({ ...each, names: each.tags?.P1 ? this.#names(each) : null }));
        if (games.length === 1) {
          await this.#openLine(games[0]);
          return tell({ text: "Imported." });
        }
        return tell({ text: `${games.length} games:`, choices: games.slice(0, 500).map((each, at) => ({
          label: `${at + 1}. ${each.tags.P1} – ${each.tags.P2} ${each.tags.Result ?? ""} (${each.words.length} turns)`, open: () => this.#openLine(each).catch((error) => tell({ bad: true, text: error.message })),
        })) });
      }
      return await this.#importForeign(text, tell);
    } catch (error) {
      return tell({ bad: true, text: error.message });
    }
  }

  #names({ tags, variant }) {
    return gameOf(variant).first === "w" ? { w: tags.P1, b: tags.P2 } : { w: tags.P2, b: tags.P1 };
  }

  /** A position, bare moves, or what only the server can read. */
  async #importForeign(text, tell) {
    const trimmed = text.trim().replace(/\s+/g, " ");
    const words = trimmed.split(" ").filter((word) => !/^\d+\.+$/.test(word));
    const variants = [this.game.variant, ...GAMES.map(({ id }) => id)];
    for (const variant of new Set(variants)) {
      for (const wish of [{ variant, start: trimmed, words: [] }, { variant, start: null, words }]) {
        try {
          await this.#openLine(wish);
          return tell({ text: "Imported." });
        } catch {
          // Then it is something else.
        }
      }
    }
    const { variant } = this.game;
    const answer = await post("import", { variant, text });
    return this.#imported(answer, tell);
  }

  async #imported(answer, tell) {
    const games = answer.games ?? [];
    if (!games.length) return tell({ bad: true, text: "No game was found in this text." });
    const open = (game) => this.#openLine({ variant: game.variant, start: game.position, words: game.moves, names: null });
    if (games.length === 1) {
      await open(games[0]);
      return tell({ text: "Imported." });
    }
    return tell({ text: `${games.length} games:`, choices: games.map((game, at) => ({ label: `${at + 1}. ${(game.players ?? []).join(" – ")} (${game.moves.length} turns)`, open: () => open(game) })) });
  }

  newGame(from = null) {
    newGameDialog(this.engines, (variant, set) => this.begin(variant, set), from);
  }

  begin(variant, set) {
    this.open(new Game(variant, set));
    this.show("play");
    this.say(`${gameOf(variant).name}, a new game`);
  }

  // Variations.

  chooseEngine(name) {
    set("engine", name);
    this.changed();
  }

  promote() {
    this.game.tree.promote(this.game.at);
    this.game.changed();
  }

  removeFromHere() {
    const { game } = this;
    const gone = game.at;
    if (game.tree.path(game.live).includes(gone)) {
      if (game.mode === "play") return this.notice("This move belongs to the game that was played. Take it back there, or begin a variation.");
      game.live = gone.parent;
    }
    game.at = gone.parent;
    game.tree.remove(gone);
    return game.changed();
  }

  clearRoll() {
    this.game.at.roll = null;
    this.game.changed();
  }

  playFromHere() {
    const { game } = this;
    this.newGame({ variant: game.variant, position: game.rules.dice ? game.rules.withRoll(game.at.position, game.at.roll) : game.at.position });
  }

  /** Adds the moves of an engine's line to the tree and goes there. */
  async playLine(report, moves) {
    const { game } = this;
    this.preview = null;
    if (report.threat) return;
    let node = report.node;
    for (const move of moves) {
      node = game.tree.add(node, move);
      await this.learn(node);
    }
    if (game === this.game) this.goTo(node);
  }

  /** Shows where an engine's line leads, while the pointer or the focus is on it. */
  async previewLine(report, moves) {
    if (!report) {
      this.preview = null;
      return this.board.draw();
    }
    const wish = (this.preview = { hold: true, position: null });
    const before = reportLine(this, report, moves.slice(0, -1));
    try {
      const [old, position] = await Promise.all([this.rules.ask(before, "position"), this.rules.ask(reportLine(this, report, moves), "position")]);
      if (this.preview !== wish) return;
      Object.assign(wish, { position, before: old, move: moves.at(-1) });
      this.board.draw();
    } catch {
      this.preview = null;
    }
  }

  rematch() {
    const { game } = this;
    const { w, b } = game.players;
    const dice = game.dice.by === "seed" ? { by: "seed", seed: drawnSeed(), number: 0 } : game.dice;
    const swap = w.kind !== b.kind;
    this.begin(game.variant, { players: swap ? { w: b, b: w } : { w, b }, flipped: swap ? !game.flipped : game.flipped, clock: game.clock, dice, start: game.tree.start });
  }

  confirmResign() {
    const dialog = byId("dialog");
    dialog.replaceChildren(el("h2", { text: "Resign this game?" }), el("div", { class: "actions end" },
      button("Play on", () => dialog.close()),
      button("Resign", () => {
        dialog.close();
        this.referee.resign();
      }, { class: "button main", id: "resign-yes" })));
    dialog.showModal();
  }

  help() {
    helpDialog(this);
  }

  ended(game) {
    if (game.rules.dice && game.dice.by === "seed") this.say(`The seed of the dice was ${game.dice.seed}`);
  }

  resultText = resultText;

  // What is shown.

  show(view) {
    if (!VIEWS[view]) return;
    if (view !== this.view) {
      this.preview = null;
      this.trial = null;
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
    const panel = byId("panel");
    const focus = this.#focused(panel);
    const { selectionStart } = document.activeElement;
    const open = new Set([...panel.querySelectorAll("details[open]")].map((node) => node.className));
    const moves = byId("moves")?.scrollTop;
    panel.replaceChildren(...VIEWS[this.view].panel(this).flat().filter(Boolean));
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

  showChances() {
    if (this.editing) return false;
    if (this.view === "play") return settings.chances;
    return this.view === "review" || (this.view === "analysis" && this.analyst.on);
  }

  /** Chances of win, draw and loss for White at what is looked at, in thousandths; null if unknown. */
  chances() {
    const { at, rules } = this.game;
    if (at.status?.over) return at.status.winner === "w" ? [1000, 0, 0] : at.status.winner === "b" ? [0, 0, 1000] : [0, 1000, 0];
    const { report } = this.analyst;
    if (report?.wdl && report.node === at && !report.threat) return report.wdl;
    const { told } = this.referee;
    if (this.view === "play" && told && !rules.dice) return told.wdl;
    if (at.judged?.wdl) return at.judged.wdl;
    return null;
  }

  /** The arrows on the board: `{ way, kind, width }`. */
  arrows() {
    const { game, hinted } = this;
    const arrows = [];
    const of = (move, kind, width) => {
      for (const way of game.rules.trace(move, game.at.position, game.at.position).ways) arrows.push({ way, kind, width });
    };
    if (hinted?.move && hinted.node === game.at) of(hinted.move, "best", 16);
    if (this.view === "review") for (const { move, kind } of VIEWS.review?.arrows?.(this) ?? []) of(move, kind, 14);
    const { report } = this.analyst;
    if (this.view === "analysis" && settings.arrows && report && report.node === game.at && !this.entry.begun.length) {
      const value = (info) => (info.score.mate !== undefined ? Math.sign(info.score.mate || -1) * (3000 - Math.abs(info.score.mate)) : info.score.cp);
      const best = report.lines[0] && value(report.lines[0]);
      report.lines.slice().reverse().forEach((info) => {
        if (!info.pv?.[0]) return;
        const behind = best - value(info);
        const first = info === report.lines[0];
        of(info.pv[0], report.threat ? "threat" : first ? "best" : "other", Math.max(5, 15 - behind / (game.rules.dice ? 2.5 : 10)));
      });
    }
    return arrows;
  }

  // What is said.

  say(text) {
    const live = byId("live");
    // The same words again must be heard again.
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
  }

  notice(text) {
    const box = byId("notice");
    box.replaceChildren(el("span", { text }), button("Close", () => { box.hidden = true; }));
    box.hidden = false;
  }

  #connection(there) {
    const lost = byId("lost");
    lost.hidden = there;
    if (!there) {
      lost.replaceChildren(el("span", { text: "The connection to the board's program is lost. It is tried again; nothing is lost." }),
        button("Try now", () => this.rules.retry()));
    } else if (!this.connected) this.say("Connected again");
    this.connected = there;
  }

  engineConnected(name, there, reason) {
    if (there) return;
    if (this.connected) this.notice(`${name} has ended${reason ? ` (${reason})` : ""}. It is started again.`);
  }
}

const app = new App();
app.start();
