// Entering a turn step by step: picks, goals, undo, forced steps, confirmation.
// Not here: where steps are on the board, which the game says, and what becomes of the turn.

import { readSteps } from "./net/rules.js";
import { settings } from "./state/settings.js";

const GLIDE = 220;
const MANY = 400;

export class Entry {
  #rules;
  #ticket = 0;
  #doing = Promise.resolve();
  #answers = [];
  game = null;
  line = null;
  roll = null;
  begun = [];
  picked = null;
  swapped = false;
  /** Called when what is shown has changed, and with the text of a turn that is complete. */
  onchange = () => {};
  oncommit = () => {};
  /** Called with words about a step. */
  onsay = () => {};

  constructor(rules) {
    this.#rules = rules;
  }

  /** The answer to the steps entered so far; null while it is not known. */
  get steps() {
    return this.#answers.at(-1) ?? null;
  }

  get position() {
    return this.steps?.board ?? null;
  }

  /** Takes up a line, or none. */
  begin(game, line, roll) {
    const key = line ? `${line.variant}|${line.start}|${line.moves.join(" ")}` : "";
    if (key === this.key) return;
    this.key = key;
    this.#ticket += 1;
    Object.assign(this, { game, line, roll, begun: [], picked: null, swapped: false });
    this.#answers = [];
    if (line) this.#doing = this.#doing.then(() => this.#ask(this.#ticket));
  }

  /** Begins the same line once more. */
  again() {
    const { game, line, roll } = this;
    this.key = null;
    this.begin(game, line, roll);
  }

  async #query(begun) {
    return readSteps(await this.#rules.ask(this.line, ["steps", ...begun].join(" ")));
  }

  async #ask(ticket) {
    if (ticket !== this.#ticket) return;
    try {
      const steps = await this.#query(this.begun);
      if (ticket !== this.#ticket) return;
      this.#answers.push(steps);
      this.onchange();
      if (!this.begun.length && !steps.next.length && steps.end && settings.forced) setTimeout(() => ticket === this.#ticket && this.confirm(), 6 * GLIDE);
    } catch {
      // The line has changed under it; the next one asks anew.
    }
  }

  /** What can be done now: ways from place to place. */
  get ways() {
    return this.steps ? this.game.ways(this.steps.next, this.begun, this.position) : [];
  }

  /** The places with what can be done there: pick, picked, goal. */
  states() {
    const states = new Map();
    const add = (place, state) => states.set(place, [...new Set([...(states.get(place) ?? []), state])]);
    if (!this.steps) return states;
    for (const { from, to } of this.ways) {
      if (this.game.dice) {
        add(from, "can move");
        if (this.picked === from) add(to, "goal");
      } else if (to) add(to, "goal");
      else add(from, "can move");
    }
    if (!this.game.dice && this.begun.length === 1) {
      for (const { from } of this.#firstWays()) if (from !== this.begun[0]) add(from, "can move");
      add(this.begun[0], "picked");
    }
    if (!this.game.dice && this.begun.length > 1) add(this.begun.filter((step) => !step.startsWith("@")).at(-1), "picked");
    if (this.picked) add(this.picked, "picked");
    return states;
  }

  #firstWays() {
    return this.#answers.length ? this.game.ways(this.#answers[0].next, [], this.#answers[0].board) : [];
  }

  /** Goals of a place, to show them before it is picked (games whose steps name both ends). */
  goalsOf(place) {
    return this.game?.dice ? this.ways.filter((way) => way.from === place).map((way) => way.to) : [];
  }

  get done() {
    return Boolean(this.steps?.end && !this.steps.next.length);
  }

  /** A click, a tap or the enter key on a place. */
  press(place) {
    this.#then(() => (this.game.dice ? this.#pressPoint(place) : this.#pressSquare(place)));
  }

  /** A piece is taken up to be dragged; whether it can be. */
  pick(place) {
    if (!this.steps) return false;
    const can = this.game.dice ? this.ways.some((way) => way.from === place) :
      this.begun.at(-1) === place || this.#firstWays().some((way) => way.from === place && this.begun.length <= 1);
    if (!can) return false;
    this.#then(async () => {
      if (this.game.dice) this.picked = place;
      else if (this.begun.at(-1) !== place) await this.#start(place);
      this.onchange();
    });
    return true;
  }

  /** A piece that was dragged is let go on a place. */
  drop(from, to) {
    this.#then(async () => {
      this.picked = null;
      const way = this.ways.find((each) => each.to === to && (!this.game.dice || each.from === from));
      if (way) return this.#push(way.word);
      const words = await this.#route(from, to);
      if (!words) return this.cancel();
      for (const word of words) await this.#push(word, true);
      return this.#afterStep();
    });
  }

  /** Lets go of what was picked. */
  cancel() {
    this.picked = null;
    if (!this.game?.dice && this.begun.length === 1) this.undo();
    else this.onchange();
  }

  #then(action) {
    const ticket = this.#ticket;
    this.#doing = this.#doing.then(() => (ticket === this.#ticket && this.steps ? action() : null)).catch(() => {});
  }

  async #pressPoint(place) {
    const { ways, picked } = this;
    const goal = picked && ways.find((way) => way.from === picked && way.to === place);
    const from = ways.filter((way) => way.from === place);
    if (goal) {
      this.picked = null;
      await this.#push(goal.word);
    } else if (from.length && settings.clickPlays) {
      this.picked = null;
      await this.#push(this.game.preferred(from, this.dice).word);
    } else {
      this.picked = from.length && picked !== place ? place : null;
      this.onchange();
    }
  }

  async #pressSquare(place) {
    const way = this.ways.find((each) => (each.to ?? each.from) === place);
    if (way && this.begun.length) return this.#push(way.word);
    if (this.begun.length > 1) return null;
    if (this.begun[0] === place) return this.#back();
    if (this.#firstWays().some((each) => each.from === place)) return this.#start(place);
    return this.begun.length ? this.#back() : null;
  }

  async #start(place) {
    this.begun = [];
    this.#answers.length = 1;
    await this.#push(place);
  }

  get dice() {
    return this.game?.diceOf(this.roll, this.begun, this.swapped) ?? null;
  }

  async #push(word, quiet = false) {
    const ticket = this.#ticket;
    const begun = [...this.begun, word];
    const steps = await this.#query(begun);
    if (ticket !== this.#ticket) return;
    this.begun = begun;
    this.#answers.push(steps);
    this.onchange();
    this.#tell();
    if (!quiet) await this.#afterStep();
  }

  #words() {
    return this.begun.at(-1).replace("/", " to ").replace("*", ", hits").replace("@", "drop on ");
  }

  #tell() {
    const { begun, ways } = this;
    const goals = [...new Set(ways.map((way) => way.to).filter(Boolean))];
    if (this.done) {
      if (this.game.dice && settings.confirm) this.onsay(`${this.#words()}. The turn is complete: Enter plays it, Backspace undoes a step.`);
    } else if (this.game.dice) this.onsay(`${this.#words()}, the turn goes on`);
    else this.onsay(begun.length === 1 ? `${begun[0]} picked, goes to ${goals.join(", ")}` : `${this.#words()}, goes on to ${goals.join(", ")}`);
  }

  async #afterStep() {
    const { steps, begun } = this;
    if (this.done) {
      if (!this.game.dice || !settings.confirm) this.confirm();
      return;
    }
    const landed = this.game.dice ? begun.length : begun.length - 1;
    if (settings.forced && landed >= 1 && steps.next.length === 1 && !steps.end) {
      const ticket = this.#ticket;
      await new Promise((resolve) => setTimeout(resolve, GLIDE));
      if (ticket === this.#ticket && this.steps === steps) await this.#push(steps.next[0]);
    }
  }

  /** Steps that carry a piece to a place beyond the next one: the shortest way, if the rules know one. */
  async #route(from, to) {
    let asked = 0;
    let fringe = [{ words: [], steps: this.steps }];
    while (fringe.length) {
      const found = [];
      for (const { words, steps } of fringe) {
        const begun = [...this.begun, ...words];
        const at = words.length ? null : from;
        for (const way of this.game.ways(steps.next, begun, steps.board)) {
          const start = this.game.dice ? (at ?? words.last) : null;
          if (this.game.dice ? way.from !== start : !way.to || !begun.length) continue;
          const route = Object.assign([...words, way.word], { last: way.to });
          if (way.to === to) return route;
          if (way.to.startsWith("off") || (asked += 1) > MANY) continue;
          found.push({ words: route, steps: await this.#query([...this.begun, ...route]) });
        }
      }
      fringe = found;
    }
    return null;
  }

  #back() {
    this.begun = this.begun.slice(0, -1);
    this.#answers.length = this.begun.length + 1;
    this.picked = null;
    this.onchange();
  }

  /** Takes the last step back; false if there is none. */
  undo() {
    if (!this.begun.length || !this.steps) return false;
    this.#then(() => {
      this.#back();
      this.onsay("Step undone");
    });
    return true;
  }

  /** The other die first. */
  swap() {
    this.swapped = !this.swapped;
    this.onchange();
  }

  /** Plays the turn if it may end here. */
  confirm() {
    const end = this.steps?.end;
    if (!end) return false;
    this.#ticket += 1;
    this.key = null;
    this.oncommit(end);
    return true;
  }
}
