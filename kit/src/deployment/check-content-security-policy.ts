// Owns the question whether the built page may run its own inline scripts: the content policy in firebase.json names each by its hash.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryPath } from '../config/repository.ts';
import { readFirebaseConfig } from '../emulators/firebase-config.ts';
import { UserError } from '../user-error.ts';

/** Scripts without a source that a browser would run; JSON-LD and the like are data. */
const INLINE_SCRIPT = /<script(?![^>]*\b(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g;

/** The `'sha256-...'` of each inline script of a page. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script as string)
        .digest('base64')}'`,
  );
}

/** Throws with the hash to add when the policy would block an inline script of the built page. */
export function checkContentSecurityPolicy(): string {
  const { hosting } = readFirebaseConfig();
  const policies = (hosting.headers ?? [])
    .flatMap((rule) => rule.headers)
    .filter((header) => header.key === 'Content-Security-Policy')
    .map((header) => header.value);
  const html = readFileSync(join(repositoryPath(hosting.public), 'shell.html'), 'utf8');
  const hashes = inlineScriptHashes(html);
  const blocked = hashes.filter((hash) => policies.some((policy) => !policy.includes(hash)));
  if (blocked.length > 0) {
    throw new UserError(
      `The content policy blocks an inline script of shell.html`,
      `Put ${blocked.join(' ')} into script-src of firebase.json in the place of the old hash.`,
    );
  }
  return `allows the ${hashes.length} inline script(s) of shell.html by hash`;
}
