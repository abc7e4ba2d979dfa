// Which game is on the board: that of this tab, one from a link, a kept one; no two tabs have the same.
// Not here: what is played.

import { gameOf } from "./games/index.js";
import { Game } from "./state/game.js";
import { readLink } from "./state/link.js";
import * as storage from "./state/storage.js";
import { notice } from "./speaker.js";

export class GameLoader {
  #app;
  #release = null;

  constructor(app) {
    this.#app = app;
  }

  /** Takes a game for this tab; false if another tab has it. */
  hold(id) {
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

  /** The game of this tab, else the last one if no other tab has it, else a new one. */
  async openLast() {
    const app = this.#app;
    for (const id of [storage.tab.get(), Game.list()[0]?.id]) {
      const game = id && (await this.hold(id)) && Game.load(id);
      if (game) return app.open(game, true);
    }
    const opponent = { kind: "engine", engine: app.engines[0], elo: 1000, limit: { kind: "movetime", value: 1000 } };
    return app.open(new Game("dameo", { players: { w: { kind: "person" }, b: opponent } }));
  }

  async openKept(id) {
    const app = this.#app;
    if (!(await this.hold(id))) {
      await this.hold(app.game.id);
      return notice("This game is open in another tab.");
    }
    const game = Game.load(id);
    if (!game) return notice("This game cannot be read.");
    await app.open(game, true);
    return app.show(game.mode === "study" ? "analysis" : "play");
  }

  /** Opens what the address names; whether there was something. */
  async openLink() {
    const app = this.#app;
    const link = readLink(location.hash);
    if (!link) return false;
    history.replaceState(null, "", location.pathname);
    try {
      await this.openLine({ variant: link.variant, start: link.position, words: link.moves }, true);
      return true;
    } catch (error) {
      notice(`The link cannot be opened: ${error.message}`);
      return app.game !== undefined;
    }
  }

  /**
   * Opens a line as a game to study: `words` are moves, and rolls where they stand by themselves. Throws the rules'
   * refusal. `atEnd` looks at its end instead of its beginning.
   */
  async openLine({ variant, start, words, names = null, comments = [] }, atEnd = false) {
    const app = this.#app;
    const line = { variant, start: start ?? gameOf(variant).start, moves: words };
    const canonical = await app.rules.ask({ ...line, moves: [] }, "position");
    await app.rules.ask(line, "position");
    const game = new Game(variant, { mode: "study", start: canonical, names });
    let node = game.tree.root;
    for (const word of words) {
      if (game.rules.dice && /^[1-6]{2}$/.test(word)) node.roll = word;
      else {
        const move = game.rules.dice && node.roll && !word.includes(":") ? `${node.roll}:${word}` : word;
        node.roll ??= game.rules.rollOf?.(move) ?? null;
        node = game.tree.add(node, move);
      }
    }
    const path = game.tree.path(node);
    for (const { ply, text } of comments) if (path[ply]) path[ply].comment = [path[ply].comment, text].filter(Boolean).join(" ");
    game.live = node;
    game.at = atEnd ? node : game.tree.root;
    await app.open(game);
    app.show("analysis");
  }
}
