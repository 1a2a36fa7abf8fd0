// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { LazyComponentContext, lazyComponent, preloadLazyComponents } from './lazy-component.ts';

afterEach(cleanup);

function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {label} {count}
    </button>
  );
}

describe('lazyComponent', () => {
  it('renders without suspending after it was preloaded, and reports its render and mount by name', async () => {
    const Preloaded = lazyComponent('preloaded', async () => Counter);
    await preloadLazyComponents(['preloaded', 'unknown']);
    const rendered = new Set<string>();
    const mounted = new Set<string>();
    render(
      <LazyComponentContext
        value={{ onRender: (name) => rendered.add(name), onMount: (name) => mounted.add(name) }}
      >
        <Suspense fallback="Loading">
          <Preloaded label="clicks" />
        </Suspense>
      </LazyComponentContext>,
    );
    expect(screen.getByRole('button').textContent).toBe('clicks 0');
    expect([...rendered]).toEqual(['preloaded']);
    expect([...mounted]).toEqual(['preloaded']);
  });

  it('keeps its state across renders when its module loads after the first render', async () => {
    const Late = lazyComponent('late', async () => Counter);
    const page = (label: string) => (
      <Suspense fallback="Loading">
        <Late label={label} />
      </Suspense>
    );
    const { rerender } = render(page('clicks'));
    fireEvent.click(await screen.findByRole('button'));
    rerender(page('presses'));
    expect(screen.getByRole('button').textContent).toBe('presses 1');
  });
});
