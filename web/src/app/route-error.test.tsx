// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RouteError } from './route-error.tsx';

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

/** Renders a route that throws while the failure is active. */
function renderFailing(failure: Failure) {
  const children = [
    { path: '/', element: <Failing failure={failure} />, ErrorBoundary: RouteError },
    { path: '/other', element: <p>Other page</p> },
  ];
  const router = createMemoryRouter([{ element: <Outlet />, children }]);
  render(<RouterProvider router={router} useTransitions={false} />);
  return router;
}

describe('RouteError', () => {
  it.each(['WebGL is not available', 'THREE.Renderer died', 'Canvas too large', 'context lost'])(
    'shows the display issue page for the error "%s"',
    (message) => {
      renderFailing({ isActive: true, message });
      expect(screen.getByRole('heading', { name: 'Display Issue Detected' })).toBeTruthy();
      expect(screen.getByRole('alert').textContent).toContain('page will load with simplified graphics');
    },
  );

  it('shows the generic error page for any other error, and renders again after Try Again', async () => {
    const failure = { isActive: true, message: 'boom' };
    renderFailing(failure);
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
    expect(
      screen.getByText("We're sorry, but something unexpected happened. Please try refreshing the page."),
    ).toBeTruthy();
    failure.isActive = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Rendered')).toBeTruthy();
  });

  it('is replaced by another page on navigation', async () => {
    const router = renderFailing({ isActive: true, message: 'boom' });
    await router.navigate('/other');
    expect(await screen.findByText('Other page')).toBeTruthy();
  });
});
