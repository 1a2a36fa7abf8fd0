/** Every expression of a rules file, with the names that are visible in it. Owns the order of the walk. */
import { type Environment, Scope } from './scope.ts';
import type {
  AllowStatement,
  Expression,
  FunctionDeclaration,
  LetBinding,
  MatchBlock,
  MatchSegment,
  RulesFile,
} from './syntax.ts';

/** A condition, a binding's value or a function's result. */
export interface RootExpression {
  readonly expression: Expression;
  readonly names: Environment;
  readonly owner: FunctionDeclaration | AllowStatement;
}

/** A match block and the whole pattern that leads to it. */
export interface ScopedMatch {
  readonly block: MatchBlock;
  readonly scope: Scope;
  readonly segments: readonly MatchSegment[];
  /** 1 for a block right inside the service. */
  readonly depth: number;
}

/** A function and the scope it is declared in. */
export interface ScopedFunction {
  readonly declaration: FunctionDeclaration;
  readonly scope: Scope;
}

/** The flattened declarations of a file, in source order within each kind. */
export interface Declarations {
  readonly functions: readonly ScopedFunction[];
  readonly matches: readonly ScopedMatch[];
  /** Function lists by the block that declares them: duplicates are looked for inside one. */
  readonly blocks: readonly (readonly FunctionDeclaration[])[];
}

/** Flattens a file. */
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

/** The expressions of a function: each binding sees the ones before it. */
export function functionRootExpressions({ declaration, scope }: ScopedFunction): RootExpression[] {
  const locals = new Map(declaration.parameters.map(({ text }, slot) => [text, slot]));
  const roots: RootExpression[] = [];
  const add = (expression: Expression): void => {
    roots.push({ expression, names: { scope, locals: new Map(locals) }, owner: declaration });
  };
  for (const binding of declaration.bindings) {
    add(binding.value);
    locals.set(binding.name.text, slotOf(declaration, binding));
  }
  add(declaration.returnExpression);
  return roots;
}

/** Where a binding's value is kept among the locals of its function: after the parameters. */
function slotOf(declaration: FunctionDeclaration, binding: LetBinding): number {
  return declaration.parameters.length + declaration.bindings.indexOf(binding);
}

/** The conditions of a match block's own allow statements. */
export function matchRootExpressions({ block, scope }: ScopedMatch): RootExpression[] {
  return block.allows.flatMap((owner) =>
    owner.condition === undefined
      ? []
      : [{ expression: owner.condition, names: { scope, locals: new Map() }, owner }],
  );
}

/** All expressions of a file. */
export function rootExpressions({ functions, matches }: Declarations): RootExpression[] {
  return [...functions.flatMap(functionRootExpressions), ...matches.flatMap(matchRootExpressions)];
}
