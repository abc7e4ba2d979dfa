// Reading what a player pastes: our records and lines, positions, and what the server reads: moves, PGN, other sites' records.
// Not here: the formats.

import { GAMES, gameOf } from "./games/index.js";
import { post } from "./net/api.js";
import { readOwn } from "./state/record.js";

const MOST = 500;

const ASKED = { turn: "Which turn was played?", variant: "Of which game are these moves?", layout: "Is each line a game, or are all lines one game?" };
const ANSWERS = { lines: "Each line is a game", one: "All lines are one game" };

/** Where something is: `Game 1, line 3, turn 7`. */
const place = ({ game, line, ply }) => [game > 0 && `game ${game}`, line > 0 && `line ${line}`, ply > 0 && `turn ${ply}`].filter(Boolean).join(", ");
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export class Importer {
  #app;
  /** What came of the last import: `text`, `bad`, `choices` and `questions` as lists of `{ label, open }`, `details`. */
  note = null;

  constructor(app) {
    this.#app = app;
  }

  #tell(note) {
    this.note = note;
    this.#app.changed();
  }

  #fail = (error) => this.#tell({ bad: true, text: error.message });

  async read(text) {
    if (!text.trim()) return this.#tell({ bad: true, text: "Paste a text first." });
    try {
      const own = readOwn(text, this.#app.game.variant);
      if (own) return await this.#offer(own.map((each) => ({ ...each, players: each.tags?.P1 ? [each.tags.P1, each.tags.P2] : null, result: each.tags?.Result })));
      if (await this.#position(text)) return this.#tell({ text: "Imported." });
      return await this.#ask({ text }).catch((error) => this.#moves(text, error));
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Bare moves of the game on the board, if the server cannot be asked. */
  async #moves(text, error) {
    const words = text.trim().split(/\s+/).filter((word) => !/^\d+\.+$/.test(word));
    try {
      await this.#open({ variant: this.#app.game.variant, start: null, words });
    } catch {
      throw error;
    }
  }

  async #open(each, details = []) {
    const [first, second] = each.players ?? [];
    const names = first || second ? (gameOf(each.variant).first === "w" ? { w: first || "?", b: second || "?" } : { w: second || "?", b: first || "?" }) : null;
    await this.#app.loader.openLine({ ...each, names });
    this.#tell({ text: "Imported.", details });
  }

  async #offer(games, more = {}) {
    if (games.length === 1 && !more.questions?.length) return this.#open(games[0], more.details);
    const label = (each, at) => `${at + 1}. ${each.players?.some(Boolean) ? each.players.join(" – ") : gameOf(each.variant).name}${each.result ? `, ${each.result}` : ""}, ${each.words.length} turns`;
    return this.#tell({
      text: `${games.length} ${games.length === 1 ? "game" : "games"}${games.length > MOST ? `, the first ${MOST}` : ""}:`,
      choices: games.slice(0, MOST).map((each, at) => ({ label: label(each, at), open: () => this.#open(each).catch(this.#fail) })), ...more,
    });
  }

  /** A position of one of the games; whether it was. */
  async #position(text) {
    const start = text.trim().replace(/\s+/g, " ");
    if (!/[/:]/.test(start) || start.length > 400) return false;
    for (const variant of new Set([this.#app.game.variant, ...GAMES.map(({ id }) => id)])) {
      try {
        await this.#app.loader.openLine({ variant, start, words: [] });
        return true;
      } catch {
        // Then it is something else.
      }
    }
    return false;
  }

  /** Lets the server read it; what it cannot know, the player is asked. */
  async #ask(request) {
    const answer = await post("import", request);
    const { games = [], questions = [], notices = [], errors = [], unlisted = 0 } = answer.import ?? answer;
    const asked = questions.map((question) => ({
      label: `${sentence(place(question))}: ${ASKED[question.kind]}${question.text ? ` (${question.text})` : ""}`,
      answers: question.candidates.slice(0, 40).map((candidate) => ({
        label: question.kind === "variant" ? gameOf(candidate).name : ANSWERS[candidate] ?? candidate,
        open: () => this.#ask(this.#answered(request, question, candidate)).catch(this.#fail),
      })),
    }));
    const details = [...errors.map((error) => `${sentence(place(error))}: ${error.message}${error.nearest?.length ? ` Nearest: ${error.nearest.join(", ")}` : ""}`),
      ...notices.map((each) => `${sentence(place(each))}: ${each.message}`), unlisted > 0 && `and ${unlisted} more`].filter(Boolean);
    const found = games.map((game) => ({ variant: game.variant, start: game.position, words: game.moves, players: game.players, result: game.result, comments: game.comments }));
    if (!found.length) return this.#tell({ bad: !asked.length, text: asked.length ? "A question first:" : "No game was found in this text.", questions: asked, details });
    return this.#offer(found, { questions: asked, details, bad: errors.length > 0 });
  }

  #answered(request, { kind, game, ply }, candidate) {
    if (kind === "variant") return { ...request, variant: candidate };
    if (kind === "layout") return { ...request, layout: candidate };
    return { ...request, choices: [...(request.choices ?? []), { game, ply, text: candidate }] };
  }
}
