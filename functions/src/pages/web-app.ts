// The built web app as used by functions: the app shell that Hosting serves, and the server bundle
// that renders pages. Both come from the web build and lie next to this bundle (build.ts); nothing
// of the web app's source is imported.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ShopSettings } from '@savepoint/model/settings';
import { hostingUrl } from '../config/settings.ts';
import { log } from '../logs/log.ts';
import type { PageReader } from './page-reader.ts';
import { ReadCache } from './read-cache.ts';

const FETCH_TIMEOUT_MS = 5_000;
const SHELL_CACHE_SECONDS = 60;

/** The exports of web/src/ssr/server.tsx. */
interface PageRenderer {
  servePage(request: {
    readonly address: string;
    readonly origin: string;
    readonly shell: string;
    readonly read: PageReader;
    readonly readSettings: () => Promise<ShopSettings>;
  }): Promise<{ readonly status: number; readonly html: string } | undefined>;
  serveCatalogue(read: PageReader): Promise<unknown>;
}

const bundledFile = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let renderer: Promise<PageRenderer> | undefined;

/** The server bundle; undefined if the web app was not built before the functions. */
export async function loadPageRenderer(): Promise<PageRenderer | undefined> {
  const file = bundledFile('./page/server.js');
  if (renderer === undefined && !existsSync(file)) return undefined;
  renderer ??= import(file) as Promise<PageRenderer>;
  return renderer;
}

const shellCache = new ReadCache({ seconds: SHELL_CACHE_SECONDS, maxEntries: 1, now: Date.now });

/**
 * The app shell as Hosting serves it now. Its scripts are named by their content, so an older shell
 * would request missing files. If Hosting does not respond, it is the shell of the last build.
 */
export function loadShell(): Promise<string> {
  return shellCache.read('shell', () =>
    fetchShell().catch((error: unknown) => {
      log.warn('app-shell-not-fetched', { reason: String(error) });
      return readFileSync(bundledFile('./shell.html'), 'utf8');
    }),
  );
}

async function fetchShell(): Promise<string> {
  const url = `${hostingUrl()}/shell`;
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`);
  return response.text();
}
