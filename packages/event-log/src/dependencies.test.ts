import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the lock file has one copy of @opentelemetry/api, so that all packages share the registered tracer', () => {
  const lock = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', '..', 'package-lock.json'), 'utf8'),
  ) as { packages: Record<string, { version?: string }> };
  const copies = Object.entries(lock.packages).filter(([path]) =>
    path.endsWith('node_modules/@opentelemetry/api'),
  );
  expect(copies.map(([path]) => path)).toEqual(['node_modules/@opentelemetry/api']);
  expect(copies[0]?.[1].version).toMatch(/^1\.10\./);
});
