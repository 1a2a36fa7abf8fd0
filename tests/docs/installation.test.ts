import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { installation } from '../packages/installation.ts';

it('pack:packages prints the flags and commands that the README of savepoint names', () => {
  const printed = installation(['/tmp/savepoint.tgz', '/tmp/stack.tgz']);
  expect(printed).toContain('npm install --save-dev --ignore-scripts /tmp/savepoint.tgz /tmp/stack.tgz\n');
  const readme = readFileSync(new URL('../../packages/savepoint/README.md', import.meta.url), 'utf8');
  for (const command of ['--ignore-scripts', 'npm rebuild node', 'npm approve-scripts node']) {
    expect(readme).toContain(`\`${command}\``);
    expect(printed).toContain(command);
  }
});
