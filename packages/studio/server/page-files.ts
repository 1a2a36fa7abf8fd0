// Serves the built page. File names contain a content hash, so browsers cache them; the page itself
// contains the token and is never cached.
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { sendError } from './responses.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const ASSET = /^\/assets\/[\w.-]+$/;
/** Replaced with the token when the page is sent. index.html contains it in a meta element. */
const TOKEN_PLACEHOLDER = '__STUDIO_TOKEN__';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // React and the virtual list set style attributes.
  "style-src 'self' 'unsafe-inline'",
  // Storage files are fetched with the token and then shown from memory.
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

/**
 * Documents may contain anything: only the page's own scripts run, and nothing is sent elsewhere.
 * `frames` are the URLs of pages that Studio shows in a frame.
 */
function contentSecurityPolicy(frames: readonly string[]): string {
  const origins = new Set(frames.map((url) => new URL(url).origin));
  return [...CONTENT_SECURITY_POLICY, `frame-src ${[...origins].join(' ') || "'none'"}`].join('; ');
}

const BUILDING = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Studio</title>
<p>Studio is being built. This page reloads until it is ready.</p></html>`;

/** Sends the page or another file from the build folder. */
export function sendPageFile(
  response: ServerResponse,
  path: string,
  { folder, token, frames }: { folder: string; token: string; frames: readonly string[] },
): void {
  if (ASSET.test(path) || path === '/favicon.svg') {
    const content = readIfExists(join(folder, path));
    if (content === undefined) {
      sendError(response, 404, `There is no ${path}. Reload the page.`);
      return;
    }
    response
      .writeHead(200, {
        'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      .end(content);
    return;
  }
  const page = readIfExists(join(folder, 'index.html'))?.toString('utf8') ?? BUILDING;
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(frames),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(page.replace(TOKEN_PLACEHOLDER, token));
}

function readIfExists(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
