// `npm run check:width`: tables and prose of Markdown files, and comments, fit on the screen.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface WideText {
  /** 1-based. */
  readonly line: number;
  readonly kind: 'cell' | 'line' | 'comment';
  readonly width: number;
}

export const CELL_WIDTH_MAX = 80;
export const LINE_WIDTH_MAX = 100;
const CHECKED = ['*.md', '*.ts', '*.tsx', '*.js', '*.mjs', '*.cjs', '*.sh', '*.yml'];
/** Files of other projects. */
const NOT_CHECKED = /^tests\/kit\/projects\/|^tests\/foreign\/.+\//;

/** The cells of a row of a table. `\|` is a character of a cell. */
function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/**
 * True if a line cannot be wrapped: it is one word, such as a link, after its indentation or
 * bullet.
 */
function isUnbreakable(line: string): boolean {
  return !line.replace(/^\s*(?:(?:[-*+]|\d+\.)\s+)?/, '').includes(' ');
}

/** The cells over 80 characters and the lines of prose over 100. Code blocks may have any width. */
export function findWideText(text: string): WideText[] {
  const found: WideText[] = [];
  let fence: string | undefined;
  text.split('\n').forEach((content, index) => {
    const line = index + 1;
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(content) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && content.trim() === mark) fence = undefined;
    } else if (mark !== undefined) {
      fence = mark;
    } else if (content.trimStart().startsWith('|')) {
      const width = Math.max(...cellsOf(content).map((cell) => cell.length));
      if (width > CELL_WIDTH_MAX && !/^[\s|:-]+$/.test(content)) found.push({ line, kind: 'cell', width });
    } else if (content.length > LINE_WIDTH_MAX && !isUnbreakable(content)) {
      found.push({ line, kind: 'line', width: content.length });
    }
  });
  return found;
}

/** The comment-only lines over 100 characters. */
export function findWideComments(text: string): WideText[] {
  return text.split('\n').flatMap((content, index) => {
    const [, comment] = /^\s*(?:\/\/|\/?\*+|#)\s+(.*)$/.exec(content) ?? [];
    if (content.length <= LINE_WIDTH_MAX || comment === undefined) return [];
    if (!comment.includes(' ') || /^(?:biome-ignore|@vitest-environment)/.test(comment)) return [];
    return [{ line: index + 1, kind: 'comment', width: content.length }];
  });
}

function trackedFiles(): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...CHECKED], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !NOT_CHECKED.test(path));
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const findings = trackedFiles().flatMap((path) =>
    (path.endsWith('.md') ? findWideText : findWideComments)(readFileSync(path, 'utf8')).map(
      ({ line, kind, width }) => `${path}:${line}  a ${kind} of ${width} characters`,
    ),
  );
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) {
    console.error(
      `${findings.length} wide texts. A cell has at most ${CELL_WIDTH_MAX} characters, a line of prose or a comment ${LINE_WIDTH_MAX}.`,
    );
    process.exitCode = 1;
  }
}
