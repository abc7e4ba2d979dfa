// An engine of this page: one process behind a pipe, its options, and searches one after the other.
// Not here: when to search, and what the scores mean to people.

import { positionCommand } from "./line.js";
import { Pipe } from "./pipe.js";

/** Reads an `info` line. */
export function readInfo(text) {
  const info = {};
  const words = text.split(/\s+/).slice(1);
  for (let at = 0; at < words.length; ) {
    const word = words[at++];
    if (["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"].includes(word)) info[word] = Number(words[at++]);
    else if (word === "score") {
      info.score = { [words[at]]: Number(words[at + 1]) };
      at += 2;
    } else if (word === "lowerbound" || word === "upperbound") info.bound = word;
    else if (word === "wdl") {
      info.wdl = words.slice(at, at + 3).map(Number);
      at += 3;
    } else if (word === "pv") {
      info.pv = words.slice(at);
      break;
    } else if (word === "string") {
      info.string = words.slice(at).join(" ");
      break;
    }
  }
  return info;
}

export class Engine {
  #pipe;
  #jobs = [];
  #sent = new Map();
  #greeted = false;
  name;
  options = new Map();
  title = "";
  /** Called when the engine is there (true) or lost (false, with a reason). */
  onconnected = () => {};

  constructor(name) {
    this.name = name;
    this.#pipe = new Pipe(`ws/engine/${encodeURIComponent(name)}`);
    this.#pipe.online = (text) => this.#hear(text);
    this.#pipe.onlost = (reason) => {
      this.#greeted = false;
      this.onconnected(false, reason);
    };
    this.#pipe.onopen = () => {
      this.#sent.clear();
      this.#jobs = this.#jobs.filter((job) => !job.dropped);
      this.options.clear();
      this.#pipe.send("uci");
    };
  }

  get busy() {
    return this.#jobs.some((job) => !job.dropped);
  }

  start() {
    this.#pipe.start();
  }

  retry() {
    this.#pipe.retry();
  }

  close() {
    this.#jobs = [];
    this.#greeted = false;
    this.#pipe.close();
  }

  /**
   * Begins a search after dropping what runs. `line` is the game, `options` name the values that this search needs,
   * `before` are questions to be asked first, `go` is the command, `oninfo` hears each info, `ondone` the move. A lost engine begins the search anew.
   */
  search({ line, options = {}, before = [], go, oninfo = () => {}, ondone = () => {} }) {
    this.stop(true);
    const job = { line, options, before, go, oninfo, ondone, dropped: false, last: go.startsWith("rollout") ? /^Games rolled out/ : /^bestmove/ };
    this.#jobs.push(job);
    this.start();
    if (this.#greeted) this.#begin(job);
    return job;
  }

  /** Ends the search that runs: with its answer, or dropped unheard. */
  stop(drop = false) {
    const job = this.#jobs.at(-1);
    if (!job) return;
    if (drop) job.dropped = true;
    if (!job.stopped && job.begun) this.#pipe.send("stop");
    job.stopped = true;
    if (!job.begun && drop) this.#jobs.pop();
  }

  #option(name, value) {
    const known = this.options.get(name.toLowerCase());
    if (!known || this.#sent.get(name) === String(value)) return;
    this.#sent.set(name, String(value));
    this.#pipe.send(`setoption name ${known.name} value ${value}`);
  }

  #begin(job) {
    job.begun = true;
    job.stopped = false;
    this.#option("UCI_Variant", job.line.variant);
    for (const [name, value] of Object.entries(job.options)) this.#option(name, value);
    if (job.fresh) this.#pipe.send("ucinewgame");
    this.#pipe.send(positionCommand(job.line));
    for (const command of job.before) this.#pipe.send(command);
    this.#pipe.send(job.go);
  }

  #hear(text) {
    if (!this.#greeted) {
      if (text.startsWith("id name ")) this.title = text.slice(8);
      else if (text.startsWith("option name ")) this.#learn(text);
      else if (text === "uciok") {
        this.#greeted = true;
        this.onconnected(true);
        for (const job of this.#jobs) this.#begin(job);
      }
      return;
    }
    const job = this.#jobs[0];
    if (!job) return;
    if (job.last.test(text)) {
      this.#jobs.shift();
      if (!job.dropped) job.ondone(text.split(/\s+/)[1] ?? "", text);
    } else if (!job.dropped) {
      if (text.startsWith("info ")) job.oninfo(readInfo(text), text);
      else job.oninfo({}, text);
    }
  }

  #learn(text) {
    const parts = /^option name (.+?) type (\w+)(.*)$/.exec(text);
    if (!parts) return;
    const [, name, type, rest] = parts;
    const number = (word) => Number(new RegExp(`\\b${word} (-?\\d+)`).exec(rest)?.[1] ?? NaN);
    this.options.set(name.toLowerCase(), { name, type, min: number("min"), max: number("max"), default: /\bdefault (\S+)/.exec(rest)?.[1] });
  }
}
