import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const LOCAL = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1', FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' };

function grantRole(args: readonly string[], env: NodeJS.ProcessEnv): { code: number | null; error: string } {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'grant-role.ts'), ...args],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    },
  );
  return { code: status, error: stderr };
}

describe('grant-role', { timeout: 30_000 }, () => {
  it.each([
    [['grnat', 'a@example.com'], /^Usage: .*grant\|revoke EMAIL/],
    [['grant'], /^Usage: .*grant\|revoke EMAIL/],
    [['grant', 'a@example.com', '--role', 'boss'], /^There is no role 'boss'\. The roles are: /],
  ])('exits with 1 and one line that says what was expected for %j', (args, message) => {
    const { code, error } = grantRole([...args, '--project', 'demo-grant-role'], LOCAL);
    expect(error).toMatch(message);
    expect(error.trim()).not.toContain('\n');
    expect(code).toBe(1);
  });

  it('asks for credentials for a real project', () => {
    const { code, error } = grantRole(['grant', 'a@example.com', '--project', 'real-shop'], {});
    expect(error).toMatch(/^real-shop is a real project: set GOOGLE_APPLICATION_CREDENTIALS/);
    expect(code).toBe(1);
  });

  it('rejects an emulator for a real project', () => {
    const { code, error } = grantRole(['grant', 'a@example.com', '--project', 'real-shop'], LOCAL);
    expect(error).toMatch(/^real-shop is a real project, but .*FIRESTORE_EMULATOR_HOST/);
    expect(code).toBe(1);
  });
});
