import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/** The selectors of a style sheet with their enclosing conditions. */
function listSelectors(css: string): { selector: string; around: string }[] {
  const open: string[] = [];
  const found: { selector: string; around: string }[] = [];
  for (const [, prelude = '', end] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    if (end === '}') open.pop();
    if (end !== '{') continue;
    found.push({ selector: prelude.trim(), around: open.join(' ') });
    open.push(prelude.trim());
  }
  return found;
}

it('nothing changes under a finger: every :hover rule requires a device that can hover, because a tap would leave it on', () => {
  const files = globSync('**/*.css', { cwd: SOURCES });
  expect(files.length).toBeGreaterThan(10);
  const sticky = files.flatMap((file) =>
    listSelectors(readFileSync(join(SOURCES, file), 'utf8'))
      .filter(({ selector, around }) => selector.includes(':hover') && !around.includes('(hover: hover)'))
      .map(({ selector }) => `${file}: ${selector}`),
  );
  expect(sticky).toEqual([]);
});
