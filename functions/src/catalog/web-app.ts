// Owns what functions know of the built web app: the page that Hosting serves, and the bundle that fills it. Both are made
// by the web app's build and copied beside this bundle (build.ts); nothing of its source is imported.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { shopUrl } from '../config/settings.ts';
import { log } from '../logs/log.ts';
import type { PageRead } from './page-reader.ts';

const FETCH_TIMEOUT_MS = 5_000;
const SHELL_KEPT_MS = 60_000;

/** The exports of web/src/server.tsx. */
export interface PageRenderer {
  servePage(request: {
    readonly address: string;
    readonly origin: string;
    readonly shell: string;
    readonly read: (read: PageRead) => Promise<unknown>;
    readonly now: Date;
  }): Promise<{ readonly status: number; readonly html: string } | undefined>;
  serveCatalogue(read: (read: PageRead) => Promise<unknown>): Promise<unknown>;
}

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let maker: Promise<PageRenderer> | undefined;

/** The bundle that makes pages; undefined when the web app was not built before the functions. */
export async function loadPageRenderer(): Promise<PageRenderer | undefined> {
  const file = beside('./page/server.js');
  if (maker === undefined && !existsSync(file)) return undefined;
  maker ??= import(file) as Promise<PageRenderer>;
  return maker;
}

let kept: { readonly html: string; readonly until: number } | undefined;

/**
 * The web app's page as Hosting serves it now: its scripts are named after their content, so an older page would ask for
 * files that are gone. The page of the last build lies beside the bundle, for when Hosting does not answer.
 */
export async function readShell(): Promise<string> {
  if (kept !== undefined && kept.until > Date.now()) return kept.html;
  const html = await fetchShell().catch((error: unknown) => {
    log.warn('page-not-fetched', { reason: String(error) });
    return readFileSync(beside('./shell.html'), 'utf8');
  });
  kept = { html, until: Date.now() + SHELL_KEPT_MS };
  return html;
}

async function fetchShell(): Promise<string> {
  const origin = process.env.SAVEPOINT_HOSTING_URL ?? shopUrl();
  const answer = await fetch(`${origin}/shell`, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${origin}/shell answered ${answer.status}.`);
  return answer.text();
}
