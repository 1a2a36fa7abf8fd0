/**
 * Semantic checks: the documented limits, duplicate names, invalid type names and regular expressions. Warnings are
 * reported by lint-rules.ts.
 */

import { compileRegularExpression, InvalidRegularExpression } from '../core/regular-expression.ts';
import { estimateProgramSize } from '../core/regular-expression-size.ts';
import { checkCallGraph } from './check-call-graph.ts';
import { isNamespace } from './compiled-expression.ts';
import { type Declarations, rootExpressions, type ScopedMatch } from './declarations.ts';
import { TOO_COMPLEX } from './expression-parser.ts';
import type { IssueList } from './issue.ts';
import { TYPE_NAMES } from './operator.ts';
import type { SourceRange } from './source-text.ts';
import {
  childrenOf,
  type Expression,
  type FunctionDeclaration,
  type MethodCall,
  type RulesFile,
} from './syntax.ts';

/** The maximum nesting of an expression. */
const MAXIMUM_LEVELS = 99;
/** The maximum number of `let` variables per function: documented as 10, but production accepts 11. */
const MAXIMUM_BINDINGS = 11;
const MAXIMUM_PARAMETERS = 7;
const MAXIMUM_MATCH_DEPTH = 10;
const MAXIMUM_SEGMENTS = 100;
const MAXIMUM_WILDCARDS = 20;

/** Reports the semantic errors of a file. */
export function checkRules(file: RulesFile, declarations: Declarations, issues: IssueList): void {
  for (const block of declarations.blocks) checkDuplicates(block, issues);
  for (const { declaration } of declarations.functions) checkFunction(declaration, issues);
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
  issues: IssueList,
): void {
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

/** A variable, parameter or wildcard must not have the name of a namespace, and a namespace is not a value. */
function checkVariableName(name: string, range: SourceRange, issues: IssueList): void {
  if (isNamespace(name)) issues.error(range, `${name} is a package and cannot be used as variable name.`);
}

function checkMatch({ block, segments, depth }: ScopedMatch, version: '1' | '2', issues: IssueList): void {
  for (const segment of block.path) {
    if (segment.kind === 'wildcard') {
      const start = segment.start + 1;
      checkVariableName(segment.name, { start, end: start + segment.name.length }, issues);
    }
  }
  const globs = block.path.filter((segment) => segment.kind === 'wildcard' && segment.recursive);
  const [, second] = globs;
  if (second !== undefined) {
    issues.error(
      { start: second.start - 1, end: second.start },
      'Invalid glob match expression. Only one glob match is permitted in a match declaration path.',
    );
  } else if (version === '1' && globs.length === 1 && block.path.at(-1) !== globs[0]) {
    issues.error(
      block.pathRange,
      "Invalid glob match expression. In rules_version '1' it must be the last segment.",
    );
  }
  // A limit is reported at the outermost block that exceeds it, not at the blocks inside it.
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

/** Parentheses, operators, literals and arguments add a level of nesting; members, indexes and slices do not. */
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

/** The methods whose first argument is a regular expression. */
const PATTERN_METHODS: ReadonlySet<string> = new Set(['matches', 'replace', 'split']);

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
    regularExpressions.check(node);
    const isNamespaceCall = node.receiver.kind === 'identifier' && isNamespace(node.receiver.name);
    if (!isNamespaceCall) checkExpression(node.receiver, regularExpressions, issues);
    for (const argument of node.args) checkExpression(argument, regularExpressions, issues);
    return;
  }
  for (const child of childrenOf(node)) checkExpression(child, regularExpressions, issues);
}

/** The maximum total program size of the regular expressions of a file: larger ones compile for more than 0.2 s. */
const MAXIMUM_PATTERNS_SIZE = 100_000;

/** Checks the regular expression literals of one file. */
class RegularExpressionChecker {
  readonly #issues: IssueList;
  readonly #seen = new Set<string>();
  #size = 0;

  constructor(issues: IssueList) {
    this.#issues = issues;
  }

  check({ name, args: [pattern] }: MethodCall): void {
    if (!PATTERN_METHODS.has(name.text) || pattern?.kind !== 'literal' || typeof pattern.value !== 'string')
      return;
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
      this.#issues.error(pattern, `Invalid regular expression: ${compiled.reason}.`);
    }
  }
}
