// The running game: whose turn it is, engines that move, dice, clocks, resigning, taking back, the end.
// Not here: how any of it is drawn.

import { Engine } from "./net/engine.js";
import { thrown } from "./state/dice.js";
import { settings } from "./state/settings.js";

const PAUSE = 350;
const other = (side) => (side === "w" ? "b" : "w");

export class Referee {
  #app;
  #engines = { w: null, b: null };
  #asked = null;
  #since = 0;
  #clock = 0;
  /** The chances that the engine to move last told, for White, with the node. */
  told = null;
  paused = false;

  constructor(app) {
    this.#app = app;
    setInterval(() => this.#tick(), 100);
  }

  get game() {
    return this.#app.game;
  }

  /** Whether the played game is on. */
  get running() {
    return this.game.mode === "play" && !this.game.over;
  }

  /** Whether a person may enter a turn at the end of the played game. */
  mayMove() {
    const { game } = this;
    return this.running && game.at === game.live && game.players[game.side(game.live)].kind === "person";
  }

  mayThrow() {
    const { game } = this;
    return game.rules.dice && this.running && !game.live.roll && !game.live.status?.over;
  }

  get thinking() {
    return Boolean(this.#asked);
  }

  /** Another game is on the board. */
  changeGame() {
    this.stop();
    this.paused = false;
    this.told = null;
    this.update();
  }

  stop() {
    this.#asked = null;
    this.#since = 0;
    for (const side of ["w", "b"]) {
      this.#engines[side]?.close();
      this.#engines[side] = null;
    }
  }

  /** Does what the state of the game asks for: throws, lets an engine move, ends it. */
  async update() {
    const { game } = this;
    if (!this.running) return this.#halt();
    const node = game.live;
    await this.#app.learn(node);
    if (game !== this.game || node !== game.live || !this.running) return;
    if (node.status.over) return this.#end({ winner: node.status.winner, points: node.status.points, reason: node.status.reason });
    if (!this.#since) this.#since = performance.now();
    const player = game.players[game.side(node)];
    if (game.rules.dice && !node.roll) {
      if (game.dice.by === "seed" && (player.kind === "engine" || settings.autoThrow) && !this.paused) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        if (game === this.game && node === game.live && !node.roll) this.throwDice();
      }
      return;
    }
    if (player.kind === "engine" && !this.paused) this.#ask(node, player);
  }

  #halt() {
    if (this.#asked) this.stop();
    this.#since = 0;
  }

  /** Throws for the side to move, by the seed. */
  throwDice() {
    const { game } = this;
    const node = game.live;
    if (!this.mayThrow()) return;
    if (game.dice.by !== "seed") return;
    const opening = node === game.tree.root && game.tree.start.split(" ")[0] === game.rules.start.split(" ")[0];
    this.setRoll(thrown(game.dice.seed, game.dice.number, game.tree.ply(node), opening));
  }

  /** The roll of the side to move, as thrown by hand or seed. */
  setRoll(roll) {
    const { game } = this;
    if (!this.mayThrow()) return;
    game.live.roll = roll;
    this.#app.say(game.rules.sayRoll(roll, game.side(game.live)));
    game.changed();
    this.update();
  }

  #engine(side, name) {
    if (this.#engines[side]?.name !== name) {
      this.#engines[side]?.close();
      this.#engines[side] = new Engine(name);
      this.#engines[side].onconnected = (there, reason) => this.#app.engineConnected(name, there, reason);
    }
    return this.#engines[side];
  }

  #ask(node, player) {
    const { game } = this;
    const line = game.tree.line(node);
    const key = `${game.id} ${line.moves.join(" ")}`;
    if (this.#asked === key) return;
    this.#asked = key;
    const side = game.side(node);
    const began = performance.now();
    this.#engine(side, player.engine).search({
      line,
      options: { UCI_LimitStrength: Boolean(player.elo), ...(player.elo ? { UCI_Elo: player.elo } : {}), UCI_ShowWDL: true, MultiPV: 1, Hash: 16, Threads: 1 },
      go: this.#limits(player),
      oninfo: (info) => {
        if (info.wdl && (info.multipv ?? 1) === 1) this.told = { node, wdl: side === "w" ? info.wdl : [...info.wdl].reverse() };
      },
      ondone: (move) => {
        // A person should see that it was the other's turn.
        const rest = Math.max(0, PAUSE - (performance.now() - began));
        setTimeout(() => {
          if (this.#asked !== key || game !== this.game) return;
          this.#asked = null;
          if (move && move !== "(none)" && move !== "roll") this.play(move);
          else this.#app.notice(`${player.engine} gave no move. Take back, or resign for it.`);
        }, rest);
      },
    });
    this.#app.changed();
  }

  #limits(player) {
    const { clock } = this.game;
    if (clock) {
      const left = this.left();
      return `go wtime ${Math.round(left.w)} btime ${Math.round(left.b)} winc ${clock.increment} binc ${clock.increment}`;
    }
    return `go ${player.limit?.kind ?? "movetime"} ${player.limit?.value ?? 1000}`;
  }

  /** Lets the engine that thinks move at once. */
  hurry() {
    this.#engines[this.game.side(this.game.live)]?.stop();
  }

  /** Plays a turn in the running game. */
  async play(move) {
    const { game } = this;
    const before = game.live;
    const side = game.side(before);
    const looking = game.at === before;
    if (game.clock) {
      game.times[side] = this.left()[side] + game.clock.increment;
      this.#since = 0;
    }
    const node = game.tree.add(before, move, true);
    await this.#app.learn(node);
    if (game !== this.game || game.live !== before) return;
    game.live = node;
    if (looking) game.at = node;
    this.#app.say(game.rules.say(move, before.position, node.position));
    game.changed();
    this.update();
  }

  /** Takes back to the last turn of a person. */
  takeBack() {
    const { game } = this;
    this.#drop();
    let node = game.live;
    if (!node.parent) return;
    const persons = ["w", "b"].filter((side) => game.players[side].kind === "person").length;
    do node = node.parent;
    while (node.parent && persons === 1 && game.players[game.side(node)].kind !== "person");
    const gone = game.tree.path(game.live).find((each) => each.parent === node);
    game.live = game.at = node;
    game.tree.remove(gone);
    game.over = null;
    this.#since = 0;
    this.#app.say("Taken back");
    game.changed();
    this.update();
  }

  #drop() {
    if (!this.#asked) return;
    this.#asked = null;
    for (const side of ["w", "b"]) this.#engines[side]?.stop(true);
  }

  resign(side = this.#person()) {
    if (this.running) this.#end({ winner: other(side), points: 1, reason: "resign" });
  }

  agreeDraw() {
    if (this.running) this.#end({ winner: null, points: 0, reason: "agreed" });
  }

  #person() {
    const { game } = this;
    const here = game.side(game.live);
    if (game.players[here].kind === "person") return here;
    return game.players[other(here)].kind === "person" ? other(here) : here;
  }

  pause() {
    this.paused = !this.paused;
    if (this.paused) {
      this.#drop();
      if (this.game.times) this.game.times = this.left();
      this.#since = 0;
    } else this.update();
    this.#app.changed();
  }

  #end(over) {
    const { game } = this;
    this.#drop();
    if (game.times) game.times = this.left();
    this.#since = 0;
    game.over = over;
    this.#app.say(this.#app.resultText(game));
    game.changed();
    this.#halt();
    this.#app.ended(game);
  }

  /** Milliseconds left for both sides. */
  left() {
    const { game } = this;
    const left = { ...game.times };
    if (this.#since && this.running && !this.paused) left[game.side(game.live)] -= performance.now() - this.#since;
    return left;
  }

  #tick() {
    const { game } = this;
    if (!game?.clock || !this.running || !this.#since || this.paused) return;
    const side = game.side(game.live);
    const left = this.left();
    this.#app.showClocks(left);
    if (left[side] <= 0) {
      game.times = { ...left, [side]: 0 };
      this.#end({ winner: other(side), points: 1, reason: "time" });
    } else if (performance.now() - this.#clock > 1000) {
      // So that a reload loses a second at most.
      this.#clock = performance.now();
      game.times = left;
      this.#since = performance.now();
      game.save();
    }
  }
}
