// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Fate {
  isBroken: boolean;
  readonly message: string;
}

function Fragile({ fate }: { fate: Fate }) {
  if (fate.isBroken) throw new Error(fate.message);
  return <p>All well</p>;
}

const doomed = (message: string): Fate => ({ isBroken: true, message });

describe('ErrorBoundary', () => {
  it.each(['WebGL is not available', 'THREE.Renderer died', 'Canvas too large', 'context lost'])(
    'takes "%s" for a display issue',
    (message) => {
      const fate = doomed(message);
      render(
        <ErrorBoundary>
          <Fragile fate={fate} />
        </ErrorBoundary>,
      );
      expect(screen.getByRole('heading', { name: 'Display Issue Detected' })).toBeTruthy();
      expect(screen.getByRole('alert').textContent).toContain(
        'the page will load with simplified graphics'.slice(4),
      );
    },
  );

  it('says the words for any other error, and Try Again resets it', async () => {
    const fate = doomed('boom');
    render(
      <ErrorBoundary>
        <Fragile fate={fate} />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
    expect(
      screen.getByText("We're sorry, but something unexpected happened. Please try refreshing the page."),
    ).toBeTruthy();
    fate.isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByText('All well')).toBeTruthy();
  });

  it('forgets the error when the address changes', () => {
    const fate = doomed('boom');
    const at = (resetKey: string) => (
      <ErrorBoundary resetKey={resetKey}>
        <Fragile fate={fate} />
      </ErrorBoundary>
    );
    const { rerender } = render(at('/a'));
    expect(screen.getByRole('alert')).toBeTruthy();
    fate.isBroken = false;
    rerender(at('/b'));
    expect(screen.getByText('All well')).toBeTruthy();
  });
});
