// Games as texts: game records of the protocol, lists of moves, and reading them again.
// Not here: foreign formats, which the server reads.

import { GAMES } from "../games/index.js";

const ENDS = { resign: "adjudicated resign", agreed: "adjudicated level", time: "forfeit time" };
const quoted = (text) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

/** The game record of a game's main line. */
export function writeRecord(game, mark) {
  const { tree, rules } = game;
  const nodes = tree.path(game.mode === "play" ? game.live : tree.end());
  const [first, second] = rules.first === "w" ? ["w", "b"] : ["b", "w"];
  const last = nodes.at(-1);
  const over = game.over ?? (last.status?.over ? last.status : null);
  const tags = [["Format", "tricorn-game 1.0"], ["Variant", game.variant], ["Pair", String(game.dice.number ?? 0)], ["Game", "1"],
    ["P1", game.name(first)], ["P2", game.name(second)]];
  if (over) tags.push(["Result", mark({ over, rules })], ["End", ENDS[over.reason] ?? `rules ${over.reason}`]);
  const limit = (side) => (game.clock ? `tc=${game.clock.base / 1000}+${game.clock.increment / 1000}` : game.players[side].limit ? `${game.players[side].limit.kind}=${game.players[side].limit.value}` : "");
  tags.push(["Limits1", limit(first)], ["Limits2", limit(second)]);
  if (rules.dice && game.dice.by === "seed" && game.mode === "play") tags.push(["Seed", game.over ? game.dice.seed : ""]);
  tags.push(["Position", tree.start], ["Opening", "0"], ["Last", rules.dice && last.roll ? rules.withRoll(last.position, last.roll) : last.position ?? tree.start]);
  const lines = tags.filter(([name, value]) => name !== "Seed" || value).map(([name, value]) => `[${name} "${quoted(value)}"]`);
  return `${[...lines, ...nodes.slice(1).map((node) => node.move)].join("\n")}\n\n`;
}

/** The line of protocol up to what is looked at. */
export const writeLine = ({ start, moves }) => (moves.length ? `position fen ${start} moves ${moves.join(" ")}` : `position fen ${start}`);

/** Reads records and position lines of ours; null if the text is something else. Each is `{ variant, start, words, names }`. */
export function readOwn(text, variant) {
  const trimmed = text.trim();
  if (trimmed.startsWith("position ")) {
    const found = /^position (?:startpos|fen (.+?))(?: moves(?: (.*))?)?$/s.exec(trimmed);
    return found ? [{ variant, start: found[1] ?? null, words: (found[2] ?? "").split(/\s+/).filter(Boolean) }] : null;
  }
  if (!trimmed.startsWith("[Format")) return null;
  return trimmed.split(/(?=^\[Format )/m).map((block) => {
    const game = { variant, start: null, words: [], tags: {} };
    for (const line of block.split(/\r?\n/)) {
      const tag = /^\[(\w+) "(.*)"\]$/.exec(line);
      if (tag) game.tags[tag[1]] = tag[2].replace(/\\(.)/g, (_, letter) => (letter === "n" ? "\n" : letter));
      else if (line.trim() && !line.startsWith("#")) game.words.push(line.trim().split(/\s+/)[0]);
    }
    const known = GAMES.find(({ id }) => id === game.tags.Variant);
    if (known) game.variant = known.id;
    game.start = game.tags.Position || null;
    return game;
  });
}
