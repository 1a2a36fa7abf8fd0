/** The declarations and expressions of a rules file, with the scope of each. */
import { type Environment, Scope } from './scope.ts';
import type {
  Expression,
  FunctionDeclaration,
  LetBinding,
  MatchBlock,
  MatchSegment,
  RulesFile,
} from './syntax.ts';

/**
 * The condition of an allow statement, the value of a `let` variable or the return expression of a
 * function.
 */
export interface RootExpression {
  readonly expression: Expression;
  readonly environment: Environment;
}

/** A match block, its scope and its full path, including those of its parents. */
export interface ScopedMatch {
  readonly block: MatchBlock;
  readonly scope: Scope;
  readonly segments: readonly MatchSegment[];
  /** Nesting depth; 1 for a block directly in the service. */
  readonly depth: number;
}

/** A function and the scope that declares it. */
export interface ScopedFunction {
  readonly declaration: FunctionDeclaration;
  readonly scope: Scope;
}

/** The flattened declarations of a file, in source order within each kind. */
export interface Declarations {
  readonly functions: readonly ScopedFunction[];
  readonly matches: readonly ScopedMatch[];
  /** The functions of each block. Names must be unique within a block. */
  readonly blocks: readonly (readonly FunctionDeclaration[])[];
}

/** Collects the declarations of a file. */
export function collectDeclarations(file: RulesFile): Declarations {
  const functions: ScopedFunction[] = [];
  const matches: ScopedMatch[] = [];
  const blocks: (readonly FunctionDeclaration[])[] = [];
  const declare = (scope: Scope, declared: readonly FunctionDeclaration[]): void => {
    blocks.push(declared);
    for (const declaration of declared) functions.push({ declaration, scope });
  };
  const enter = (block: MatchBlock, outer: Scope, prefix: readonly MatchSegment[], depth: number): void => {
    const scope = new Scope(outer, block.functions, block.path);
    const segments = [...prefix, ...block.path];
    declare(scope, block.functions);
    matches.push({ block, scope, segments, depth });
    for (const inner of block.matches) enter(inner, scope, segments, depth + 1);
  };
  const fileScope = new Scope(undefined, file.functions);
  declare(fileScope, file.functions);
  for (const service of file.services) {
    const scope = new Scope(fileScope, service.functions);
    declare(scope, service.functions);
    for (const match of service.matches) enter(match, scope, [], 1);
  }
  return { functions, matches, blocks };
}

/** The expressions of a function. Each `let` variable sees the ones declared before it. */
export function functionRootExpressions({ declaration, scope }: ScopedFunction): RootExpression[] {
  const locals = new Map(declaration.parameters.map(({ text }, slot) => [text, slot]));
  const roots: RootExpression[] = [];
  const add = (expression: Expression): void => {
    roots.push({ expression, environment: { scope, locals: new Map(locals) } });
  };
  for (const binding of declaration.bindings) {
    add(binding.value);
    locals.set(binding.name.text, slotOf(declaration, binding));
  }
  add(declaration.returnExpression);
  return roots;
}

/**
 * The slot of a `let` variable: the slots of a function are its parameters, then its `let`
 * variables.
 */
function slotOf(declaration: FunctionDeclaration, binding: LetBinding): number {
  return declaration.parameters.length + declaration.bindings.indexOf(binding);
}

/** The conditions of the allow statements of a match block, without nested blocks. */
function matchRootExpressions({ block, scope }: ScopedMatch): RootExpression[] {
  return block.allows.flatMap(({ condition }) =>
    condition === undefined ? [] : [{ expression: condition, environment: { scope, locals: new Map() } }],
  );
}

/** All conditions, `let` values and return expressions of a file. */
export function rootExpressions({ functions, matches }: Declarations): RootExpression[] {
  return [...functions.flatMap(functionRootExpressions), ...matches.flatMap(matchRootExpressions)];
}
