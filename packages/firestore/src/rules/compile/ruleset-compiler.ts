/**
 * Compiles a checked syntax tree to a flat list of allow statements. Every expression except
 * literals and parentheses is instrumented: it has an id and reports its value to the evaluation's
 * observer.
 */

import type { SourceRange, SourceText } from '@savepoint/server/rules/source-text';
import { MatchPattern } from '../runtime/match-pattern.ts';
import type { RulesService } from '../runtime/rules-service.ts';
import { type Environment, Scope } from '../syntax/scope.ts';
import type {
  AllowStatement,
  Expression,
  FunctionDeclaration,
  MatchBlock,
  MatchSegment,
  RulesFile,
} from '../syntax/syntax.ts';
import { compileNode } from './compile-expression.ts';
import type { CompiledExpression, ExpressionCompiler } from './compiled-expression.ts';

/** An allow statement with its full match pattern and its compiled condition. */
export interface CompiledAllowStatement {
  readonly statement: AllowStatement;
  /** 1-based position of the keyword `allow`. */
  readonly line: number;
  readonly column: number;
  /** 1-based line on which the condition begins. */
  readonly conditionLine: number;
  /** The start of the condition, as `L5:19`. */
  readonly conditionLocation: string;
  readonly pattern: MatchPattern;
  /** In lower case; unknown methods grant nothing. */
  readonly methods: ReadonlySet<string>;
  /** Absent: grants unconditionally. */
  readonly condition: CompiledExpression | undefined;
}

/** The instrumented expressions of a ruleset; the id of an expression is its index. */
export interface InstrumentedExpressions {
  readonly expressions: readonly Expression[];
  readonly ids: ReadonlyMap<Expression, number>;
  /**
   * By id: the enclosing instrumented expression or, for the root expression of a function, the
   * function.
   */
  readonly parents: readonly (number | FunctionDeclaration | undefined)[];
  /** By id of a call: the declared function that it calls. */
  readonly callees: ReadonlyMap<number, FunctionDeclaration>;
}

/** The compiled allow statements of a ruleset. */
export interface CompiledRules {
  /** In source order. */
  readonly allows: readonly CompiledAllowStatement[];
  /** The statements that apply to a method, in source order. */
  readonly allowsByMethod: ReadonlyMap<string, readonly CompiledAllowStatement[]>;
  readonly instrumented: InstrumentedExpressions;
}

const METHOD_GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['read', ['get', 'list']],
  ['write', ['create', 'update', 'delete']],
]);

/** The methods of an allow statement, with `read` and `write` expanded. */
export function expandMethods(statement: AllowStatement): Set<string> {
  return new Set(
    statement.methods.flatMap(({ text }) => METHOD_GROUPS.get(text.toLowerCase()) ?? [text.toLowerCase()]),
  );
}

const METHODS = ['get', 'list', 'create', 'update', 'delete'];

/** Compiles the blocks of one service in a file without errors. */
export function compileRules(file: RulesFile, source: SourceText, service: RulesService): CompiledRules {
  const compiler = new RulesetCompiler(file, source, service);
  const allows = compiler.allows().toSorted((a, b) => a.statement.start - b.statement.start);
  const byMethod = new Map(
    METHODS.map((method) => [method, allows.filter(({ methods }) => methods.has(method))]),
  );
  return { allows, allowsByMethod: byMethod, instrumented: compiler };
}

class RulesetCompiler implements ExpressionCompiler, InstrumentedExpressions {
  readonly expressions: Expression[] = [];
  readonly ids = new Map<Expression, number>();
  readonly parents: (number | FunctionDeclaration | undefined)[] = [];
  readonly callees = new Map<number, FunctionDeclaration>();
  readonly service: RulesService;
  readonly #file: RulesFile;
  readonly #source: SourceText;
  readonly #bodies = new Map<FunctionDeclaration, CompiledExpression>();
  #parent: number | FunctionDeclaration | undefined;

  constructor(file: RulesFile, source: SourceText, service: RulesService) {
    this.service = service;
    this.#file = file;
    this.#source = source;
  }

  allows(): CompiledAllowStatement[] {
    const fileScope = new Scope(undefined, this.#file.functions);
    return this.#file.services
      .filter(({ name }) => name === this.service)
      .flatMap((service) => {
        const scope = new Scope(fileScope, service.functions);
        return service.matches.flatMap((match) => this.#match(match, scope, []));
      });
  }

  compile(node: Expression, environment: Environment): CompiledExpression {
    if (node.kind === 'literal' || node.kind === 'parenthesized') {
      return compileNode(node, environment, this);
    }
    const id = this.expressions.length;
    this.expressions.push(node);
    this.ids.set(node, id);
    const parent = this.#parent;
    this.parents.push(parent);
    this.#parent = id;
    if (node.kind === 'call') {
      const callee = environment.scope.findFunction(node.name.text);
      if (callee !== undefined) this.callees.set(id, callee.declaration);
    }
    const { cost, evaluate } = compileNode(node, environment, this);
    this.#parent = parent;
    return {
      cost,
      evaluate: (evaluation, locals) => {
        const value = evaluate(evaluation, locals);
        evaluation.expressionObserver?.visit(id, value);
        return value;
      },
    };
  }

  compileFunctionBody(declaration: FunctionDeclaration, environment: Environment): CompiledExpression {
    const cached = this.#bodies.get(declaration);
    if (cached !== undefined) return cached;
    const parent = this.#parent;
    this.#parent = declaration;
    const locals = new Map(declaration.parameters.map(({ text }, slot) => [text, slot]));
    const bindings: CompiledExpression[] = [];
    for (const { name, value } of declaration.bindings) {
      bindings.push(this.compile(value, { scope: environment.scope, locals: new Map(locals) }));
      locals.set(name.text, locals.size);
    }
    const result = this.compile(declaration.returnExpression, { scope: environment.scope, locals });
    this.#parent = parent;
    const body = compileBody(bindings, result);
    this.#bodies.set(declaration, body);
    return body;
  }

  #formatLocation({ start }: SourceRange): string {
    return `L${this.#source.lineAt(start)}:${this.#source.columnAt(start)}`;
  }

  #match(block: MatchBlock, outer: Scope, prefix: readonly MatchSegment[]): CompiledAllowStatement[] {
    const scope = new Scope(outer, block.functions, block.path);
    const segments = [...prefix, ...block.path];
    const pattern = new MatchPattern(segments, this.#file.version);
    const own = block.allows.map((statement): CompiledAllowStatement => {
      this.#parent = undefined;
      const environment = { scope, locals: new Map<string, number>() };
      return {
        statement,
        line: this.#source.lineAt(statement.start),
        column: this.#source.columnAt(statement.start),
        conditionLine: this.#source.lineAt((statement.condition ?? statement).start),
        conditionLocation: this.#formatLocation(statement.condition ?? statement),
        pattern,
        methods: expandMethods(statement),
        condition:
          statement.condition === undefined ? undefined : this.compile(statement.condition, environment),
      };
    });
    return [...own, ...block.matches.flatMap((inner) => this.#match(inner, scope, segments))];
  }
}

/**
 * `let` variables are evaluated in order on every call. An error surfaces only if the variable is
 * read.
 */
function compileBody(
  bindings: readonly CompiledExpression[],
  result: CompiledExpression,
): CompiledExpression {
  if (bindings.length === 0) return result;
  return {
    cost: bindings.reduce((sum, binding) => sum + 1 + binding.cost, result.cost),
    evaluate: (evaluation, locals) => {
      for (const binding of bindings) locals.push(binding.evaluate(evaluation, locals));
      return result.evaluate(evaluation, locals);
    },
  };
}
