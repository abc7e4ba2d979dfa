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

export function listenKeys(commands, app) {
  const actions = {
    ArrowLeft: () => commands.walk("back"),
    ArrowRight: () => commands.walk("on"),
    ArrowUp: () => commands.walk("up"),
    ArrowDown: () => commands.walk("down"),
    Home: () => commands.walk("first"),
    End: () => commands.walk("last"),
    Enter: () => app.entry.confirm(),
    Backspace: () => app.entry.undo(),
    Escape: () => commands.escape(),
    " ": () => commands.space(),
    s: () => commands.swapDice(),
    b: () => commands.focusBoard(),
    f: () => commands.flip(),
    h: () => commands.hint(),
    a: () => commands.toggleAnalysis(),
    x: () => commands.threat(),
    n: () => commands.nextError(),
    "?": () => commands.help(),
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
