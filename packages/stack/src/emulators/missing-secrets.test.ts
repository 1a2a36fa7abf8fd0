import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { missingSecrets } from './missing-secrets.ts';

it('missingSecrets names the file, the secret without a value, and the functions that need it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'missing-secrets-'));
  try {
    writeFileSync(join(directory, '.secret.local'), 'SET=1\nEMPTY=\n');
    const needs = (name: string, ...keys: string[]) => ({
      name,
      entryPoint: name,
      region: 'us-central1',
      secretEnvironmentVariables: keys.map((key) => ({ key })),
    });
    const other = {
      name: 'other',
      entryPoint: 'other',
      region: 'us-central1',
      secretEnvironmentVariables: null,
    };
    const functionTriggers = [needs('hello', 'SET', 'EMPTY', 'API_KEY'), needs('pay', 'API_KEY'), other];
    expect(missingSecrets({ directory, functionTriggers })).toEqual([
      expect.stringMatching(/\.secret\.local has no EMPTY, which hello needs: it is empty here$/),
      expect.stringMatching(/\.secret\.local has no API_KEY, which hello, pay need: it is empty here$/),
    ]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
