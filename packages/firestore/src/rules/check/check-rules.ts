/**
 * Semantic checks: the documented limits, duplicate names, invalid type names and regular
 * expressions. Warnings are reported by lint-rules.ts.
 */

import type { IssueList } from '@savepoint/server/rules/issue';
import {
  compileRegularExpression,
  InvalidRegularExpression,
  invalidPattern,
} from '@savepoint/server/rules/regular-expression';
import { estimateProgramSize } from '@savepoint/server/rules/regular-expression-size';
import type { SourceRange } from '@savepoint/server/rules/source-text';
import { TOO_COMPLEX } from '@savepoint/server/rules/syntax-error';
import { isNamespace } from '../compile/compiled-expression.ts';
import { TYPE_NAMES } from '../runtime/operator.ts';
import { type Declarations, rootExpressions, type ScopedMatch } from '../syntax/declarations.ts';
import {
  childrenOf,
  type Expression,
  type FunctionDeclaration,
  type MatchSegment,
  type MethodCall,
  type RulesFile,
} from '../syntax/syntax.ts';
import { checkCallGraph } from './check-call-graph.ts';

/** The maximum nesting of an expression. */
const MAXIMUM_LEVELS = 99;
/**
 * The maximum number of `let` variables per function: documented as 10, but production accepts 11.
 */
const MAXIMUM_BINDINGS = 11;
const MAXIMUM_PARAMETERS = 7;
const MAXIMUM_MATCH_DEPTH = 10;
const MAXIMUM_SEGMENTS = 100;
const MAXIMUM_WILDCARDS = 20;

/** Reports the semantic errors of a file. */
export function checkRules(file: RulesFile, declarations: Declarations, issues: IssueList): void {
  for (const block of declarations.blocks) checkDuplicates(block, issues);
  const services = new Set<string>();
  for (const { name, nameRange } of file.services) {
    if (services.has(name)) issues.error(nameRange, 'Duplicate service name declaration.');
    services.add(name);
  }
  for (const { declaration } of declarations.functions) checkFunction(declaration, file.version, issues);
  for (const match of declarations.matches) checkMatch(match, file.version, issues);
  const roots = rootExpressions(declarations);
  for (const { expression } of roots) checkLevels(expression, 1, issues);
  const regularExpressions = new RegularExpressionChecker(issues);
  for (const { expression } of roots) checkExpression(expression, regularExpressions, issues);
  checkCallGraph(declarations, issues);
}

function checkDuplicates(block: readonly FunctionDeclaration[], issues: IssueList): void {
  const seen = new Set<string>();
  for (const { name } of block) {
    if (seen.has(name.text)) issues.error(name, `Function ${name.text} is already defined.`);
    seen.add(name.text);
  }
}

function checkFunction(
  { parameters, bindings, returnExpression }: FunctionDeclaration,
  version: '1' | '2',
  issues: IssueList,
): void {
  const [firstBinding] = bindings;
  if (version === '1' && firstBinding !== undefined) {
    issues.error(firstBinding.name, "Let bindings are not allowed in rules_version = '1'.");
  }
  const bound = new Set<string>();
  for (const name of [...parameters, ...bindings.map((binding) => binding.name)]) {
    checkVariableName(name.text, name, issues);
    if (bound.has(name.text)) {
      issues.error(name, `The identifier [${name.text}] is already bound in the current scope.`);
    }
    bound.add(name.text);
  }
  const overflowing = parameters[MAXIMUM_PARAMETERS];
  if (overflowing !== undefined) {
    issues.error(
      overflowing,
      `Maximum allowed parameter count of ${MAXIMUM_PARAMETERS} for a given function has been reached.`,
    );
  }
  if (bindings.length > MAXIMUM_BINDINGS) {
    issues.error(
      returnExpression.location,
      'Maximum allowed variable count of 10 for a given function has been reached.',
    );
  }
}

/**
 * A variable, parameter or wildcard must not be named like a namespace, because a namespace is not
 * a value.
 */
function checkVariableName(name: string, range: SourceRange, issues: IssueList): void {
  if (isNamespace(name)) issues.error(range, `${name} is a package and cannot be used as variable name.`);
}

function checkMatch({ block, segments, depth }: ScopedMatch, version: '1' | '2', issues: IssueList): void {
  const bound = new Set<string>();
  for (const segment of block.path) {
    if (segment.kind !== 'wildcard') continue;
    const { name, nameRange } = segment;
    checkVariableName(name, nameRange, issues);
    // A nested match may bind the name again.
    if (bound.has(name)) issues.error(nameRange, `Variable ${name} already exists in the PathTemplate.`);
    bound.add(name);
  }
  const globs = block.path.filter(isGlob);
  const [, second] = globs;
  if (second !== undefined) {
    issues.error(
      { start: second.start - 1, end: second.start },
      'Invalid glob match expression. Only one glob match is permitted in a match declaration path.',
    );
  } else if (version === '1' && globs.length === 1 && block.path.at(-1) !== globs[0]) {
    issues.error(
      block.pathRange,
      'Invalid glob match expression. Glob matches are permitted as the last segment in a match declaration path.',
    );
  } else if (version === '2' && globs.length === 1 && countGlobs(segments) === 2) {
    issues.error(
      { start: block.start, end: block.start + 'match'.length },
      'Invalid glob match expression. Only one glob match is permitted in a match declaration path.',
    );
  }
  // A limit is reported at the outermost block that exceeds it, not at nested blocks.
  const wildcardCount = segments.filter(({ kind }) => kind === 'wildcard').length;
  const ownWildcardCount = block.path.filter(({ kind }) => kind === 'wildcard').length;
  if (depth === MAXIMUM_MATCH_DEPTH + 1) {
    issues.error(block.pathRange, `Maximum allowed match depth of ${MAXIMUM_MATCH_DEPTH} has been reached.`);
  }
  if (segments.length > MAXIMUM_SEGMENTS && segments.length - block.path.length <= MAXIMUM_SEGMENTS) {
    issues.error(
      block.pathRange,
      `Maximum allowed path segment count of ${MAXIMUM_SEGMENTS} has been reached.`,
    );
  }
  if (wildcardCount > MAXIMUM_WILDCARDS && wildcardCount - ownWildcardCount <= MAXIMUM_WILDCARDS) {
    issues.error(
      block.pathRange,
      `Maximum allowed path capture count of ${MAXIMUM_WILDCARDS} has been reached.`,
    );
  }
}

function isGlob(segment: MatchSegment): boolean {
  return segment.kind === 'wildcard' && segment.recursive;
}

function countGlobs(segments: readonly MatchSegment[]): number {
  return segments.filter(isGlob).length;
}

/**
 * Parentheses, operators, literals and arguments add a level of nesting; members, indexes and
 * slices do not.
 */
function checkLevels(node: Expression, level: number, issues: IssueList): void {
  if (level > MAXIMUM_LEVELS) {
    issues.error(node.location, TOO_COMPLEX);
    return;
  }
  if (node.kind === 'methodCall') {
    checkLevels(node.receiver, level, issues);
    for (const argument of node.args) checkLevels(argument, level + 1, issues);
    return;
  }
  const sameLevel = node.kind === 'member' || node.kind === 'index' || node.kind === 'slice';
  for (const child of childrenOf(node)) checkLevels(child, sameLevel ? level : level + 1, issues);
}

/**
 * The methods whose only argument is a regular expression. An invalid pattern of `replace` is an
 * evaluation error instead.
 */
const PATTERN_METHODS: ReadonlySet<string> = new Set(['matches', 'split']);

function checkExpression(
  node: Expression,
  regularExpressions: RegularExpressionChecker,
  issues: IssueList,
): void {
  if (node.kind === 'is' && !TYPE_NAMES.has(node.type.text)) {
    issues.error(node.type, `Invalid type name: ${node.type.text}.`);
  }
  if (node.kind === 'identifier') checkVariableName(node.name, node, issues);
  if (node.kind === 'methodCall') {
    const isNamespaceCall = node.receiver.kind === 'identifier' && isNamespace(node.receiver.name);
    if (!isNamespaceCall) regularExpressions.check(node);
    if (!isNamespaceCall) checkExpression(node.receiver, regularExpressions, issues);
    for (const argument of node.args) checkExpression(argument, regularExpressions, issues);
    return;
  }
  for (const child of childrenOf(node)) checkExpression(child, regularExpressions, issues);
}

/**
 * The maximum total program size of a file's regular expressions: larger ones take more than 0.2 s
 * to compile.
 */
const MAXIMUM_PATTERNS_SIZE = 100_000;

/** Checks the regular expression literals of one file. */
class RegularExpressionChecker {
  readonly #issues: IssueList;
  readonly #seen = new Set<string>();
  #size = 0;

  constructor(issues: IssueList) {
    this.#issues = issues;
  }

  check({ name, args }: MethodCall): void {
    let [pattern] = args;
    while (pattern?.kind === 'parenthesized') pattern = pattern.inner;
    if (!PATTERN_METHODS.has(name.text) || args.length !== 1) return;
    if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return;
    if (this.#seen.has(pattern.value)) return;
    this.#seen.add(pattern.value);
    this.#size += estimateProgramSize(pattern.value);
    if (this.#size > MAXIMUM_PATTERNS_SIZE) {
      this.#issues.error(
        pattern,
        'Invalid regular expression: the patterns of this file are too large together.',
      );
      return;
    }
    const compiled = compileRegularExpression(pattern.value);
    if (compiled instanceof InvalidRegularExpression) {
      this.#issues.error(pattern, invalidPattern(pattern.value, compiled.reason));
    }
  }
}
