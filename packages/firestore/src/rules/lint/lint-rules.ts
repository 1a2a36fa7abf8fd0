/** Warnings about code that compiles but is probably a mistake. */

import type { IssueList } from '@savepoint/server/rules/issue';
import { isBuiltinFunction } from '../compile/compile-call.ts';
import { isNamespace } from '../compile/compiled-expression.ts';
import { methodsNamed } from '../runtime/methods.ts';
import { NAMESPACES } from '../runtime/namespaces.ts';
import { crossServiceLookup, type RulesService } from '../runtime/rules-service.ts';
import { type Declarations, rootExpressions } from '../syntax/declarations.ts';
import { type Environment, isVariable } from '../syntax/scope.ts';
import {
  type Call,
  childrenOf,
  type Expression,
  type FunctionDeclaration,
  type MethodCall,
  type RulesFile,
} from '../syntax/syntax.ts';
import { lintAllowStatements } from './lint-allow-statements.ts';
import { lintTypes } from './lint-types.ts';

/** Adds the warnings of a file without errors to `issues`. */
export function lintRules(
  file: RulesFile,
  declarations: Declarations,
  service: RulesService,
  issues: IssueList,
): void {
  if (file.version === '1') {
    issues.warning(
      { start: 0, end: 1 },
      "Ruleset uses old version (version [1]). Please update to the latest version: rules_version = '2'.",
    );
  }
  const called = new Set<FunctionDeclaration>();
  const visit = (node: Expression, environment: Environment): void => {
    if (node.kind === 'identifier') lintIdentifier(node, environment, issues);
    if (node.kind === 'call') lintCall(node, environment, service, called, issues);
    if (node.kind === 'methodCall') {
      const isLookup =
        crossServiceLookup(node, service, (name) => isVariable(name, environment)) !== undefined;
      if (!isLookup) lintMethodCall(node, issues);
      else if (node.args.length !== 1) warnArgumentCount(node, `firestore.${node.name.text}`, issues);
      const isNamespaceCall = node.receiver.kind === 'identifier' && isNamespace(node.receiver.name);
      if (!isNamespaceCall && !isLookup) visit(node.receiver, environment);
      for (const argument of node.args) visit(argument, environment);
      return;
    }
    for (const child of childrenOf(node)) visit(child, environment);
  };
  for (const { expression, environment } of rootExpressions(declarations)) visit(expression, environment);
  for (const { declaration } of declarations.functions) {
    if (!called.has(declaration)) {
      issues.warning(declaration.name, `Unused function: ${declaration.name.text}.`);
    }
    lintBindings(declaration, issues);
  }
  lintAllowStatements(file, service, issues);
  lintTypes(declarations, service, issues);
}

function lintIdentifier(
  node: Expression & { kind: 'identifier' },
  { locals, scope }: Environment,
  issues: IssueList,
): void {
  const isKnown =
    isVariable(node.name, { scope, locals }) || node.name === 'request' || node.name === 'resource';
  if (!isKnown) issues.warning(node, `Invalid variable name: ${node.name}.`);
}

function lintCall(
  node: Call,
  { scope }: Environment,
  service: RulesService,
  called: Set<FunctionDeclaration>,
  issues: IssueList,
): void {
  const name = node.name.text;
  const declared = scope.findFunction(name)?.declaration;
  if (declared !== undefined) called.add(declared);
  else if (!isBuiltinFunction(name, service)) issues.warning(node.name, `Invalid function name: ${name}.`);
  const expected = declared?.parameters.length ?? (isBuiltinFunction(name, service) ? 1 : undefined);
  if (expected !== undefined && expected !== node.args.length) warnArgumentCount(node, name, issues);
}

function lintMethodCall(node: MethodCall, issues: IssueList): void {
  const method = node.name.text;
  if (node.receiver.kind !== 'identifier' || !isNamespace(node.receiver.name)) {
    if (methodsNamed(method).size === 0) issues.warning(node.name, `Invalid function name: ${method}.`);
    return;
  }
  const qualified = `${node.receiver.name}.${method}`;
  const overloads = NAMESPACES.get(node.receiver.name)?.get(method);
  if (overloads === undefined) issues.warning(node.name, `Invalid function name: ${qualified}.`);
  else if (overloads.every(({ parameters }) => parameters.length !== node.args.length)) {
    warnArgumentCount(node, qualified, issues);
  }
}

function warnArgumentCount(node: Call | MethodCall, name: string, issues: IssueList): void {
  issues.warning(node.name, `Incorrect number of arguments supplied to function: ${name}.`);
}

function lintBindings({ bindings, returnExpression }: FunctionDeclaration, issues: IssueList): void {
  const used = new Set<string>();
  const visit = (node: Expression): void => {
    if (node.kind === 'identifier') used.add(node.name);
    childrenOf(node).forEach(visit);
  };
  visit(returnExpression);
  for (const { value } of bindings) visit(value);
  for (const { name } of bindings)
    if (!used.has(name.text)) issues.warning(name, `Unused variable: ${name.text}.`);
}
