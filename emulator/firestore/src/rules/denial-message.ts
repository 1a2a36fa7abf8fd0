/**
 * Denial texts as the official emulator words them. Owns its two passes over a write: the first without the
 * stored document, and when that leaves a statement undecided, a second with it; the text has the items of both.
 */
import { type AllowOutcome, type Run, runAllows } from './allow-run.ts';
import type { CompiledRules } from './ruleset-compiler.ts';
import { RulesError } from './value.ts';

/** `\nfalse for 'get' @ L20, Null value error. for 'get' @ L31`, or that nothing matched. */
export function denialMessage(rules: CompiledRules, run: Run, outcomes: readonly AllowOutcome[]): string {
  const { method } = run.request;
  const informed = outcomes.map((outcome) => item(outcome, method));
  const isRead = method === 'get' || method === 'list';
  const items = isRead ? informed : withFirstPass(rules, run, informed);
  return items.length === 0 ? 'No matching allow statements' : `\n${items.join(', ')}`;
}

function item({ line, error }: AllowOutcome, method: string): string {
  return `${error?.message ?? 'false'} for '${method}' @ L${line}`;
}

/** A write without a precondition is first judged as both a create and an update. */
function withFirstPass(rules: CompiledRules, run: Run, informed: readonly string[]): readonly string[] {
  const { method, isUpsert } = run.request;
  const unknown = new RulesError('The stored document is not known.');
  const items: string[] = [];
  let isUndecided = false;
  for (const judged of isUpsert === true ? ['create', 'update'] : [method]) {
    for (const outcome of runAllows(rules.byMethod.get(judged) ?? [], { ...run, resource: unknown }, {})) {
      if (outcome.outcome === true) continue;
      if (outcome.error === unknown) {
        isUndecided = true;
        items.push(`evaluation error at ${outcome.allow.conditionPlace} for '${judged}' @ L${outcome.line}`);
      } else {
        items.push(item(outcome, judged));
      }
    }
  }
  return isUndecided || items.length === 0 ? [...items, ...informed] : items;
}
