import { StringStream } from '@codemirror/language';
import { describe, expect, it } from 'vitest';
import { readToken } from './rules-language.ts';

/** The styled tokens of lines, as `text:style`. */
function tokensOf(...lines: string[]): string[] {
  const state = { isInComment: false, isInMethods: false };
  return lines.flatMap((line) => {
    const stream = new StringStream(line, 2, 2);
    const found: string[] = [];
    while (!stream.eol()) {
      stream.start = stream.pos;
      const style = readToken(stream, state);
      if (style !== null) found.push(`${stream.current()}:${style}`);
    }
    return found;
  });
}

describe('syntax highlighting of rules', () => {
  it('distinguishes the methods of an allow statement from functions with the same name in its condition', () => {
    expect(tokensOf('allow get, list: if get(/a/$(b)).data.x == true;')).toEqual([
      'allow:keyword',
      'get:atom',
      'list:atom',
      'if:keyword',
      'true:bool',
    ]);
  });

  it('continues a comment over several lines', () => {
    expect(tokensOf('/* one', 'allow', 'two */ if', '// allow')).toEqual([
      '/* one:comment',
      'allow:comment',
      'two */:comment',
      'if:keyword',
      '// allow:comment',
    ]);
  });

  it('handles strings with escaped quotes, and an unterminated one up to the end of the line', () => {
    expect(tokensOf("'it\\'s' == \"x\"", "'open")).toEqual(["'it\\'s':string", '"x":string', "'open:string"]);
  });
});
