/** Parses expressions by precedence climbing. */

import type { SourceRange } from '@savepoint/server/rules/source-text';
import { RulesSyntaxError, TOO_COMPLEX } from '@savepoint/server/rules/syntax-error';
import { type Token, unexpectedToken } from './lexer.ts';
import { parsePathLiteral } from './path-parser.ts';
import { type BinaryOperator, childrenOf, type Expression } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';

/** Higher than the checker's limit of 99 levels; bounds the parser's recursion. */
const MAXIMUM_NESTING = 200;
/**
 * Bounds the recursion along member chains, which add no level. No budget suffices to evaluate a
 * taller expression.
 */
const MAXIMUM_HEIGHT = 1000;

const MINIMUM_INT = -(2n ** 63n);
const MAXIMUM_INT = 2n ** 63n - 1n;

/** Precedence of the binary operators; a higher number binds tighter. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['&&', 2],
  ['==', 3],
  ['!=', 3],
  ['in', 4],
  ['is', 4],
  ['<', 5],
  ['<=', 5],
  ['>', 5],
  ['>=', 5],
  ['+', 6],
  ['-', 6],
  ['*', 7],
  ['/', 7],
  ['%', 7],
]);

/** Like production's compiler, which reads `4/2` as the number 4 and the path `/2`. */
const BEGINS_SEGMENT = /[A-Za-z0-9_.~@:&'(+%-]/;

type WithoutRange<Node> = Node extends Expression ? Omit<Node, 'start' | 'end' | 'location'> : never;

/** Parses expressions from a cursor. One parser serves one source. */
export class ExpressionParser {
  readonly #text: string;
  readonly #cursor: TokenCursor;
  readonly #heights = new WeakMap<Expression, number>();
  #nesting = 0;

  constructor(text: string, cursor: TokenCursor) {
    this.#text = text;
    this.#cursor = cursor;
  }

  /** Parses one expression at the cursor. Throws a RulesSyntaxError. */
  parse(): Expression {
    if (++this.#nesting > MAXIMUM_NESTING) throw new RulesSyntaxError(this.#cursor.current, TOO_COMPLEX);
    const condition = this.#binary(1);
    let result = condition;
    if (this.#cursor.accept('?')) {
      const whenTrue = this.parse();
      this.#cursor.expect(':');
      const whenFalse = this.parse();
      result = this.#node(condition.start, condition.location, {
        kind: 'ternary',
        condition,
        whenTrue,
        whenFalse,
      });
    }
    this.#nesting--;
    return result;
  }

  /** Resets the nesting after an expression was abandoned because of an error. */
  reset(): void {
    this.#nesting = 0;
  }

  #binary(minimum: number): Expression {
    let left = this.#unary();
    for (;;) {
      const operator = this.#cursor.current;
      const precedence = PRECEDENCE.get(operator.text) ?? 0;
      if (precedence < minimum || (operator.kind !== 'symbol' && operator.kind !== 'name')) return left;
      if (operator.text === '/' && BEGINS_SEGMENT.test(this.#text.charAt(operator.end))) {
        throw new RulesSyntaxError(
          operator,
          `Unexpected path: '/' right before a character begins one. Write white space after it to divide.`,
        );
      }
      this.#cursor.advance();
      left =
        operator.text === 'is'
          ? this.#node(left.start, operator, { kind: 'is', operand: left, type: this.#cursor.expectName() })
          : this.#node(left.start, operator, {
              kind: 'binary',
              operator: operator.text as BinaryOperator,
              left,
              right: this.#binary(precedence + 1),
            });
    }
  }

  #unary(): Expression {
    const operator = this.#cursor.current;
    if (!this.#cursor.at('!') && !this.#cursor.at('-')) return this.#postfix(this.#primary());
    if (++this.#nesting > MAXIMUM_NESTING) throw new RulesSyntaxError(operator, TOO_COMPLEX);
    this.#cursor.advance();
    const number = this.#cursor.current;
    // A minus cannot precede another unary operator; a negation can.
    if (operator.text === '-' && (this.#cursor.at('-') || this.#cursor.at('!')))
      throw unexpectedToken(number);
    let result: Expression;
    if (operator.text === '-' && number.kind === 'integer' && -BigInt(number.text) === MINIMUM_INT) {
      this.#cursor.advance();
      const literal = this.#node(operator.start, operator, { kind: 'literal', value: MINIMUM_INT });
      result = this.#postfix(literal);
    } else {
      const operand = this.#unary();
      result = this.#node(operator.start, operator, {
        kind: 'unary',
        operator: operator.text === '!' ? '!' : '-',
        operand,
      });
    }
    this.#nesting--;
    return result;
  }

  #postfix(first: Expression): Expression {
    let object = first;
    for (;;) {
      if (this.#cursor.accept('.')) {
        const name = this.#cursor.expectAnyName();
        object = this.#cursor.at('(')
          ? this.#node(object.start, name, {
              kind: 'methodCall',
              receiver: object,
              name,
              args: this.#callArguments(),
            })
          : this.#node(object.start, object.location, { kind: 'member', object, name });
      } else if (this.#cursor.accept('[')) {
        object = this.#subscript(object);
      } else {
        return object;
      }
    }
  }

  #subscript(object: Expression): Expression {
    const { current } = this.#cursor;
    const from = this.#cursor.at(':')
      ? this.#node(current.start, current, { kind: 'literal', value: 0n })
      : this.parse();
    if (this.#cursor.accept(':')) {
      const to = this.#cursor.at(']') ? undefined : this.parse();
      this.#cursor.expect(']');
      return this.#node(object.start, object.location, { kind: 'slice', object, from, to });
    }
    this.#cursor.expect(']');
    return this.#node(object.start, object.location, { kind: 'index', object, key: from });
  }

  #callArguments(): Expression[] {
    this.#cursor.expect('(');
    const args: Expression[] = [];
    if (this.#cursor.accept(')')) return args;
    do args.push(this.parse());
    while (this.#cursor.accept(',') && !this.#cursor.at(')'));
    this.#cursor.expect(')');
    return args;
  }

  #primary(): Expression {
    const token = this.#cursor.current;
    switch (token.kind) {
      case 'integer':
        return this.#literal(this.#integer(token));
      case 'float':
        return this.#literal(Number(token.text));
      case 'string':
      case 'bytes':
        return this.#literal(token.value ?? '');
      case 'name':
        return this.#named(token);
      case 'symbol':
        return this.#bracketed(token);
      case 'end':
        throw unexpectedToken(token);
    }
  }

  #named(token: Token): Expression {
    if (token.text === 'true' || token.text === 'false') return this.#literal(token.text === 'true');
    if (token.text === 'null') return this.#literal(null);
    const name = this.#cursor.expectName();
    if (!this.#cursor.at('(')) return this.#node(token.start, name, { kind: 'identifier', name: name.text });
    return this.#node(token.start, name, { kind: 'call', name, args: this.#callArguments() });
  }

  #bracketed(token: Token): Expression {
    const { start } = token;
    switch (token.text) {
      case '(': {
        this.#cursor.advance();
        const inner = this.parse();
        this.#cursor.expect(')');
        return this.#node(start, token, { kind: 'parenthesized', inner });
      }
      case '[':
        return this.#list(token);
      case '{':
        return this.#map(token);
      case '/': {
        const segments = parsePathLiteral(this.#text, this.#cursor, () => this.parse());
        return this.#node(start, token, { kind: 'path', segments });
      }
      default:
        throw unexpectedToken(token);
    }
  }

  #list(open: Token): Expression {
    this.#cursor.expect('[');
    const elements: Expression[] = [];
    while (!this.#cursor.at(']')) {
      elements.push(this.parse());
      if (!this.#cursor.accept(',')) break;
    }
    this.#cursor.expect(']');
    return this.#node(open.start, open, { kind: 'list', elements });
  }

  #map(open: Token): Expression {
    this.#cursor.expect('{');
    const entries: { key: Expression; value: Expression }[] = [];
    while (!this.#cursor.at('}')) {
      const key = this.parse();
      this.#cursor.expect(':');
      entries.push({ key, value: this.parse() });
      if (!this.#cursor.accept(',')) break;
    }
    this.#cursor.expect('}');
    return this.#node(open.start, open, { kind: 'map', entries });
  }

  #integer(token: Token): bigint {
    const value = token.text.length > 20 ? MAXIMUM_INT + 1n : BigInt(token.text);
    if (value > MAXIMUM_INT)
      throw new RulesSyntaxError(token, `Integer out of range: ${token.text.slice(0, 40)}.`);
    return value;
  }

  #literal(value: null | boolean | bigint | number | string | Uint8Array): Expression {
    const token = this.#cursor.advance();
    return this.#node(token.start, token, { kind: 'literal', value });
  }

  #node<Node extends WithoutRange<Expression>>(
    start: number,
    location: SourceRange,
    parts: Node,
  ): Expression {
    const node = {
      ...parts,
      start,
      end: this.#cursor.previousEnd,
      location: { start: location.start, end: location.end },
    } as unknown as Expression;
    let height = 1;
    for (const child of childrenOf(node)) height = Math.max(height, 1 + (this.#heights.get(child) ?? 0));
    if (height > MAXIMUM_HEIGHT) throw new RulesSyntaxError(node.location, TOO_COMPLEX);
    this.#heights.set(node, height);
    return node;
  }
}
