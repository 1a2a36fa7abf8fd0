import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFiles } from '../config/find-files.ts';
import type { Site } from '../config/firebase-json.ts';
import type { Project } from '../config/project.ts';
import { UserError } from '../user-error.ts';

/**
 * Matches scripts without a src that a browser executes. Scripts with a type, such as JSON-LD, are
 * data.
 */
const INLINE_SCRIPT = /<script(?![^>]*\b(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The `'sha256-...'` source expression of each inline script of a page (CSP Level 3, section
 * 2.3.1).
 */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script as string)
        .digest('base64')}'`,
  );
}

/**
 * Checks that the Content-Security-Policy in firebase.json allows the inline scripts of the built
 * pages by hash.
 * @throws UserError with the hash to add
 */
export function checkContentSecurityPolicy({ firebase, config }: Project): string {
  const results = firebase.sites.flatMap((site) => {
    const { folder } = site;
    if (folder === undefined) return [];
    const pages = config.deploy?.pages ?? findFiles(folder, '*.html');
    return pages.map((page) => `${countAllowedScripts(site, join(folder, page), page)} of ${page}`);
  });
  return results.length === 0 ? 'no pages' : `allows the inline scripts by hash: ${results.join(', ')}`;
}

function countAllowedScripts({ entry }: Site, file: string, page: string): number {
  const policies = (entry.headers ?? [])
    .flatMap((rule) => rule.headers)
    .filter((header) => header.key === 'Content-Security-Policy')
    .map((header) => header.value);
  const hashes = inlineScriptHashes(readFileSync(file, 'utf8'));
  const blocked = hashes.filter((hash) => policies.some((policy) => !policy.includes(hash)));
  if (blocked.length > 0) {
    throw new UserError(
      `The Content-Security-Policy blocks an inline script of ${page}`,
      `In script-src of firebase.json, replace the old hash with ${blocked.join(' ')}.`,
    );
  }
  return hashes.length;
}
