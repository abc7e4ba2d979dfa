// The start of the page: its settings, symbols, buttons and keys, and the game of this tab.
// Not here: what happens then (app, commands).

import { App } from "./app.js";
import { listenKeys } from "./keys.js";
import { byId } from "./lib/dom.js";
import { VIEWS } from "./panels/index.js";
import { dress } from "./state/settings.js";
import * as storage from "./state/storage.js";

/** Follows what the system wants while the page is open. */
function followSystem(app) {
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"]) {
    matchMedia(query).addEventListener("change", () => {
      dress();
      app.changed();
    });
  }
}

/** Puts the symbols of the pieces into the document, where `use` finds them. */
async function loadPieces() {
  const text = await (await fetch("pieces.svg")).text();
  const pieces = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  pieces.id = "pieces";
  pieces.setAttribute("aria-hidden", "true");
  byId("pieces").replaceWith(pieces);
}

async function start() {
  dress();
  const app = new App();
  followSystem(app);
  listenKeys(app.commands, app);
  byId("settings").onclick = () => app.commands.settings();
  byId("help").onclick = () => app.commands.help();
  for (const tab of document.querySelectorAll("nav [data-view]")) tab.onclick = () => app.show(tab.dataset.view);
  addEventListener("hashchange", () => app.loader.openLink());
  addEventListener("pagehide", () => app.game?.save());
  app.listEngines();
  await loadPieces();
  if (!(await app.loader.openLink())) {
    await app.loader.openLast();
    const view = storage.load("view", "play");
    app.show(app.game.mode === "study" && view === "play" ? "analysis" : VIEWS[view] ? view : "play");
  }
  document.documentElement.dataset.ready = "true";
}

start();
