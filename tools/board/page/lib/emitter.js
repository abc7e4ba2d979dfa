// Events: who wants to hear of a change says so here.
// Not here: what changes.

export class Emitter {
  #listeners = new Map();

  /** Calls `listener` at each event of that name; the answer ends it. */
  on(name, listener) {
    const known = this.#listeners.get(name) ?? [];
    this.#listeners.set(name, [...known, listener]);
    return () => this.#listeners.set(name, this.#listeners.get(name).filter((other) => other !== listener));
  }

  emit(name, ...details) {
    for (const listener of this.#listeners.get(name) ?? []) listener(...details);
  }
}
