// The engine that analyses: lines of the position looked at, threats, hints, rollouts.
// Not here: how they are drawn, and the engines that play.

import { Engine } from "./net/engine.js";
import { settings } from "./state/settings.js";
import { chanceOf } from "./wording.js";

const HINT = 1000;

export class Analyst {
  #app;
  #engine = null;
  #key = "";
  #redraw = 0;
  on = false;
  threat = false;
  /** What is known of the position at hand: `{ node, side, lines: [info by rank], depth, nodes, nps, extra, done }`. */
  report = null;
  rollout = null;

  constructor(app) {
    this.#app = app;
  }

  get options() {
    return this.#engine?.options ?? new Map();
  }

  engine() {
    const name = this.#app.engineName();
    if (this.#engine?.name !== name) {
      this.#engine?.close();
      this.#engine = new Engine(name);
      this.#engine.onconnected = (there, reason) => {
        this.#app.engineConnected(name, there, reason);
        if (there) this.#app.changed();
      };
    }
    return this.#engine;
  }

  /** Lets the engine's process go. */
  close() {
    this.#engine?.close();
    this.#engine = null;
    this.#key = "";
  }

  stop() {
    this.#key = "";
    this.#engine?.stop(true);
  }

  #options(lines) {
    return { UCI_AnalyseMode: true, UCI_ShowWDL: true, UCI_LimitStrength: false, MultiPV: lines, Threads: settings.threads, Hash: settings.hash };
  }

  /** Analyses what is looked at, if it is on. */
  update() {
    const { game, view } = this.#app;
    if (this.rollout?.running) return;
    const wanted = this.on && view !== "matches" && view !== "editor" && this.#app.wantsAnalysis();
    const { at } = game;
    if (!wanted || !at.position || at.status?.over) {
      if (this.#key) this.stop();
      if (!this.on || at !== this.report?.node) this.report = null;
      return;
    }
    const line = this.threat ? { variant: game.variant, start: game.rules.swapSide(at.position), moves: [] } : game.tree.line(at);
    const key = [line.variant, line.start, ...line.moves, settings.lines, settings.threads, settings.hash, settings.depth, this.#app.engineName()].join(" ");
    if (key === this.#key) return;
    this.#key = key;
    const side = this.threat ? (game.side(at) === "w" ? "b" : "w") : game.side(at);
    const report = { node: at, side, threat: this.threat, lines: [], done: false };
    this.report = report;
    this.engine().search({
      line,
      options: this.#options(settings.lines),
      before: game.rules.tables ? ["eval"] : [],
      go: settings.depth ? `go depth ${settings.depth}` : "go infinite",
      oninfo: (info, text) => this.#hear(report, info, text),
      ondone: () => {
        report.done = true;
        this.#tell();
      },
    });
    this.#tell();
  }

  #hear(report, info, text) {
    if (text.startsWith("endgame table:")) report.verdict = `Endgame table: ${text.slice(14).trim()} for the side to move`;
    if (info.string) {
      const equity = /^equity (\S+) win (\S+) (\S+) (\S+) loss (\S+) (\S+) (\S+)/.exec(info.string);
      if (equity) report.equity = equity.slice(1).map(Number);
      else if (info.string.startsWith("ERROR")) report.error = info.string.slice(6);
    }
    for (const name of ["depth", "seldepth", "nodes", "nps", "time", "hashfull"]) if (info[name] !== undefined) report[name] = info[name];
    if (info.score && !info.bound) {
      const rank = info.multipv ?? 1;
      if (rank === 1 || report.lines[rank - 2]) report.lines[rank - 1] = info;
      if (rank === 1 && info.wdl) report.wdl = report.side === "w" ? info.wdl : [...info.wdl].reverse();
    }
    this.#tell();
  }

  /** Redraws at most once a frame, so that a fast engine does not hold the page up. */
  #tell() {
    if (this.#redraw) return;
    this.#redraw = requestAnimationFrame(() => {
      this.#redraw = 0;
      this.#app.analysed();
    });
  }

  /** One move for a person who asks; `then` gets the move and its info. */
  ask(line, then) {
    this.stop();
    let best = null;
    this.engine().search({
      line,
      options: this.#options(1),
      go: `go movetime ${HINT}`,
      oninfo: (info) => {
        if (info.score && info.pv) best = info;
      },
      ondone: (move) => {
        then(move, best);
        this.update();
      },
    });
  }

  /** What a move is worth to its player: `{ chance }`, or `{ equity }` with dice. */
  judge(line, move, nodes, then) {
    this.stop();
    const value = {};
    this.engine().search({
      line,
      options: this.#options(1),
      go: `go nodes ${nodes} searchmoves ${move}`,
      oninfo: (info) => {
        const equity = /^equity (\S+)/.exec(info.string ?? "");
        if (equity) value.equity = Number(equity[1]);
        if (info.wdl) value.chance = chanceOf(info.wdl);
      },
      ondone: () => {
        then(value);
        this.update();
      },
    });
  }

  /** Plays the position out many times (games with dice). */
  rollOut(line, games) {
    this.stop();
    const rollout = { running: true, lines: [], progress: "", node: this.#app.game.at };
    this.rollout = rollout;
    this.engine().search({
      line,
      options: this.#options(1),
      go: `rollout games ${games} moves 3`,
      oninfo: (info, text) => {
        if (info.string) rollout.progress = info.string;
        else {
          const found = /^(\S+): equity (\S+) win (.*?) loss (.*?) error (\S+) .*games (\d+)(?: behind (\S+))?/.exec(text);
          if (found) rollout.lines.push({ move: found[1], equity: found[2], win: found[3], loss: found[4], error: found[5], games: found[6], behind: found[7] });
        }
        this.#tell();
      },
      ondone: () => {
        rollout.running = false;
        this.update();
        this.#app.changed();
      },
    });
    this.#app.changed();
  }

  stopRollout() {
    this.#engine?.stop();
  }
}
