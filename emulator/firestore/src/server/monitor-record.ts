// Owns what the requests monitor is shown of one decision. The record's shape is the rules library's.

import { randomUUID } from 'node:crypto';
import type { Evaluation } from '../database/access-control.ts';
import type { FirestoreEmulator } from '../database/firestore-emulator.ts';
import { evaluationRecord } from '../rules/ruleset.ts';
import type { Json } from '../transport/value-json.ts';

/**
 * The record of a decision, the owner's included, made when someone looks; undefined for a decision that no request
 * stands behind. Making it converts the whole document, which would cost more than the decision itself.
 */
export function monitorRecord(
  emulator: FirestoreEmulator,
  { projectId, request, decision }: Evaluation,
): (() => Json) | undefined {
  if (request === undefined) return undefined;
  const source = emulator.ruleset(projectId)?.source.text ?? '';
  const requestId = randomUUID();
  return () => evaluationRecord(requestId, request, decision, source) as unknown as Json;
}
