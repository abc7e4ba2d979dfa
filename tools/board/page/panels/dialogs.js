// The dialogs of settings and of help.
// Not here: what the settings change.

import { button, byId, check, choice, el } from "../lib/dom.js";
import { KEYS } from "../keys.js";
import { dress, set, settings } from "../state/settings.js";

export function settingsDialog(app) {
  const dialog = byId("dialog");
  const put = (name) => (value) => {
    set(name, value);
    dress();
    app.changed();
  };
  const box = (name, label) => check(label, settings[name], put(name), { id: `set-${name}` });
  dialog.replaceChildren(el("section", { class: "settings", "aria-labelledby": "settings-title" },
    el("h2", { id: "settings-title", text: "Settings" }),
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
    el("div", { class: "actions end" }, button("Done", () => dialog.close(), { class: "button main", id: "settings-done" }))));
  dialog.showModal();
}

export function helpDialog() {
  const dialog = byId("dialog");
  dialog.replaceChildren(el("section", { class: "help", "aria-labelledby": "help-title" },
    el("h2", { id: "help-title", text: "Help" }),
    el("p", { text: "Click a piece and then where it goes, or drag it there. A turn of several steps is entered step by step, and is played when it is complete. In Abak a click on a checker plays the die that lies first; click the dice to swap them." }),
    el("h3", { text: "Keys" }),
    el("dl", { class: "keys" }, KEYS.map(([keys, text]) => [el("dt", {}, keys.split(" ").map((key) => el("kbd", { text: key }))), el("dd", { text })])),
    el("div", { class: "actions end" }, button("Close", () => dialog.close(), { class: "button main" }))));
  dialog.showModal();
}

