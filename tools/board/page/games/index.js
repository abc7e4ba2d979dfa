// The games that this page can show.
// Not here: anything about one of them.

import { abak } from "./abak.js";
import { dameo } from "./dameo.js";
import { eximo } from "./eximo.js";

export const GAMES = [dameo, eximo, abak];

export const gameOf = (variant) => GAMES.find((game) => game.id === variant) ?? GAMES[0];
