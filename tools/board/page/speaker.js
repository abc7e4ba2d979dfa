// What is said beside the board: the live region, notices, the lost connection.
// Not here: the words, which others give.

import { button, byId, el } from "./lib/dom.js";

/** Tells screen readers. */
export function say(text) {
  const live = byId("live");
  // The same words again must be heard again.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Shows a message until it is closed. */
export function notice(text) {
  const box = byId("notice");
  box.replaceChildren(el("span", { text }), button("Close", () => { box.hidden = true; }));
  box.hidden = false;
}

let connected = true;

/** Shows whether the board's program answers; `retry` tries at once. */
export function connection(there, retry) {
  const lost = byId("lost");
  lost.hidden = there;
  if (!there) lost.replaceChildren(el("span", { text: "The connection to the board's program is lost. It is tried again; nothing is lost." }), button("Try now", retry, { id: "retry" }));
  else if (!connected) say("Connected again");
  connected = there;
}

/** An engine has ended; if all is lost, that was told already. */
export function engineLost(name, reason) {
  if (connected) notice(`${name} has ended${reason ? ` (${reason})` : ""}. It is started again.`);
}
