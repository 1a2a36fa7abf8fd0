import { randomUUID } from 'node:crypto';
import type { Evaluation } from '../database/access-control.ts';
import type { FirestoreEmulator } from '../database/firestore-emulator.ts';
import { evaluationRecord } from '../rules/ruleset.ts';
import type { Json } from '../transport/value-json.ts';

/**
 * A function that creates the request monitor's record of an evaluation; undefined for an evaluation without a request.
 * It is lazy because converting the documents costs more than the evaluation itself.
 */
export function monitorRecord(
  emulator: FirestoreEmulator,
  { projectId, databaseId, request, decision }: Evaluation,
): (() => Json) | undefined {
  if (request === undefined) return undefined;
  const source = emulator.ruleset(projectId, databaseId)?.source.text ?? '';
  const requestId = randomUUID();
  return () => evaluationRecord(requestId, request, decision, source) as unknown as Json;
}
