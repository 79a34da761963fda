// The game and the settings in the storage of the browser, and records as files.

const PREFIX = "keltis-play-";

/** A stored text, or null if there is none or storage is not allowed. */
export function load(key) {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Store a text; without storage the game goes on, but is not kept. */
export function store(key, text) {
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    // Private windows can refuse it.
  }
}

/** Remove a stored text. */
export function forget(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // As above.
  }
}

/** Give the visitor a text as a file. */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
