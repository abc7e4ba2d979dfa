// Reviews of the game on the board: asks for them, keeps them in the game, lets a player find better moves.
// Not here: how moves are judged, which the server does, and how it looks.

import { stream } from "./net/api.js";
import { settings } from "./state/settings.js";

/** Losses from which a try counts as an error again; those of the class inaccuracy. */
const BORDER = { chance: 0.05, equity: 0.04 };

export const isError = (judged) => ["inaccuracy", "mistake", "blunder"].includes(judged?.class);

export class Reviewer {
  #app;
  #stop = null;
  progress = null;
  failure = "";
  /** The error that is being mended: its node, and what came of the tries. */
  lesson = null;

  constructor(app) {
    this.#app = app;
  }

  /** The nodes of the main line. */
  nodes() {
    const { tree } = this.#app.game;
    return tree.path(tree.end()).slice(1);
  }

  get running() {
    return Boolean(this.#stop);
  }

  async start() {
    const app = this.#app;
    const { game } = app;
    this.cancel();
    const nodes = this.nodes();
    if (!nodes.length) return;
    const stop = (this.#stop = new AbortController());
    this.progress = { done: 0, all: nodes.length };
    this.failure = "";
    const question = {
      variant: game.variant, position: game.tree.start, moves: nodes.map((node) => node.move), players: ["w", "b"].map((side) => game.name(side)),
      engine: app.engineName(), nodes: settings.judge, multipv: 2, reportProgress: true,
    };
    if (game.rules.first === "b") question.players.reverse();
    app.changed();
    try {
      await stream("review", question, (answer) => {
        if (stop.signal.aborted) return;
        if (answer.progress) this.progress = answer.progress;
        if (answer.review) this.#keep(game, nodes, answer.review);
        app.changed();
      }, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) this.failure = error.message;
    }
    if (this.#stop === stop) this.#stop = this.progress = null;
    if (game === app.game && game.review) app.say("The review is done");
    app.changed();
  }

  cancel() {
    this.#stop?.abort();
    this.#stop = this.progress = null;
  }

  #keep(game, nodes, review) {
    const { sides, dice, turningPoints } = review;
    game.review = { sides, dice, turningPoints, plies: nodes.length };
    for (const turn of review.turns) {
      const node = nodes[turn.ply];
      if (!node || node.move !== turn.move) continue;
      const white = game.side(node.parent) === "w";
      const chance = white ? turn.chanceAfter : 1 - turn.chanceAfter;
      node.judged = {
        class: turn.class, loss: turn.loss, accuracy: turn.accuracy, turning: turn.turning, luck: turn.luck, exact: turn.exact, exactAfter: turn.exactAfter,
        value: dice ? (white ? 1 : -1) * turn.equityAfter : chance, chance: turn.chance, equity: turn.equity, rollout: turn.rollout,
        wdl: [Math.round(1000 * chance), 0, Math.round(1000 * (1 - chance))],
        best: turn.best.map(({ move, pv, score }) => ({ move, pv: pv.slice(0, 12), score })),
      };
    }
    game.changed();
  }

  /** The next error after what is looked at, from the beginning again behind the last. */
  nextError() {
    const { game } = this.#app;
    const nodes = this.nodes();
    const errors = nodes.filter((node) => isError(node.judged));
    if (!errors.length) return null;
    const at = nodes.indexOf(game.at);
    return errors.find((node) => nodes.indexOf(node) > at) ?? errors[0];
  }

  /** Puts the player before an error: what would have been better? */
  learn(node) {
    const app = this.#app;
    this.lesson = { node, text: "You are before this move again. Find a better one.", solved: false };
    node.parent.roll = app.game.rules.rollOf?.(node.move) ?? node.parent.roll;
    app.goTo(node.parent);
    app.trial = (move) => this.#try(move);
    app.say(this.lesson.text);
  }

  endLesson() {
    this.lesson = null;
    this.#app.trial = null;
    this.#app.changed();
  }

  #try(move) {
    const app = this.#app;
    const { lesson } = this;
    const { best } = lesson.node.judged;
    const tell = (text, solved) => {
      if (this.lesson !== lesson) return;
      Object.assign(lesson, { text, solved });
      app.say(text);
      app.entry.again();
      app.changed();
    };
    const short = app.game.rules.short(move);
    if (move === best[0].move) return tell(`${short} is the best move.`, true);
    if (move === lesson.node.move) return tell(`${short} is what was played. Try another move.`, false);
    tell(`${short}: the engine looks at it…`, false);
    const line = app.game.tree.line(lesson.node.parent);
    return app.analyst.judge(line, move, settings.judge, (value) => {
      const { judged } = lesson.node;
      const points = value.equity !== undefined && judged.equity !== undefined;
      const loss = points ? judged.equity - value.equity : judged.chance - value.chance;
      const border = points ? BORDER.equity : BORDER.chance;
      const lost = points ? `${Math.max(0, loss).toFixed(3)} points` : `${Math.round(100 * Math.max(0, loss))} % of the chances`;
      if (loss < border) tell(`${short} is good: it loses ${loss < 0.005 ? "nothing" : lost}.`, true);
      else tell(`${short} loses ${lost}. Try again.`, false);
    });
  }
}
