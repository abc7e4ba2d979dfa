// Keys that work everywhere on the page.
// Not here: keys on the places of the board, which the board hears first.

/** The keys, for the help and for the page: what is pressed, what it does. */
export const KEYS = [
  ["← →", "one move back, one move on"],
  ["↑ ↓", "the variation before, the next one; on the board: move the focus"],
  ["Home End", "to the beginning, to the end"],
  ["Enter", "on the board: pick or put; plays a turn that is entered"],
  ["Backspace", "undoes a step of the turn"],
  ["Escape", "puts the picked piece back"],
  ["Space", "throws the dice; in Analysis plays the best move"],
  ["s", "the other die first"],
  ["b", "to the board"],
  ["f", "turns the board"],
  ["h", "a hint"],
  ["a", "engine on or off"],
  ["x", "what is threatened: the other side to move"],
  ["n", "next error of the review"],
  ["?", "this help"],
];

export function listenKeys(app) {
  const actions = {
    ArrowLeft: () => app.walk("back"),
    ArrowRight: () => app.walk("on"),
    ArrowUp: () => app.walk("up"),
    ArrowDown: () => app.walk("down"),
    Home: () => app.walk("first"),
    End: () => app.walk("last"),
    Enter: () => app.entry.confirm(),
    Backspace: () => app.entry.undo(),
    Escape: () => app.escape(),
    " ": () => app.space(),
    s: () => app.swapDice(),
    b: () => app.focusBoard(),
    f: () => app.flip(),
    h: () => app.hint(),
    a: () => app.toggleAnalysis(),
    x: () => app.threat(),
    n: () => app.nextError(),
    "?": () => app.help(),
  };
  // A button that was clicked does not keep the keys of the page.
  document.addEventListener("click", (event) => {
    if (event.detail > 0 && !event.target.closest("dialog")) event.target.closest("button")?.blur();
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const { target } = event;
    if (document.querySelector("dialog[open]")) return;
    if (target.closest("input:not([type=checkbox]), textarea, select")) return;
    // Buttons keep their own keys.
    if ((event.key === "Enter" || event.key === " ") && target.closest("button, a, summary, input, [role=tab]")) return;
    const action = actions[event.key];
    if (!action) return;
    action();
    event.preventDefault();
  });
}
