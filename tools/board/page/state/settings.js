// Settings of this browser, with what they are unless set.
// Not here: what they change.

import { load, save } from "./storage.js";

const USUAL = {
  theme: "auto",
  wood: "wood",
  animate: "auto",
  coordinates: true,
  forced: true,
  confirm: true,
  autoThrow: false,
  clickPlays: true,
  showMovable: true,
  chances: false,
  arrows: true,
  lines: 3,
  threads: 1,
  hash: 64,
  engine: "",
  depth: 0,
  judge: 20000,
};

export const settings = { ...USUAL, ...load("settings", {}) };

export function set(name, value) {
  settings[name] = value;
  save("settings", settings);
}

/** Whether pieces glide. */
export function moving() {
  if (settings.animate === "auto") return !matchMedia("(prefers-reduced-motion: reduce)").matches;
  return settings.animate === "on";
}

/** Puts theme and colours of the board on the document. */
export function dress() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const contrast = matchMedia("(prefers-contrast: more)").matches;
  const theme = settings.theme === "auto" ? (contrast ? "contrast" : dark ? "dark" : "light") : settings.theme;
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.wood = settings.wood;
  document.documentElement.classList.toggle("no-coordinates", !settings.coordinates);
  document.documentElement.classList.toggle("still", !moving());
}
