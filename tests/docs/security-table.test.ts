import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { callersTable } from '../security/callers.ts';

it('docs/security.md lists the requests that the test of all servers sends', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('| request '));
  expect(table.slice(0, table.indexOf('\n\n'))).toBe(callersTable());
});
