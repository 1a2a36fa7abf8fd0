// Owns what the requests monitor is shown of one decision. The record's shape is the rules library's.

import { randomUUID } from 'node:crypto';
import type { Evaluation } from '../database/access-control.ts';
import type { FirestoreEmulator } from '../database/firestore-emulator.ts';
import { evaluationRecord } from '../rules/ruleset.ts';
import type { Json } from '../transport/value-json.ts';

/** The record of a decision, the owner's included; undefined for one that no request stands behind. */
export function monitorRecord(emulator: FirestoreEmulator, evaluation: Evaluation): Json | undefined {
  const { projectId, request, decision } = evaluation;
  if (request === undefined) return undefined;
  const source = emulator.ruleset(projectId)?.source.text ?? '';
  return evaluationRecord(randomUUID(), request, decision, source) as unknown as Json;
}
