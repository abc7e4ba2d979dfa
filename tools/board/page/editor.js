// Setting up a position: a piece to put, places that take it, the fields of the text, and what the rules say to it.
// Not here: how it looks.

export class Editor {
  #app;
  #ticket = 0;
  position;
  letter = null;
  refusal = "";

  constructor(app, position) {
    this.#app = app;
    this.change(position);
  }

  /** Takes another position, and asks the rules whether they know it. */
  async change(position) {
    const app = this.#app;
    this.position = position;
    const ticket = (this.#ticket += 1);
    app.changed();
    try {
      await app.rules.ask({ variant: app.game.variant, start: position, moves: [] }, "position");
      if (ticket === this.#ticket) this.refusal = "";
    } catch (error) {
      if (ticket === this.#ticket) this.refusal = error.message;
    }
    app.changed();
  }

  /** Puts the chosen piece, or takes one away: an empty choice, or the same piece again. */
  press(place) {
    const { rules } = this.#app.game;
    const there = rules.letterAt(this.position, place);
    const away = !this.letter || place.startsWith("bar") || (there === this.letter && !rules.dice);
    this.change(rules.put(this.position, place, away ? null : this.letter));
  }

  pick(place) {
    return Boolean(this.#app.game.rules.letterAt(this.position, place));
  }

  drop(from, to) {
    const { rules } = this.#app.game;
    const letter = rules.letterAt(this.position, from);
    const lifted = rules.put(this.position, from, null);
    if (to.startsWith("bar")) this.change(rules.addToBar(lifted, letter));
    else this.change(to.startsWith("off") ? lifted : rules.put(lifted, to, letter));
  }

  /** Sets a field of the text, counted from 0. */
  field(at, value) {
    const words = this.position.split(" ");
    while (words.length <= at) words.push("0");
    words[at] = value;
    this.change(words.join(" "));
  }

  /** Takes a text that was typed; its canonical form if the rules know it. */
  async text(text) {
    const app = this.#app;
    const line = { variant: app.game.variant, start: text.trim().replace(/\s+/g, " "), moves: [] };
    try {
      await this.change(await app.rules.ask(line, "position"));
    } catch (error) {
      this.refusal = error.message;
      app.changed();
    }
  }
}
