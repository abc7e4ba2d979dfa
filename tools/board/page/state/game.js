// A game of this page: its tree, who plays, clocks and dice, where one looks and how it ended; kept in the browser.
// Not here: who may move when, which the referee decides.

import { gameOf } from "../games/index.js";
import { Emitter } from "../lib/emitter.js";
import { drawnSeed } from "./dice.js";
import * as storage from "./storage.js";
import { Tree } from "./tree.js";

export const PERSON = { kind: "person" };

const newId = () => `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;

export class Game extends Emitter {
  #timer = 0;

  /** A new game; `set` may name players, clock, dice and where it begins. */
  constructor(variant, set = {}) {
    super();
    this.id = newId();
    this.rules = gameOf(variant);
    const start = set.start || this.rules.start;
    // The roll of the first turn belongs to its node, as those of all others do.
    const roll = this.rules.rollOfText?.(start);
    this.tree = new Tree(variant, roll ? this.rules.withRoll(start, null) : start);
    this.tree.root.roll = roll ?? null;
    this.at = this.live = this.tree.root;
    this.created = Date.now();
    this.mode = set.mode ?? "play";
    this.players = set.players ?? { w: PERSON, b: PERSON };
    this.names = set.names ?? null;
    this.clock = set.clock ?? null;
    this.times = this.clock ? { w: this.clock.base, b: this.clock.base } : null;
    this.dice = set.dice ?? { by: "seed", seed: drawnSeed(), number: 0 };
    this.over = null;
    this.flipped = set.flipped ?? false;
    this.review = null;
  }

  get variant() {
    return this.tree.variant;
  }

  /** The letter of the side to move at a node. */
  side(node = this.at) {
    if (node.position) return this.rules.side(node.position);
    const start = this.rules.side(this.tree.start);
    return this.tree.ply(node) % 2 ? (start === "w" ? "b" : "w") : start;
  }

  name(side) {
    if (this.names) return this.names[side];
    const player = this.players[side];
    if (player.kind === "person") return this.mode === "play" && this.players[side === "w" ? "b" : "w"].kind === "engine" ? "You" : side === "w" ? "White" : "Black";
    return player.elo ? `${player.engine} (${player.elo})` : player.engine;
  }

  /** Looks at a node. */
  go(node) {
    if (!node || node === this.at) return;
    this.at = node;
    this.changed();
  }

  changed() {
    this.emit("change");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), 150);
  }

  save() {
    clearTimeout(this.#timer);
    const { id, created, mode, players, names, clock, times, dice, over, flipped, review } = this;
    return storage.save(`game.${id}`, {
      id, created, changed: Date.now(), mode, players, names, clock, times, dice, over, flipped, review,
      tree: this.tree.save(), at: this.at.id, live: this.live.id, plies: this.tree.ply(this.live),
    });
  }

  static load(id) {
    const kept = storage.load(`game.${id}`);
    if (!kept?.tree) return null;
    try {
      const game = new Game(kept.tree.variant, kept);
      Object.assign(game, { id: kept.id, created: kept.created, times: kept.times, over: kept.over, review: kept.review ?? null });
      game.tree = Tree.load(kept.tree);
      game.at = game.tree.nodes.get(kept.at) ?? game.tree.root;
      game.live = game.tree.nodes.get(kept.live) ?? game.tree.root;
      return game;
    } catch {
      return null;
    }
  }

  /** What is known of all kept games, the latest first. */
  static list() {
    const all = storage.names("game.").map((id) => storage.load(`game.${id}`)).filter((kept) => kept?.tree);
    return all.sort((a, b) => b.changed - a.changed);
  }

  /** Forgets games in which nothing was played for an hour. */
  static tidy(but) {
    for (const { id, tree, changed } of Game.list()) if (id !== but && tree.nodes.length === 1 && Date.now() - changed > 3600000 && tree.start === gameOf(tree.variant).start) Game.forget(id);
  }

  static forget(id) {
    storage.remove(`game.${id}`);
  }
}
