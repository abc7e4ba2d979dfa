// What a player does with lines and variations: adds them, looks ahead, cuts, promotes.
// Not here: the tree.

import { longer } from "./net/line.js";
import { notice } from "./speaker.js";

/** The line of an analyst's report, longer by moves. */
function reportLine({ game }, { node, threat }, moves) {
  const line = threat ? { variant: game.variant, start: game.rules.swapSide(node.position), moves: [] } : game.tree.line(node, false);
  return longer(line, ...moves);
}

export class Variations {
  #app;

  constructor(app) {
    this.#app = app;
  }

  /** Adds moves to the tree after a node; the nodes. */
  async #add(node, moves) {
    const { game } = this.#app;
    const added = [];
    for (const move of moves) {
      node = game.tree.add(node, move);
      added.push(node);
      await this.#app.learn(node);
    }
    return game === this.#app.game ? added : [];
  }

  /** Adds the moves of an engine's line and goes to the last. */
  async play(report, moves) {
    this.#app.preview = null;
    if (report.threat) return;
    const added = await this.#add(report.node, moves);
    if (added.length) this.#app.goTo(added.at(-1));
  }

  /** Adds the better line of a judged move beside it and goes to its first move. */
  async showBetter(node) {
    this.#app.reviewer.endLesson();
    const [first] = await this.#add(node.parent, node.judged.best[0].pv);
    if (first) this.#app.goTo(first);
  }

  /** Shows where an engine's line leads, while the pointer or the focus is on it; nothing ends that. */
  async preview(report, moves) {
    const app = this.#app;
    if (!report) {
      if (!app.preview) return;
      app.preview = null;
      app.board.draw();
      return;
    }
    const wish = (app.preview = { hold: true, position: null });
    try {
      const [before, position] = await Promise.all([moves.slice(0, -1), moves].map((line) => app.rules.ask(reportLine(app, report, line), "position")));
      if (app.preview !== wish) return;
      Object.assign(wish, { position, before, move: moves.at(-1) });
      app.board.draw();
    } catch {
      app.preview = null;
    }
  }

  promote() {
    const { game } = this.#app;
    game.tree.promote(game.at);
    game.changed();
  }

  removeFromHere() {
    const { game } = this.#app;
    const gone = game.at;
    if (game.tree.path(game.live).includes(gone)) {
      if (game.mode === "play") return notice("This move belongs to the game that was played. Take it back there.");
      game.live = gone.parent;
    }
    game.at = gone.parent;
    game.tree.remove(gone);
    return game.changed();
  }

  clearRoll() {
    this.#app.game.at.roll = null;
    this.#app.game.changed();
  }
}
