import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryPath } from '../config/repository.ts';
import { readFirebaseConfig } from '../emulators/firebase-config.ts';
import { UserError } from '../user-error.ts';

/** Scripts without a src that a browser executes; a script with another type, such as JSON-LD, is data. */
const INLINE_SCRIPT = /<script(?![^>]*\b(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g;

/** The `'sha256-...'` source expression of each inline script of a page (CSP Level 3, section 2.3.1). */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script as string)
        .digest('base64')}'`,
  );
}

/**
 * Checks that the Content-Security-Policy in firebase.json allows the inline scripts of the built page by hash.
 * @throws UserError with the hash to add
 */
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
      'The Content-Security-Policy blocks an inline script of shell.html',
      `In script-src of firebase.json, replace the old hash with ${blocked.join(' ')}.`,
    );
  }
  return `allows the ${hashes.length} inline script(s) of shell.html by hash`;
}
