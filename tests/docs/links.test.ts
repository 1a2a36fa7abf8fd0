// Links between documents break silently when a page or a heading is renamed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '..', '..');

/** A document without its blocks of code. */
const readProse = (path: string) =>
  readFileSync(join(REPOSITORY, path), 'utf8').replaceAll(/^ *(`{3,})[^`]*?$.*?^ *\1 *$/gms, '');

/** GitHub's anchor for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** The relative links of a document whose file or heading is missing. */
function brokenLinks(path: string): string[] {
  const links = [...readProse(path).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)];
  return links.flatMap(([, inline, defined]) => {
    const link = inline ?? defined ?? '';
    if (/^[a-z]+:/.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(REPOSITORY, target))) return [link];
    if (anchor === undefined || !target.endsWith('.md')) return [];
    const headings = [...readProse(target).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      anchorOf(heading),
    );
    return headings.includes(anchor) ? [] : [link];
  });
}

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: REPOSITORY,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(REPOSITORY, path)));

describe('the relative links of the documents', () => {
  it('lead to files and headings that exist', () => {
    const broken = documents.flatMap((path) => brokenLinks(path).map((link) => `${path}: ${link}`));
    expect(broken).toEqual([]);
  });
});
