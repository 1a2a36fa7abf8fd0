import { randomUUID } from 'node:crypto';
import { activeSpan } from '@savepoint/server/core/tracing';
import type { Evaluation } from '../database/access-control.ts';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { evaluationRecord } from '../rules/ruleset.ts';
import type { MonitorRecord } from '../transport/requests-websocket.ts';
import type { Json } from '../transport/value-json.ts';

/** The request monitor's record of an evaluation; undefined for an evaluation without a request. */
export function monitorRecord(
  emulator: FirestoreEmulator,
  { projectId, databaseId, request, decision }: Evaluation,
): MonitorRecord | undefined {
  if (request === undefined) return undefined;
  const source = emulator.ruleset(projectId, databaseId)?.source.text ?? '';
  const requestId = randomUUID();
  // Read now, because the record is created outside the request.
  const traceId = activeSpan()?.traceparent.split('-')[1];
  return {
    bytes: (request.resource?.bytes ?? 0) + (request.newResource?.bytes ?? 0),
    create() {
      const record = evaluationRecord(requestId, request, decision, source);
      return { ...record, ...(traceId !== undefined && { traceId }) } as unknown as Json;
    },
  };
}
