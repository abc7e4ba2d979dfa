// What this browser keeps: games and settings, as JSON under names of our own.
// Not here: what is in them.

const PREFIX = "tricorn.";

/** A stored value, or `otherwise` if there is none or it cannot be read. */
export function load(name, otherwise = null) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Keeps a value; false if the browser has no room for it. */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function remove(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // A browser that keeps nothing has nothing to remove.
  }
}

/** The names of all stored values that begin so, without that beginning. */
export function names(beginning) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + beginning)).map((key) => key.slice((PREFIX + beginning).length));
  } catch {
    return [];
  }
}

/** The game of this tab, which survives a reload but not another tab. */
export const tab = {
  get: () => {
    try {
      return sessionStorage.getItem(`${PREFIX}tab`);
    } catch {
      return null;
    }
  },
  set: (id) => {
    try {
      sessionStorage.setItem(`${PREFIX}tab`, id);
    } catch {
      // Then a reload begins anew.
    }
  },
};
