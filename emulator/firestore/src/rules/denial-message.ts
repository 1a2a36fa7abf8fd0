/**
 * Denial texts as the official emulator words them. Owns its two passes: the first without loading any document,
 * and when that leaves a statement undecided, a second with them; the text has the items of both.
 */
import {
  type AllowOutcome,
  type EvaluationContext,
  evaluateAllowStatements,
} from './evaluate-allow-statements.ts';
import { notLoadedError } from './evaluation-error.ts';
import type { CompiledRules } from './ruleset-compiler.ts';

/**
 * `\nfalse for 'get' @ L20, Null value error. for 'get' @ L31`, or that nothing matched. A write without a
 * precondition is first judged as both a create and an update.
 */
export function denialMessage(
  rules: CompiledRules,
  run: EvaluationContext,
  outcomes: readonly AllowOutcome[],
): string {
  const { method, isUpsert } = run.request;
  const notLoaded = notLoadedError();
  const unloaded: EvaluationContext = {
    ...run,
    // A list never loads the documents it is about; what stands for them is known from the start.
    resource: method === 'list' ? run.resource : notLoaded,
    lookups: { call: () => notLoaded },
  };
  const items: string[] = [];
  let needsDocuments = false;
  for (const judged of isUpsert === true ? ['create', 'update'] : [method]) {
    for (const outcome of evaluateAllowStatements(rules.allowsByMethod.get(judged) ?? [], unloaded, {})) {
      if (outcome.error === notLoaded) needsDocuments = true;
      if (outcome.outcome !== true) items.push(item(outcome, judged));
    }
  }
  if (needsDocuments || items.length === 0) items.push(...outcomes.map((outcome) => item(outcome, method)));
  return items.length === 0 ? 'No matching allow statements' : `\n${items.join(', ')}`;
}

function item({ allow, line, error }: AllowOutcome, method: string): string {
  const text = error?.isUnknown === true ? `evaluation error at ${allow.conditionLocation}` : error?.message;
  return `${text ?? 'false'} for '${method}' @ L${line}`;
}
