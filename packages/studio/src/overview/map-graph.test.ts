import { describe, expect, it } from 'vitest';
import type { LoadedFunction } from '../api/functions-endpoints.ts';
import { mapOf } from './map-graph.ts';

const functionOf = (name: string, more: Partial<LoadedFunction> = {}): LoadedFunction => ({
  name,
  id: name,
  region: 'r',
  trigger: 'https',
  kind: 'https',
  schedule: undefined,
  ...more,
});

describe('the map of a stack', () => {
  const { nodes, edges } = mapOf({
    functions: [
      functionOf('renderPage'),
      functionOf('onOrder', {
        kind: 'event',
        document: 'users/{uid}/orders/{id}',
        trigger: 'document.created',
      }),
      functionOf('clean', { kind: 'schedule', schedule: 'every day' }),
      functionOf('createOrder', { kind: 'callable' }),
      functionOf('refund', { kind: 'callable' }),
    ],
    rewrites: [
      { source: '/', function: 'renderPage' },
      { source: '/list', function: 'renderPage' },
      { source: '/gone', function: 'missing' },
    ],
    collections: [{ id: 'items', documents: 1 }],
    invocations: { createOrder: { calls: 1200, errors: 1 }, onOrder: { calls: 3, errors: 0 } },
  });

  it('has an arrow for each rewrite, schedule and document trigger', () => {
    expect(edges).toEqual([
      { from: 'Hosting', to: 'f renderPage', label: '/, /list' },
      { from: 'c orders', to: 'f onOrder', label: 'document.created' },
      { from: 'Schedules', to: 'f clean', label: 'every day' },
      { from: 'Clients', to: 'others', label: 'callable and HTTP' },
    ]);
  });

  it('shows live counts, and one box for all functions that only clients call', () => {
    const shown = nodes.map(({ label, detail, isFailing }) => [label, detail, isFailing]);
    expect(shown).toContainEqual(['items', '1 document', false]);
    expect(shown).toContainEqual(['onOrder', '3 calls', false]);
    expect(shown).toContainEqual(['2 functions', '1,200 calls, 1 error', true]);
    expect(nodes.some(({ label }) => label === 'createOrder')).toBe(false);
  });

  it('has no arrow without a box at each end', () => {
    const ids = new Set(nodes.map(({ id }) => id));
    expect(edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
  });
});
