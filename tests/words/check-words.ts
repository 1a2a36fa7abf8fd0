// `npm run check:words`: reports retired words in names, code, comments and documents, each with
// the term to use instead.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RETIRED_WORDS, type RetiredWord } from './retired-words.ts';

export interface Finding {
  readonly path: string;
  /** 0 for the path itself. */
  readonly line: number;
  readonly found: string;
  readonly use: string;
}

const CHECKED = /\.(ts|tsx|js|mjs|cjs|css|html|json|md|rules|sh|ya?ml)$/;
/**
 * The lists of retired words, the changelog, which names what was renamed, and files that tools
 * write.
 */
const NOT_CHECKED = /^tests\/words\/|^CHANGELOG\.md$|(^|\/)package-lock\.json$/;
const DECLARATION =
  /\b(?:const|let|function|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)|^\s*(?:(?:readonly|static|async|private|get|set)\s+)*#?([A-Za-z_$][\w$]*)\??\s*(?=[(:])/g;

/**
 * Splits identifiers: `orderDesk` and `OrderDesk` become `order desk`, `ORDER_DESK` and
 * `order-desk.ts` stay recognisable.
 */
function splitIdentifiers(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_$]/g, ' ')
    .toLowerCase();
}

/**
 * The retired words of one file: in its path, in every line, and for words with scope `names` in
 * declared names only.
 */
export function findRetiredWords(
  path: string,
  text: string,
  words: readonly RetiredWord[] = RETIRED_WORDS,
): Finding[] {
  const isBelow = (prefixes: readonly string[]) => prefixes.some((prefix) => path.startsWith(prefix));
  const relevant = words.filter(
    ({ allowedIn = [], onlyIn }) => !isBelow(allowedIn) && (onlyIn === undefined || isBelow(onlyIn)),
  );
  const findings: Finding[] = [];
  const match = (line: number, content: string, candidates: readonly RetiredWord[]) => {
    for (const { pattern, use } of candidates) {
      const found = pattern.exec(content)?.[0];
      if (found !== undefined) findings.push({ path, line, found: found.trim(), use });
    }
  };
  match(0, splitIdentifiers(path).replace(/[-./]/g, ' '), relevant);
  const anywhere = relevant.filter(({ scope }) => scope === undefined);
  const inNames = relevant.filter(({ scope }) => scope === 'names');
  const isCode = /\.(ts|tsx|js|mjs|cjs)$/.test(path);
  text.split('\n').forEach((line, index) => {
    match(index + 1, splitIdentifiers(line), anywhere);
    if (!isCode) return;
    const names = [...line.matchAll(DECLARATION)].map(([, declared, member]) => declared ?? member ?? '');
    match(index + 1, names.map(splitIdentifiers).join(' , '), inNames);
  });
  return findings;
}

function trackedFiles(): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => CHECKED.test(path) && !NOT_CHECKED.test(path));
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const findings = trackedFiles().flatMap((path) => findRetiredWords(path, readFileSync(path, 'utf8')));
  for (const { path, line, found, use } of findings) console.error(`${path}:${line}  "${found}" -> ${use}`);
  if (findings.length > 0) {
    console.error(`${findings.length} retired words. docs/glossary.md says which terms to use.`);
    process.exitCode = 1;
  }
}
