// Owns local storage that may be full, forbidden or tampered with. Failures are warnings, never errors. Knows no keys.

/** The stored text, or null when there is none or storage cannot be read. */
export function readStored(key: string): string | null {
  // On the server nothing is stored, and that is no failure.
  if (typeof localStorage === 'undefined') return null;
  try {
    return localStorage.getItem(key);
  } catch (cause) {
    console.warn(`Could not read '${key}' from local storage.`, cause);
    return null;
  }
}

/** The stored JSON value, or undefined when there is none or it is no JSON. */
export function readStoredJson(key: string): unknown {
  const text = readStored(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    console.warn(`What is stored under '${key}' is no JSON and is ignored.`, cause);
    return undefined;
  }
}

/** Stores text; false when that failed. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch (cause) {
    console.warn(`Could not save '${key}' to local storage.`, cause);
    return false;
  }
}

/** Removes what is stored under a key. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch (cause) {
    console.warn(`Could not remove '${key}' from local storage.`, cause);
  }
}
