// The dialogs of settings and of help.
// Not here: what the settings change.

import { close, open } from "../lib/dialog.js";
import { button, check, choice, el, svg } from "../lib/dom.js";
import { KEYS } from "../keys.js";
import { dress, set, settings } from "../state/settings.js";

export function settingsDialog(app) {
  const put = (name) => (value) => {
    set(name, value);
    dress();
    app.changed();
  };
  const box = (name, label) => check(label, settings[name], put(name), { id: `set-${name}` });
  open("Settings", el("section", { class: "settings" },
    choice("Theme", "theme", [["auto", "System"], ["light", "Light"], ["dark", "Dark"], ["contrast", "High contrast"]], settings.theme, put("theme")),
    choice("Board", "wood", [["wood", "Wood"], ["green", "Green"], ["blue", "Blue"], ["grey", "Grey"]], settings.wood, put("wood")),
    choice("Pieces glide", "animate", [["auto", "System"], ["on", "Yes"], ["off", "No"]], settings.animate, put("animate")),
    box("coordinates", "Show coordinates"),
    box("showMovable", "Mark what can move"),
    box("forced", "Forced steps play themselves"),
    box("chances", "Show the bar of chances while playing"),
    el("h3", { text: "Dice" }),
    box("autoThrow", "Throw by itself when it is my turn"),
    box("confirm", "Ask before a turn is played"),
    box("clickPlays", "A click on a checker plays the die on show"),
    el("div", { class: "actions end" }, button("Done", close, { class: "button main", id: "settings-done" }))));
}

/** How to play the game on the board, how to enter turns, and the keys. */
export function helpDialog(app) {
  const { rules } = app.game;
  const pieces = Object.values(rules.kinds);
  const picture = (symbol) => svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("g", { class: "piece white" }, svg("use", { href: `#${symbol}`, width: 100, height: 100 })));
  open("Help", el("section", { class: "help" },
    el("h3", { text: `How to play ${rules.name}` }),
    el("p", { text: rules.goal }),
    el("ul", {}, rules.how.map((text) => el("li", { text }))),
    pieces.length > 1 && el("ul", { class: "legend" }, pieces.map(({ symbol, name }) => el("li", {}, picture(symbol), name))),
    el("h3", { text: "How to enter a turn" }),
    el("p", { text: "Click a piece and then where it goes, or drag it there; rings show what can move, dots where to. A turn of several steps is entered step by step." }),
    rules.dice && el("p", { text: "A click on a checker plays the die that lies first; click the dice to swap them. Dragging plays any die. When all is entered, “Play this turn” ends the turn; until then you can undo each step." }),
    el("h3", { text: "Keys" }),
    el("dl", { class: "keys" }, KEYS.map(([keys, text]) => [el("dt", {}, keys.split(" ").map((key) => el("kbd", { text: key }))), el("dd", { text })])),
    el("div", { class: "actions end" }, button("Close", close, { class: "button main", id: "help-close" }))));
}
