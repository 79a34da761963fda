// Texts in the storage of the browser.

const PREFIX = "keltis-";

/** A stored text, or null if there is none or storage is not allowed. */
export function load(key) {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Store a text, or remove what is stored. Without storage the game continues, but is not saved. */
export function store(key, text) {
  try {
    if (text === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, text);
  } catch {
    // Private windows can refuse it.
  }
}
