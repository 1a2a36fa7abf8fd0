import { statusName } from '../core/rpc-error.ts';
import type { Evaluation } from '../database/access-control.ts';
import type { AllowOutcome } from '../rules/evaluate/evaluate-allow-statements.ts';

interface ExplainedDecision {
  readonly outcomes?: readonly AllowOutcome[];
  explain?(): { readonly summary: string };
}

/** The line of the allow statement that granted the request. */
function grantingLine(decision: ExplainedDecision): number | undefined {
  return decision.outcomes?.find(({ outcome }) => outcome === true)?.line;
}

function principalName({ principal }: Evaluation): string {
  if (principal.kind !== 'client') return principal.kind;
  return principal.auth === null ? 'signed out' : principal.auth.uid;
}

/** The database and the project, if they are not the expected ones. */
function placeName({ databaseId, projectId }: Evaluation, mainProject: string | undefined): string {
  const isOther = mainProject !== undefined && projectId !== mainProject;
  return `${databaseId === '(default)' ? '' : `, database ${databaseId}`}${isOther ? `, project ${projectId}` : ''}`;
}

/**
 * Returns whether the request log omits an evaluation: a read by the owner whose `traceparent` is
 * not sampled, like those of a polling tool. Decisions by rules are always logged.
 */
export function isLeftOut({ principal, method }: Evaluation): boolean {
  return (
    principal.kind === 'owner' && principal.isUnsampled === true && (method === 'get' || method === 'list')
  );
}

/**
 * The log line of an evaluation, e.g. `get /products/p1 (signed out) → allow @ L12` or `update
 * /orders/o1 (u7, database reports) → deny: false for 'update' @ L31`.
 * @param mainProject the project for which the emulator was started, if any
 */
export function evaluationLine(evaluation: Evaluation, mainProject?: string): string {
  const { method, path, outcome } = evaluation;
  const decision = evaluation.decision as ExplainedDecision | undefined;
  const head = `${method} /${path} (${principalName(evaluation)}${placeName(evaluation, mainProject)}) →`;
  if (outcome === 'admin') return `${head} allow (rules bypassed)`;
  if (outcome === 'allow') {
    const line = decision === undefined ? undefined : grantingLine(decision);
    return line === undefined ? `${head} allow` : `${head} allow @ L${line}`;
  }
  const summary = decision?.explain?.().summary;
  return `${head} deny: ${summary || evaluation.decision?.message.trim() || statusName(7)}`;
}
