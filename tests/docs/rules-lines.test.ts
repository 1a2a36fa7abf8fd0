// The guides quote lines of firestore.rules, which move when rules are added above them.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const GUIDES = new URL('../../docs/guides/', import.meta.url);
const RULES = readFileSync(new URL('../../firestore.rules', import.meta.url), 'utf8').split('\n');

interface Quotation {
  readonly line: number;
  /** 1-based; the first one if the guide names none. */
  readonly column: number;
  /** The text that the guide quotes from the position or, without a column, from the line. */
  readonly text: string;
}

/**
 * A guide's quotations of firestore.rules: in the output of an explanation, of a decision and in
 * prose.
 */
function quotationsIn(guide: string): Quotation[] {
  const causes = guide.matchAll(/firestore\.rules:(\d+):(\d+) '?(.+?)'? (?:is false|failed:)/g);
  const fixes = guide.matchAll(/'([^'\n]+)' \(firestore\.rules:(\d+)\)/g);
  const edits = guide.matchAll(/line (\d+) of `firestore\.rules`, replace\s+`([^`]+)`/g);
  const statements = guide.matchAll(/(?:allow @ L|for '\w+' @ L|^rule +firestore\.rules:)(\d+)/gm);
  const quote = (line = '', column = '1', text = '') => ({
    line: Number(line),
    column: Number(column),
    text,
  });
  return [
    ...[...causes].map(([, line, column, text]) => quote(line, column, text)),
    ...[...fixes].map(([, text, line]) => quote(line, '1', text)),
    ...[...edits].map(([, line, text]) => quote(line, '1', text)),
    ...[...statements].map(([, line]) => quote(line, '1', 'allow ')),
  ];
}

describe('the lines of firestore.rules in docs/guides', () => {
  const quotations = readdirSync(GUIDES).flatMap((name) =>
    quotationsIn(readFileSync(new URL(name, GUIDES), 'utf8')).map((quotation) => ({ name, ...quotation })),
  );

  it('are quoted by the guide about denied reads', () => {
    const names = new Set(quotations.map(({ name }) => name));
    expect([...names]).toEqual(['find-out-why-a-read-is-denied.md']);
  });

  it.each(quotations)('match $name: $line:$column $text', ({ line, column, text }) => {
    const rest = RULES[line - 1]?.slice(column - 1);
    if (column === 1) expect(rest).toContain(text);
    else expect(rest?.slice(0, text.length)).toBe(text);
  });
});
