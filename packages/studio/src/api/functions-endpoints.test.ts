import { describe, expect, it } from 'vitest';
import { describeFunction } from './functions-endpoints.ts';

describe('a function in the list', () => {
  it.each([
    [{ httpsTrigger: {}, labels: { 'deployment-callable': 'true' } }, 'callable', 'callable'],
    [{ httpsTrigger: {} }, 'https', 'https'],
    [{ schedule: { schedule: 'every day 09:00', timeZone: null } }, 'schedule', 'every day 09:00'],
    [{ schedule: { schedule: 'every 5 minutes', timeZone: 'UTC' } }, 'schedule', 'every 5 minutes (UTC)'],
    [
      {
        eventTrigger: {
          eventType: 'google.cloud.firestore.document.v1.created',
          eventFilterPathPatterns: { document: 'orders/{id}' },
        },
      },
      'event',
      'document.created orders/{id}',
    ],
  ])('described as %j has the kind %s and the trigger %s', (definition, kind, trigger) => {
    expect(describeFunction({ entryPoint: 'f', region: 'us-central1', ...definition })).toMatchObject({
      name: 'f',
      kind,
      trigger,
    });
  });
});
