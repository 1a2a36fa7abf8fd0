import { describe, expect, it } from 'vitest';
import { findWideComments, findWideText } from './check-width.ts';

const words = (width: number) =>
  'word '
    .repeat(width)
    .slice(0, width - 1)
    .concat('x');

describe('findWideText', () => {
  it('finds a line of prose of 101 characters, but none of 100', () => {
    expect(findWideText(`# Title\n\n${words(101)}\n${words(100)}`)).toEqual([
      { line: 3, kind: 'line', width: 101 },
    ]);
  });

  it('finds a cell of 81 characters, but none of 80 in a row of any width', () => {
    const row = `| ${words(80)} | ${words(80)} |`;
    expect(findWideText(row)).toEqual([]);
    expect(findWideText(`${row}\n| short | ${words(81)} |`)).toEqual([{ line: 2, kind: 'cell', width: 81 }]);
  });

  it('counts an escaped bar as a character of its cell', () => {
    expect(findWideText(`| ${words(40)} \\| ${words(40)} |`)).toEqual([{ line: 1, kind: 'cell', width: 84 }]);
  });

  it('finds nothing in the delimiter row of a table', () => {
    expect(findWideText(`| ${'-'.repeat(90)} |`)).toEqual([]);
  });

  it('finds nothing in a code block, and checks the text after it', () => {
    expect(findWideText(`\`\`\`sh\n${words(120)}\n\`\`\`\n${words(120)}`)).toEqual([
      { line: 4, kind: 'line', width: 120 },
    ]);
  });

  it('finds nothing in a line without a space to break at', () => {
    const link = `https://example.com/${'a'.repeat(100)}`;
    expect(findWideText(`${link}\n- ${link}`)).toEqual([]);
  });
});

describe('findWideComments', () => {
  it('finds a comment of 101 characters, but none of 100', () => {
    const comment = (width: number) => `// ${words(width - 3)}`;
    expect(findWideComments(`${comment(100)}\n  ${comment(99)}`)).toEqual([
      { line: 2, kind: 'comment', width: 101 },
    ]);
    expect(findWideComments(` * ${words(98)}`)).toEqual([{ line: 1, kind: 'comment', width: 101 }]);
  });

  it('finds no code, no link, and nothing that tools read', () => {
    expect(findWideComments(`const text = '${words(100)}';`)).toEqual([]);
    expect(findWideComments(`// https://example.com/${'a'.repeat(100)}`)).toEqual([]);
    expect(findWideComments(`// biome-ignore lint/a/b: ${words(100)}`)).toEqual([]);
  });
});
