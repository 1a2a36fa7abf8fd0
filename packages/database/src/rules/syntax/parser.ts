/** Parses the expression of a rule: a subset of the expressions of JavaScript. */

import { RulesSyntaxError, TOO_COMPLEX } from '@savepoint/server/rules/syntax-error';
import { Lexer, type Token } from './lexer.ts';
import type { BinaryOperator, Expression } from './syntax.ts';
import { childrenOf } from './syntax.ts';

/** Bounds the recursion of the parser. */
const MAXIMUM_NESTING = 100;
/** Bounds the recursion along chains of operators and members, which are not nested. */
const MAXIMUM_HEIGHT = 1000;

/** Precedence of the binary operators; a higher number binds tighter. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['&&', 2],
  ['==', 3],
  ['===', 3],
  ['!=', 3],
  ['!==', 3],
  ['<', 4],
  ['<=', 4],
  ['>', 4],
  ['>=', 4],
  ['+', 5],
  ['-', 5],
  ['*', 6],
  ['/', 6],
  ['%', 6],
]);

type Parts<Node> = Node extends Expression ? Omit<Node, 'start' | 'end'> : never;

/**
 * Parses a text that consists of one expression.
 * @throws RulesSyntaxError
 */
export function parseExpression(text: string): Expression {
  return new Parser(text).whole();
}

class Parser {
  readonly #lexer: Lexer;
  readonly #heights = new WeakMap<Expression, number>();
  #current: Token;
  #previousEnd = 0;
  #nesting = 0;

  constructor(text: string) {
    this.#lexer = new Lexer(text);
    this.#current = this.#lexer.tokenAt(0);
  }

  whole(): Expression {
    const expression = this.#expression();
    if (this.#current.kind !== 'end') throw this.#unexpected('missing ; before statement');
    return expression;
  }

  #expression(): Expression {
    if (++this.#nesting > MAXIMUM_NESTING) throw new RulesSyntaxError(this.#current, TOO_COMPLEX);
    const condition = this.#binary(1);
    let result = condition;
    if (this.#accept('?')) {
      const whenTrue = this.#expression();
      this.#expect(':');
      const whenFalse = this.#expression();
      result = this.#node(condition.start, { kind: 'ternary', condition, whenTrue, whenFalse });
    }
    this.#nesting--;
    return result;
  }

  #binary(minimum: number): Expression {
    let left = this.#unary();
    for (;;) {
      const { kind, text } = this.#current;
      const precedence = kind === 'symbol' ? (PRECEDENCE.get(text) ?? 0) : 0;
      if (precedence < minimum) return left;
      this.#advance();
      const right = this.#binary(precedence + 1);
      left = this.#node(left.start, { kind: 'binary', operator: text as BinaryOperator, left, right });
    }
  }

  #unary(): Expression {
    const { text, start } = this.#current;
    if (!this.#at('!') && !this.#at('-')) return this.#postfix(this.#primary());
    if (++this.#nesting > MAXIMUM_NESTING) throw new RulesSyntaxError(this.#current, TOO_COMPLEX);
    this.#advance();
    const operand = this.#unary();
    this.#nesting--;
    return this.#node(start, { kind: 'unary', operator: text === '!' ? '!' : '-', operand });
  }

  #postfix(first: Expression): Expression {
    let object = first;
    for (;;) {
      if (this.#accept('.')) {
        const { kind, text, start, end } = this.#current;
        if (kind !== 'name') throw this.#unexpected('missing name after . operator');
        this.#advance();
        object = this.#node(object.start, { kind: 'member', object, name: { text, start, end } });
      } else if (this.#accept('[')) {
        const key = this.#expression();
        this.#expect(']');
        object = this.#node(object.start, { kind: 'index', object, key });
      } else if (this.#accept('(')) {
        const args = this.#list(')');
        object = this.#node(object.start, { kind: 'call', callee: object, args });
      } else {
        return object;
      }
    }
  }

  #list(close: ')' | ']'): Expression[] {
    const items: Expression[] = [];
    if (this.#accept(close)) return items;
    do items.push(this.#expression());
    while (this.#accept(','));
    this.#expect(close);
    return items;
  }

  #primary(): Expression {
    const token = this.#current;
    const { kind, text, start } = token;
    if (kind === 'number') return this.#literal(Number(text));
    if (kind === 'string') return this.#literal(token.value);
    if (kind === 'name') {
      if (text === 'true' || text === 'false') return this.#literal(text === 'true');
      if (text === 'null') return this.#literal(null);
      this.#advance();
      return this.#node(start, { kind: 'variable', name: text });
    }
    if (this.#at('/')) return this.#regex();
    if (this.#accept('(')) {
      const inner = this.#expression();
      this.#expect(')');
      const { start: _start, end: _end, ...parts } = inner;
      return this.#node(start, parts as Parts<Expression>);
    }
    if (this.#accept('[')) return this.#node(start, { kind: 'array', elements: this.#list(']') });
    throw this.#unexpected(`Unexpected '${text}'.`);
  }

  #regex(): Expression {
    const token = this.#current;
    const regex = this.#lexer.regexAt(token.start);
    if (regex === undefined) {
      throw new RulesSyntaxError(token, 'The regular expression is never closed: write \\\\/ for a slash.');
    }
    const { pattern, flags, start, end } = regex;
    this.#seek(end);
    return this.#node(start, { kind: 'regex', pattern, flags });
  }

  #literal(value: null | boolean | number | string): Expression {
    const { start } = this.#current;
    this.#advance();
    return this.#node(start, { kind: 'literal', value });
  }

  #node(start: number, parts: Parts<Expression>): Expression {
    const node = { ...parts, start, end: this.#previousEnd } as Expression;
    let height = 1;
    for (const child of childrenOf(node)) height = Math.max(height, 1 + (this.#heights.get(child) ?? 0));
    if (height > MAXIMUM_HEIGHT) throw new RulesSyntaxError(node, TOO_COMPLEX);
    this.#heights.set(node, height);
    return node;
  }

  #at(symbol: string): boolean {
    return this.#current.kind === 'symbol' && this.#current.text === symbol;
  }

  #accept(symbol: string): boolean {
    if (!this.#at(symbol)) return false;
    this.#advance();
    return true;
  }

  #expect(symbol: string): void {
    if (!this.#accept(symbol)) throw this.#unexpected(`Expected '${symbol}'.`);
  }

  #advance(): void {
    this.#seek(this.#current.end);
  }

  #seek(offset: number): void {
    this.#previousEnd = offset;
    this.#current = this.#lexer.tokenAt(offset);
  }

  #unexpected(description: string): RulesSyntaxError {
    const isAtEnd = this.#current.kind === 'end';
    return new RulesSyntaxError(this.#current, isAtEnd ? 'Unexpected end of expression' : description);
  }
}
