import { expect } from 'vitest';

/** Reports a recording gap of a server to an event log. */
export async function sendGap(
  eventLogUrl: string,
  service: string,
  timeMs: number,
  body: string,
): Promise<void> {
  const gap = { kvlistValue: { values: [{ key: 'service', value: { stringValue: service } }] } };
  const logRecord = {
    ...{ timeUnixNano: `${timeMs}000000`, severityText: 'WARN', body: { stringValue: body } },
    attributes: [{ key: 'gap', value: gap }],
  };
  const response = await fetch(`${eventLogUrl}/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [logRecord] }] }] }),
  });
  expect(response.status).toBe(200);
}
