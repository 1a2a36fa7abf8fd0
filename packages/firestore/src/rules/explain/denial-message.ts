/**
 * The PERMISSION_DENIED messages of the official emulator. It evaluates in two passes: first
 * without loading any document, then with documents if the first pass leaves a statement unknown.
 * The message lists the results of both passes.
 */

import type { CompiledRules } from '../compile/ruleset-compiler.ts';
import {
  type AllowOutcome,
  type EvaluationContext,
  evaluateAllowStatements,
} from '../evaluate/evaluate-allow-statements.ts';
import { notLoadedError } from '../runtime/evaluation-error.ts';

/**
 * The message of a denied request: `\nfalse for 'get' @ L20, Null value error. for 'get' @ L31`, or
 * `No matching allow statements`. The first pass evaluates a write without a precondition as a
 * create and as an update.
 */
export function denialMessage(
  rules: CompiledRules,
  context: EvaluationContext,
  outcomes: readonly AllowOutcome[],
): string {
  const { method, isUpsert } = context.request;
  const notLoaded = notLoadedError();
  const unloadedContext: EvaluationContext = {
    ...context,
    // A list does not load the documents of its result: their synthetic resource is known in the
    // first pass.
    resource: method === 'list' ? context.resource : notLoaded,
    lookups: { call: () => notLoaded },
  };
  const items: string[] = [];
  let needsDocuments = false;
  for (const attempted of isUpsert === true ? ['create', 'update'] : [method]) {
    for (const outcome of evaluateAllowStatements(
      rules.allowsByMethod.get(attempted) ?? [],
      unloadedContext,
      {},
    )) {
      if (outcome.error === notLoaded) needsDocuments = true;
      if (outcome.outcome !== true) items.push(item(outcome, attempted));
    }
  }
  if (needsDocuments || items.length === 0) items.push(...outcomes.map((outcome) => item(outcome, method)));
  return items.length === 0 ? 'No matching allow statements' : `\n${items.join(', ')}`;
}

/** `L` is the line on which the condition begins. */
function item({ allow, error }: AllowOutcome, method: string): string {
  const text = error?.isUnknown === true ? `evaluation error at ${allow.conditionLocation}` : error?.message;
  return `${text ?? 'false'} for '${method}' @ L${allow.conditionLine}`;
}
