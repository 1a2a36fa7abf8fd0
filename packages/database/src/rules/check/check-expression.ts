/** Checks the types and names in an expression, as production does when rules are uploaded. */
import type { SourceRange } from '@savepoint/server/rules/source-text';
import { PatternError, translatePattern } from '../syntax/pattern.ts';
import type { Rule } from '../syntax/rule-tree.ts';
import { type Expression, memberName, type Name } from '../syntax/syntax.ts';
import { isComparable, maybe, methodsOf, propertyOf, type StaticType } from './static-type.ts';

/** Receives an error; the range is within the text of the rule. */
export type ReportError = (range: SourceRange, description: string) => void;

type Of<Kind extends Expression['kind']> = Extract<Expression, { readonly kind: Kind }>;

const GLOBALS: ReadonlyMap<string, StaticType> = new Map<string, StaticType>([
  ['auth', 'any'],
  ['now', 'number'],
  ['root', 'snapshot'],
  ['data', 'snapshot'],
  ['newData', 'snapshot'],
  ['query', 'query'],
]);

const NOT_A_FUNCTION = 'Type error: Function call on target that is not a function.';
const TAKES_KEYS = 'hasChildren takes 1 argument: an array of strings';

/** Reports errors in the expression of a rule. */
export function checkRule(rule: Rule, report: ReportError): void {
  const type = new ExpressionChecker(rule, report).typeOf(rule.expression);
  if (type !== 'boolean' && type !== 'invalid') {
    report(rule.expression, 'Expression must evaluate to a boolean.');
  }
}

class ExpressionChecker {
  readonly #rule: Rule;
  readonly #report: ReportError;

  constructor(rule: Rule, report: ReportError) {
    this.#rule = rule;
    this.#report = report;
  }

  typeOf(node: Expression): StaticType {
    switch (node.kind) {
      case 'literal':
        return node.value === null ? 'null' : (typeof node.value as 'boolean' | 'number' | 'string');
      case 'regex':
        return this.#regex(node);
      case 'array':
        return this.#array(node);
      case 'variable':
        return this.#variable(node);
      case 'member':
      case 'index':
        return this.#property(node);
      case 'call':
        return this.#call(node);
      case 'unary':
        return this.#unary(node);
      case 'binary':
        return this.#binary(node);
      case 'ternary':
        return this.#ternary(node);
    }
  }

  #error(range: SourceRange, description: string): StaticType {
    this.#report(range, description);
    return 'invalid';
  }

  #regex(node: Of<'regex'>): StaticType {
    const translated = translatePattern(node.pattern, node.flags);
    if (!(translated instanceof PatternError)) return 'regex';
    const start = node.start + 1 + translated.at;
    return this.#error({ start, end: start + 1 }, `Invalid regular expression: ${translated.reason}.`);
  }

  #array({ elements }: Of<'array'>): StaticType {
    const wrong = elements.find((element) => !maybe(this.typeOf(element), 'string'));
    return wrong === undefined ? 'array' : this.#error(wrong, TAKES_KEYS);
  }

  #variable(node: Of<'variable'>): StaticType {
    if (this.#rule.node.captures.includes(node.name)) return 'string';
    const type = node.name === 'newData' && this.#rule.kind === 'read' ? undefined : GLOBALS.get(node.name);
    return type ?? this.#error(node, `Unknown variable '${node.name}'.`);
  }

  /** A member that is not called. */
  #property(node: Of<'member' | 'index'>): StaticType {
    const object = this.typeOf(node.object);
    const key = node.kind === 'index' ? this.typeOf(node.key) : 'string';
    if (object === 'invalid' || key === 'invalid') return 'invalid';
    if (object === 'any') {
      return maybe(key, 'string', 'number') ? 'any' : this.#error(node, 'Invalid property access.');
    }
    const name = memberName(node);
    if (name === undefined) return this.#error(node, 'Invalid property access.');
    const isSubscriptOfPrimitive = object === 'primitive' && node.kind === 'index';
    const type = isSubscriptOfPrimitive ? undefined : propertyOf(object, name.text);
    if (type !== undefined) return type;
    return methodsOf(object)?.has(name.text) === true && !isSubscriptOfPrimitive
      ? this.#error(name, `'${name.text}' is a method: write ${name.text}().`)
      : this.#unknownMember(name);
  }

  #unknownMember(name: Name): StaticType {
    return this.#error(name, `No such method/property '${name.text}'.`);
  }

  #call(node: Of<'call'>): StaticType {
    const { callee, args } = node;
    if (callee.kind !== 'member' && callee.kind !== 'index') {
      return this.typeOf(callee) === 'invalid' ? 'invalid' : this.#error(callee, NOT_A_FUNCTION);
    }
    const object = this.typeOf(callee.object);
    if (object === 'invalid') return 'invalid';
    const name = memberName(callee);
    if (name === undefined) return this.#error(callee, 'Invalid property access.');
    const isSubscriptOfPrimitive = object === 'primitive' && callee.kind === 'index';
    const method = isSubscriptOfPrimitive ? undefined : methodsOf(object)?.get(name.text);
    if (method === undefined) {
      const isProperty = object !== 'any' && propertyOf(object, name.text) !== undefined;
      return isProperty ? this.#error(name, NOT_A_FUNCTION) : this.#unknownMember(name);
    }
    const { parameters, result } = method;
    if (parameters[0] === 'keys') return this.#hasChildren(args, result);
    if (args.length !== parameters.length) {
      const counts = `method expects ${parameters.length} arguments, but got ${args.length} instead`;
      return this.#error(name, counts);
    }
    const areValid = args.map((arg, index) => this.#argument(name.text, arg, parameters[index] === 'regex'));
    return areValid.every(Boolean) ? result : 'invalid';
  }

  #argument(method: string, arg: Expression, isRegex: boolean): boolean {
    const type = this.typeOf(arg);
    if (type === 'invalid') return false;
    if (isRegex ? type === 'regex' : maybe(type, 'string')) return true;
    this.#error(arg, `${method} takes ${isRegex ? 'a regular expression: /.../' : 'a string'}.`);
    return false;
  }

  #hasChildren([keys, extra]: readonly Expression[], result: StaticType): StaticType {
    if (keys === undefined) return result;
    if (extra !== undefined) return this.#error(extra, 'Too many arguments to hasChildren');
    if (keys.kind !== 'array') return this.#error(keys, TAKES_KEYS);
    if (keys.elements.length === 0) {
      return this.#error(keys, 'hasChildren got an empty array, expected some strings in there');
    }
    return this.typeOf(keys) === 'invalid' ? 'invalid' : result;
  }

  #unary({ operator, operand }: Of<'unary'>): StaticType {
    const type = this.typeOf(operand);
    if (type === 'invalid') return 'invalid';
    if (operator === '!') {
      return type === 'boolean' ? 'boolean' : this.#error(operand, '! only operates on booleans.');
    }
    return maybe(type, 'number') ? 'number' : this.#error(operand, '- only operate on number');
  }

  #binary(node: Of<'binary'>): StaticType {
    const { operator } = node;
    const left = this.typeOf(node.left);
    const right = this.typeOf(node.right);
    if (left === 'invalid' || right === 'invalid') return 'invalid';
    switch (operator) {
      case '&&':
      case '||': {
        const side = left !== 'boolean' ? 'left' : right !== 'boolean' ? 'right' : undefined;
        if (side === undefined) return 'boolean';
        const name = side === 'left' ? 'Left' : 'Right';
        return this.#error(node[side], `${name} operand of ${operator} must be boolean.`);
      }
      case '==':
      case '===':
      case '!=':
      case '!==':
        return this.#equality(node, left, right);
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.#comparison(node, left, right);
      case '+': {
        const isSummand = (type: StaticType): boolean => maybe(type, 'string', 'number');
        if (!this.#operandsAre(node, left, right, isSummand, 'string or number')) return 'invalid';
        return left === 'string' || right === 'string' ? 'string' : left === right ? left : 'primitive';
      }
      default:
        return this.#operandsAre(node, left, right, (type) => maybe(type, 'number'), 'number')
          ? 'number'
          : 'invalid';
    }
  }

  #operandsAre(
    node: Of<'binary'>,
    left: StaticType,
    right: StaticType,
    accepts: (type: StaticType) => boolean,
    expected: string,
  ): boolean {
    const side = !accepts(left) ? 'left' : !accepts(right) ? 'right' : undefined;
    if (side === undefined) return true;
    const name = side === 'left' ? 'Left' : 'Right';
    this.#error(node[side], `Invalid ${node.operator} expression: ${name} operand is not a ${expected}`);
    return false;
  }

  #equality(node: Of<'binary'>, left: StaticType, right: StaticType): StaticType {
    if (left !== 'ordering' && right !== 'ordering') {
      const expected = 'string, number, boolean or null';
      return this.#operandsAre(node, left, right, isComparable, expected) ? 'boolean' : 'invalid';
    }
    const isOrdering = (type: StaticType, { kind }: Expression): boolean =>
      type === 'ordering' || ((type === 'string' || type === 'null') && kind === 'literal');
    const side = isOrdering(left, node.left) ? (isOrdering(right, node.right) ? undefined : 'right') : 'left';
    if (side === undefined) return 'boolean';
    return this.#error(
      node[side],
      `Invalid ${node.operator} expression: ${side} operand must be an ordering or string literal when comparing against an ordering.`,
    );
  }

  #comparison(node: Of<'binary'>, left: StaticType, right: StaticType): StaticType {
    const isOrdered = (type: StaticType): boolean => maybe(type, 'string', 'number');
    if (!this.#operandsAre(node, left, right, isOrdered, 'string or number')) return 'invalid';
    if (maybe(left) || maybe(right) || left === right) return 'boolean';
    return this.#error(node.right, `Invalid ${node.operator} expression: Right operand is not a ${left}`);
  }

  #ternary({ condition, whenTrue, whenFalse }: Of<'ternary'>): StaticType {
    const test = this.typeOf(condition);
    const first = this.typeOf(whenTrue);
    const second = this.typeOf(whenFalse);
    if (test !== 'boolean' && test !== 'invalid') {
      return this.#error(condition, 'condition of ? must be boolean.');
    }
    if (test === 'invalid' || first === 'invalid' || second === 'invalid') return 'invalid';
    if (first === second) return first;
    if (!isComparable(first) || !isComparable(second)) {
      return this.#error(whenFalse, 'Both results of ? must be of one type.');
    }
    return first === 'any' || second === 'any' ? 'any' : 'primitive';
  }
}
