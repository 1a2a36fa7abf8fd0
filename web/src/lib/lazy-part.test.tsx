// @vitest-environment jsdom
// Question: is a part that was loaded ahead there on first render, and does a part keep its state whenever it came?
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { lazyPart, loadParts, PartListener } from './lazy-part.ts';

afterEach(cleanup);

function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {label} {count}
    </button>
  );
}

test('a part loaded ahead renders at once and is told by name', async () => {
  const Part = lazyPart('ahead', async () => Counter);
  await loadParts(['ahead', 'unknown']);
  const told: string[] = [];
  render(
    <PartListener value={{ shown: (name) => told.push(name), alive: (name) => told.push(`${name} lives`) }}>
      <Suspense fallback="on its way">
        <Part label="clicks" />
      </Suspense>
    </PartListener>,
  );
  expect(screen.getByRole('button').textContent).toBe('clicks 0');
  expect(new Set(told)).toEqual(new Set(['ahead', 'ahead lives']));
});

test('a part that comes later keeps its state from then on', async () => {
  const Part = lazyPart('later', async () => Counter);
  const page = (label: string) => (
    <Suspense fallback="on its way">
      <Part label={label} />
    </Suspense>
  );
  const { rerender } = render(page('clicks'));
  fireEvent.click(await screen.findByRole('button'));
  rerender(page('presses'));
  expect(screen.getByRole('button').textContent).toBe('presses 1');
});
