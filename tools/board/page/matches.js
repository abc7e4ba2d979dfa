// Runs of the referee that the server shows: which there are, the one that is open, kept fresh while it goes on.
// Not here: how they look.

import { get } from "./net/api.js";

const PAUSE = 3000;

export class Matches {
  #app;
  #timer = 0;
  /** The runs, the name of the open one, its summary and games; what went wrong. */
  runs = null;
  name = null;
  summary = null;
  failure = "";
  shown = 100;

  constructor(app) {
    this.#app = app;
  }

  /** Begins to follow the runs. */
  async enter() {
    await this.#load();
    this.#again();
  }

  leave() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  open(name) {
    Object.assign(this, { name, summary: null, shown: 100 });
    this.#load();
  }

  more() {
    this.shown += 400;
    this.#app.changed();
  }

  #again() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      if (document.visibilityState === "visible" && (!this.summary || this.summary.state === "running")) await this.#load();
      if (this.#timer) this.#again();
    }, PAUSE);
  }

  async #load() {
    try {
      const answer = await get("runs");
      this.runs = answer.runs ?? answer;
      this.name ??= this.runs[0]?.name ?? null;
      const { name } = this;
      if (name) {
        const summary = await get(`runs/${encodeURIComponent(name)}`);
        if (name === this.name) this.summary = summary.report ?? summary;
      }
      this.failure = "";
    } catch (error) {
      // A program that shows no runs does not know the question.
      if (!this.runs && error.status === 404) this.runs = [];
      else this.failure = error.message;
    }
    this.#app.changed();
  }

  /** Opens a game of the run on the board. */
  async openGame(row) {
    try {
      const answer = await get(`runs/${encodeURIComponent(this.name)}/games/${row.index}`);
      await this.#app.importer.read(answer.record ?? answer.text ?? "");
    } catch (error) {
      this.failure = error.message;
      this.#app.changed();
    }
  }
}
