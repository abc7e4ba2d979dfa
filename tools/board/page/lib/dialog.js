// The one dialog of the page: what stands in it, and its title.
// Not here: what it says.

import { byId, el } from "./dom.js";

export const close = () => byId("dialog").close();

/** Shows what stands in the dialog; it is modal while it is open. */
export function open(title, ...content) {
  const dialog = byId("dialog");
  const heading = el("h2", { id: "dialog-title", tabindex: "-1", text: title });
  dialog.replaceChildren(heading, ...content.flat().filter(Boolean));
  if (dialog.open) return dialog;
  dialog.showModal();
  // From the top, not from the first button, which may be at the end.
  heading.focus();
  dialog.scrollTop = 0;
  return dialog;
}
