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

interface Failure {
  isActive: boolean;
  readonly message: string;
}

/** Throws on render while the failure is active. */
function Failing({ failure }: { failure: Failure }) {
  if (failure.isActive) throw new Error(failure.message);
  return <p>Rendered</p>;
}

const failWith = (message: string): Failure => ({ isActive: true, message });

describe('ErrorBoundary', () => {
  it.each(['WebGL is not available', 'THREE.Renderer died', 'Canvas too large', 'context lost'])(
    'shows the display issue page for the error "%s"',
    (message) => {
      const failure = failWith(message);
      render(
        <ErrorBoundary>
          <Failing failure={failure} />
        </ErrorBoundary>,
      );
      expect(screen.getByRole('heading', { name: 'Display Issue Detected' })).toBeTruthy();
      expect(screen.getByRole('alert').textContent).toContain('page will load with simplified graphics');
    },
  );

  it('shows the generic error page for any other error, and renders again after Try Again', async () => {
    const failure = failWith('boom');
    render(
      <ErrorBoundary>
        <Failing failure={failure} />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
    expect(
      screen.getByText("We're sorry, but something unexpected happened. Please try refreshing the page."),
    ).toBeTruthy();
    failure.isActive = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByText('Rendered')).toBeTruthy();
  });

  it('renders again when its reset key changes', () => {
    const failure = failWith('boom');
    const at = (resetKey: string) => (
      <ErrorBoundary resetKey={resetKey}>
        <Failing failure={failure} />
      </ErrorBoundary>
    );
    const { rerender } = render(at('/a'));
    expect(screen.getByRole('alert')).toBeTruthy();
    failure.isActive = false;
    rerender(at('/b'));
    expect(screen.getByText('Rendered')).toBeTruthy();
  });
});
