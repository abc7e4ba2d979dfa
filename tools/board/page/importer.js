// Reading what a player pastes: our records and lines, positions, bare moves, and what only the server can read.
// Not here: the formats.

import { GAMES, gameOf } from "./games/index.js";
import { post } from "./net/api.js";
import { readOwn } from "./state/record.js";

const MOST = 500;

export class Importer {
  #app;
  /** What came of the last import: `{ text, bad, choices }`; choices are `{ label, open }`. */
  note = null;

  constructor(app) {
    this.#app = app;
  }

  #tell(note) {
    this.note = note;
    this.#app.changed();
  }

  async read(text) {
    if (!text.trim()) return this.#tell({ bad: true, text: "Paste a text first." });
    try {
      const own = readOwn(text, this.#app.game.variant);
      if (own) return await this.#offer(own.map((each) => ({ ...each, players: each.tags?.P1 ? [each.tags.P1, each.tags.P2] : null, result: each.tags?.Result })));
      if (await this.#plain(text)) return this.#tell({ text: "Imported." });
      return await this.#foreign(text);
    } catch (error) {
      return this.#tell({ bad: true, text: error.message });
    }
  }

  async #open(each) {
    const [first, second] = each.players ?? [];
    const names = first || second ? (gameOf(each.variant).first === "w" ? { w: first, b: second } : { w: second, b: first }) : null;
    await this.#app.library.openLine({ ...each, names });
    this.#tell({ text: "Imported." });
  }

  async #offer(games) {
    if (games.length === 1) return this.#open(games[0]);
    const label = (each, at) => `${at + 1}. ${each.players?.join(" – ") ?? gameOf(each.variant).name}${each.result ? `, ${each.result}` : ""}, ${each.words.length} turns`;
    return this.#tell({ text: `${games.length} games${games.length > MOST ? `, the first ${MOST}` : ""}:`, choices: games.slice(0, MOST).map((each, at) => ({
      label: label(each, at), open: () => this.#open(each).catch((error) => this.#tell({ bad: true, text: error.message })),
    })) });
  }

  /** A position or bare moves of one of the games; whether it was. */
  async #plain(text) {
    const start = text.trim().replace(/\s+/g, " ");
    const words = start.split(" ").filter((word) => !/^\d+\.+$/.test(word));
    for (const variant of new Set([this.#app.game.variant, ...GAMES.map(({ id }) => id)])) {
      for (const wish of [{ variant, start, words: [] }, { variant, start: null, words }]) {
        try {
          await this.#app.library.openLine(wish);
          return true;
        } catch {
          // Then it is something else.
        }
      }
    }
    return false;
  }

  async #foreign(text) {
    const answer = await post("import", { text });
    const games = (answer.games ?? []).filter((game) => game.moves);
    if (!games.length) return this.#tell({ bad: true, text: answer.message ?? "No game was found in this text." });
    return this.#offer(games.map((game) => ({ variant: game.variant, start: game.position ?? null, words: game.moves, players: game.players, result: game.result })));
  }
}
