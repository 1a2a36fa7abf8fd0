import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runKitCommand } from '../support/kit-command.ts';
import { writeProject } from './foreign-project.ts';

it("init --editor adds a configuration to the user's own, once, and explains its use", async () => {
  const mine = '{\n  // mine\n  "configurations": [\n    { "name": "web" }\n  ]\n}\n';
  const folder = writeProject({ 'firebase.json': '{}', '.vscode/launch.json': mine });
  const file = join(folder, '.vscode', 'launch.json');
  const first = await runKitCommand(['init', '--editor'], { folder });
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(
    /^\.vscode\/launch\.json has a new configuration "Functions \(Savepoint\)"\.$/m,
  );
  expect(first.stdout).toMatch(/^Run npx savepoint start --inspect-functions, then .*\(F5\)\.$/m);
  const written = readFileSync(file, 'utf8');
  expect(written).toMatch(/\/\/ mine[\s\S]*"name": "web"[\s\S]*"name": "Functions \(Savepoint\)"/);
  const again = await runKitCommand(['init', '--editor'], { folder });
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(again.stdout).toContain('is unchanged');
  expect(readFileSync(file, 'utf8')).toBe(written);
});
