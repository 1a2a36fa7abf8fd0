import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { API_VERSIONS, EVENT_TYPES, LOCALES } from './stripe-vocabulary.ts';

const { resolve } = createRequire(import.meta.url);
const folder = resolve('stripe').replace(/stripe\.\w+\.node\.js$/, 'resources/');

function unionOf(resource: string, name: string): string[] {
  const types = readFileSync(`${folder}${resource}.d.ts`, 'utf8');
  const [, union = ''] = new RegExp(`type ${name} = ([^;]*);`).exec(types) ?? [];
  return [...union.matchAll(/'([^']+)'/g)].map(([, value]) => value as string);
}

it('the event types equal those of the SDK', () => {
  expect(['*', ...EVENT_TYPES]).toEqual(unionOf('WebhookEndpoints', 'EnabledEvent'));
});

it('the API versions equal those of the SDK', () => {
  expect(API_VERSIONS).toEqual(unionOf('WebhookEndpoints', 'ApiVersion'));
});

it('the locales equal those of the SDK', () => {
  expect(LOCALES).toEqual(unionOf('Checkout/Sessions', 'Locale'));
});
