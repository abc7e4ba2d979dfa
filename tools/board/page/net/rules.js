// The rules' side of the server: questions about lines, each answered once, in order, also after a lost connection.
// Not here: what is done with the answers.

import { lineKey, positionCommand } from "./line.js";
import { Pipe } from "./pipe.js";

export class Rules {
  #pipe = new Pipe("ws/rules");
  #waiting = [];
  #variant = "";
  #line = "";
  #error = null;
  /** Called with true when the server answers, with false when it is lost. */
  onconnected = () => {};

  constructor() {
    this.#pipe.online = (text) => this.#hear(text);
    this.#pipe.onlost = () => this.onconnected(false);
    this.#pipe.onopen = () => {
      this.#variant = this.#line = "";
      this.#error = null;
      for (const question of this.#waiting) this.#send(question);
      this.onconnected(true);
    };
    this.#pipe.start();
  }

  retry() {
    this.#pipe.retry();
  }

  /** Asks `query <what>` about a line; the answer is the words after `response`, or an Error with the refusal. */
  ask(line, what) {
    return new Promise((resolve, reject) => {
      const question = { line, what, resolve, reject };
      this.#waiting.push(question);
      this.#send(question);
    });
  }

  #send({ line, what }) {
    if (!this.#pipe.open) return;
    if (this.#variant !== line.variant) {
      this.#pipe.send(`setoption name UCI_Variant value ${line.variant}`);
      this.#variant = line.variant;
      this.#line = "";
    }
    const key = lineKey(line);
    if (this.#line !== key) {
      this.#pipe.send(positionCommand(line));
      this.#line = key;
    }
    this.#pipe.send(`query ${what}`);
  }

  #hear(text) {
    const refusal = /^info string ERROR ([a-z0-9-]+): (.*)$/.exec(text);
    if (refusal) {
      // The first error is the cause; those after it follow from it.
      this.#error ??= Object.assign(new Error(refusal[2]), { code: refusal[1] });
    } else if (text === "response" || text.startsWith("response ")) {
      const question = this.#waiting.shift();
      const error = this.#error;
      this.#error = null;
      if (error) question?.reject(error);
      else question?.resolve(text.slice("response ".length));
    }
  }
}

/** Reads the answer to `query steps`. */
export function readSteps(text) {
  const steps = { roll: false, next: [], end: null, captured: [], board: "" };
  const words = text.split(" ");
  for (let at = 0; at < words.length; ) {
    const word = words[at++];
    if (word === "board") {
      steps.board = words.slice(at).join(" ");
      break;
    }
    if (word === "roll") steps.roll = true;
    else if (word === "end") steps.end = words[at++];
    else if (word === "next" || word === "captured") {
      while (at < words.length && !["end", "captured", "board"].includes(words[at])) steps[word].push(words[at++]);
    }
  }
  return steps;
}
