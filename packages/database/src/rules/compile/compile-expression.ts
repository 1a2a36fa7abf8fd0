/** Compiles a checked expression to a closure. */
import type { Evaluation } from '../runtime/evaluation.ts';
import { callMethod, matchText, readProperty } from '../runtime/member.ts';
import { applyOperator, negate } from '../runtime/operator.ts';
import { RulesError } from '../runtime/rules-error.ts';
import type { RulesValue } from '../runtime/value.ts';
import { PatternError, translatePattern } from '../syntax/pattern.ts';
import { type Expression, memberName } from '../syntax/syntax.ts';

/** Evaluates an expression. Throws a RulesError. */
export type Evaluator = (evaluation: Evaluation) => RulesValue;

type Of<Kind extends Expression['kind']> = Extract<Expression, { readonly kind: Kind }>;

/** Returns the id under which an expression reports its values. */
type Identify = (node: Expression) => number;

/** Compiles the expressions of one rule. `captures` are the `$names` of its node. */
export class ExpressionCompiler {
  readonly #captures: readonly string[];
  readonly #identify: Identify;

  constructor(captures: readonly string[], identify: Identify) {
    this.#captures = captures;
    this.#identify = identify;
  }

  compile(node: Expression): Evaluator {
    const evaluate = this.#node(node);
    return isConstant(node) ? evaluate : observed(this.#identify(node), evaluate);
  }

  #node(node: Expression): Evaluator {
    switch (node.kind) {
      case 'literal': {
        const { value } = node;
        return () => value;
      }
      case 'regex':
        throw new Error('A regular expression is not a value.');
      case 'array': {
        const elements = node.elements.map((element) => this.compile(element));
        return (evaluation) => elements.map((element) => element(evaluation));
      }
      case 'variable':
        return this.#variable(node);
      case 'member':
      case 'index':
        return this.#property(node);
      case 'call':
        return this.#call(node);
      case 'unary': {
        const operand = this.compile(node.operand);
        return node.operator === '!'
          ? (evaluation) => operand(evaluation) !== true
          : (evaluation) => negate(operand(evaluation));
      }
      case 'binary':
        return this.#binary(node);
      case 'ternary': {
        const condition = this.compile(node.condition);
        const whenTrue = this.compile(node.whenTrue);
        const whenFalse = this.compile(node.whenFalse);
        return (evaluation) => (condition(evaluation) === true ? whenTrue : whenFalse)(evaluation);
      }
    }
  }

  #variable({ name }: Of<'variable'>): Evaluator {
    const slot = this.#captures.indexOf(name);
    if (slot >= 0) return ({ captures }) => captures[slot] ?? null;
    switch (name) {
      case 'auth':
        return ({ variables }) => variables.auth;
      case 'now':
        return ({ variables }) => variables.now;
      case 'root':
        return ({ variables }) => variables.root;
      case 'data':
        return ({ data }) => data;
      case 'newData':
        return ({ newData }) => newData;
      case 'query':
        return ({ variables }) => variables.query;
      default:
        throw new Error(`The check missed the unknown variable ${name}.`);
    }
  }

  #property(node: Of<'member' | 'index'>): Evaluator {
    const object = this.compile(node.object);
    if (node.kind === 'member') {
      const { text } = node.name;
      return (evaluation) => readProperty(object(evaluation), text);
    }
    const key = this.compile(node.key);
    return (evaluation) => readProperty(object(evaluation), key(evaluation));
  }

  #call({ callee, args }: Of<'call'>): Evaluator {
    const name = memberName(callee)?.text;
    if (name === undefined || (callee.kind !== 'member' && callee.kind !== 'index')) {
      throw new Error('The check missed a call of something that is not a method.');
    }
    const receiver = this.compile(callee.object);
    const [first] = args;
    if (first?.kind === 'regex') {
      const pattern = translatePattern(first.pattern, first.flags);
      if (pattern instanceof PatternError) throw new Error(pattern.reason);
      return (evaluation) => matchText(receiver(evaluation), pattern, evaluation);
    }
    const values = args.map((arg) => this.compile(arg));
    return (evaluation) => {
      const object = receiver(evaluation);
      return callMethod(
        object,
        name,
        values.map((value) => value(evaluation)),
        evaluation,
      );
    };
  }

  #binary({ operator, left, right }: Of<'binary'>): Evaluator {
    const first = this.compile(left);
    const second = this.compile(right);
    if (operator === '&&') {
      return (evaluation) => first(evaluation) === true && second(evaluation) === true;
    }
    if (operator === '||') {
      return (evaluation) => first(evaluation) === true || second(evaluation) === true;
    }
    return (evaluation) => applyOperator(operator, first(evaluation), second(evaluation), evaluation);
  }
}

/** Returns whether the source of an expression shows its value. */
export function isConstant(node: Expression): boolean {
  return node.kind === 'literal' || node.kind === 'regex' || node.kind === 'array';
}

function observed(id: number, evaluate: Evaluator): Evaluator {
  return (evaluation) => {
    let value: RulesValue;
    try {
      value = evaluate(evaluation);
    } catch (error) {
      if (error instanceof RulesError) {
        error.expressionId ??= id;
        evaluation.observer.visit(id, error);
      }
      throw error;
    }
    evaluation.observer.visit(id, value);
    return value;
  };
}
