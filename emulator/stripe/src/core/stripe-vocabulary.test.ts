import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { API_VERSION } from '../state/event-log.ts';
import { API_VERSIONS, EVENT_TYPES } from './stripe-vocabulary.ts';

const { resolve } = createRequire(import.meta.url);
const types = readFileSync(
  resolve('stripe').replace(/stripe\.\w+\.node\.js$/, 'resources/WebhookEndpoints.d.ts'),
  'utf8',
);

function unionOf(name: string): string[] {
  const [, union = ''] = new RegExp(`type ${name} = ([^;]*);`).exec(types) ?? [];
  return [...union.matchAll(/'([^']+)'/g)].map(([, value]) => value as string);
}

it('the types of events are those of the SDK', () => {
  expect(['*', ...EVENT_TYPES]).toEqual(unionOf('EnabledEvent'));
});

it('the API versions are those of the SDK, and the emulator has one of them', () => {
  expect(API_VERSIONS).toEqual(unionOf('ApiVersion'));
  expect(API_VERSIONS).toContain(API_VERSION);
});
