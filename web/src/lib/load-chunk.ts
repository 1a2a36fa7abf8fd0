// Loads chunks that may be unavailable: a request was dropped, or a deployment has replaced the
// files of this page.

/**
 * Session storage key with the chunk that the page was last reloaded for. Also used by the inline
 * script of index.html.
 */
const RELOADED_KEY = 'savepoint:reloaded-for';

/** A chunk could not be loaded, twice. Error boundaries reload the page once for it. */
export class ChunkError extends Error {
  readonly chunk: string;
  constructor(chunk: string, cause: unknown) {
    super(`The page '${chunk}' failed to load.`, { cause });
    this.chunk = chunk;
  }
}

/** Forgets the reload for a chunk that has since been loaded. */
export function forgetReload(chunk: string): void {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === chunk) sessionStorage.removeItem(RELOADED_KEY);
  } catch {
    // Without session storage: it is refused, or this is the server.
  }
}

/**
 * True if the page may be reloaded for a chunk: once, and only if session storage can remember
 * that.
 */
export function claimReload(chunk: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === chunk) return false;
    sessionStorage.setItem(RELOADED_KEY, chunk);
    return true;
  } catch {
    // The first attempt could not be distinguished from an endless loop.
    return false;
  }
}

/**
 * Loads a chunk with a dynamic import, and retries once. Rejects with a ChunkError, which is
 * logged.
 */
export async function loadChunk<T>(chunk: string, load: () => Promise<T>): Promise<T> {
  try {
    const loaded = await load().catch(load);
    forgetReload(chunk);
    return loaded;
  } catch (cause) {
    const error = new ChunkError(chunk, cause);
    console.error(error.message, cause);
    throw error;
  }
}
