// Local storage may be full, refused or malformed. Failures are logged as warnings and never
// thrown.

/** The stored text; null if there is none or storage cannot be read. */
export function readStored(key: string): string | null {
  // The server has no storage; that does not deserve a warning.
  if (typeof localStorage === 'undefined') return null;
  try {
    return localStorage.getItem(key);
  } catch (cause) {
    console.warn(`Could not read '${key}' from local storage.`, cause);
    return null;
  }
}

/** The stored JSON value; undefined if there is none or it is not JSON. */
export function readStoredJson(key: string): unknown {
  const text = readStored(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    console.warn(`The value of '${key}' in local storage is not JSON and is ignored.`, cause);
    return undefined;
  }
}

/** Stores text. Returns false on failure. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch (cause) {
    console.warn(`Could not save '${key}' to local storage.`, cause);
    return false;
  }
}

/** Removes a key from local storage. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch (cause) {
    console.warn(`Could not remove '${key}' from local storage.`, cause);
  }
}

/**
 * Calls back whenever another tab of this browser stores one of these keys, or clears all of them.
 * Returns the unsubscribe function.
 */
export function onStoredElsewhere(keys: readonly string[], listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
