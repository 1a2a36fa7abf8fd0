import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

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

const files = globSync('**/*.css', { cwd: SOURCES });
const rules = files.flatMap((file) =>
  listSelectors(readFileSync(join(SOURCES, file), 'utf8')).map((rule) => ({ file, ...rule })),
);

/** Rules by file, in the form of a readable failure. */
const listed = (found: readonly { file: string; selector: string }[]) =>
  found.map(({ file, selector }) => `${file}: ${selector}`);

/** Each selector of a list as its compounds, without the arguments of its pseudo-classes. */
function listCompounds(selector: string): string[][] {
  let plain = selector;
  while (plain.includes('(')) plain = plain.replaceAll(/\([^()]*\)/g, '');
  return plain.split(',').map((each) => each.trim().split(/\s*[\s>+~]\s*/));
}

it('reads the rules of all style sheets', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(rules.length).toBeGreaterThan(500);
  expect(listCompounds('.a:has(> b, c:not(.d)) > :is(e, f), g')).toEqual([['.a:has', ':is'], ['g']]);
});

it('nothing changes under a finger: every :hover rule requires a device that can hover, because a tap would leave it on', () => {
  const sticky = rules.filter(
    ({ selector, around }) => selector.includes(':hover') && !around.includes('(hover: hover)'),
  );
  expect(listed(sticky)).toEqual([]);
});

describe('a change in a page restyles only what it concerns', () => {
  it('no rule selects by what is anywhere in the document, because browsers would check it for each added element', () => {
    const global = rules.filter(({ selector }) =>
      /(:root|html|body)\S*:has\(|#root:has\(.*\)\s/.test(selector),
    );
    expect(listed(global)).toEqual([]);
  });

  it('a rule for others than the element with :has() names their class or element, because browsers keep one set of all those, which would be every element', () => {
    const unnamed = rules.filter(({ selector }) =>
      listCompounds(selector).some((compounds) => {
        const subject = compounds.at(-1) ?? '';
        return (
          compounds.slice(0, -1).some((each) => each.includes(':has')) && !/^(\w|[.#[]|:is)/.test(subject)
        );
      }),
    );
    expect(listed(unnamed)).toEqual([]);
  });

  it('no rule excludes the descendants of a class or state, because a change of it would restyle all of them', () => {
    const excluding = rules.filter(({ selector }) => /:not\([^()]*[.:#[][^()]* \*\)/.test(selector));
    expect(listed(excluding)).toEqual([]);
  });
});
