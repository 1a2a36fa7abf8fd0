// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { useDialogInHistory } from './use-dialog-in-history.ts';

afterEach(cleanup);

function Page() {
  const { isOpen, open, close } = useDialogInHistory('guide');
  return (
    <>
      <button type="button" onClick={open}>
        Open
      </button>
      {isOpen && (
        <button
          type="button"
          onClick={() => {
            close();
            close();
          }}
        >
          Close
        </button>
      )}
    </>
  );
}

/** Renders a product page that was reached from the shop. */
function renderPage(state?: object) {
  const routes = [
    { path: '/shop', element: <p>The shop</p> },
    { path: '/product', element: <Page /> },
  ];
  const initialEntries = ['/shop', '/product', ...(state ? [{ pathname: '/product', state }] : [])];
  const router = createMemoryRouter(routes, { initialEntries });
  render(<RouterProvider router={router} />);
  return { back: () => act(() => router.navigate(-1)) };
}

const isOpen = () => screen.queryByText('Close') !== null;

describe('useDialogInHistory', () => {
  it('closes the dialog on Back, and leaves the page on the next Back', async () => {
    const { back } = renderPage();
    fireEvent.click(screen.getByText('Open'));
    expect(isOpen()).toBe(true);
    await back();
    expect(isOpen()).toBe(false);
    expect(screen.getByText('Open')).toBeTruthy();
    await back();
    expect(screen.getByText('The shop')).toBeTruthy();
  });

  it('stays on the page when the dialog is closed twice at once', async () => {
    renderPage();
    fireEvent.click(screen.getByText('Open'));
    await act(async () => fireEvent.click(screen.getByText('Close')));
    expect(isOpen()).toBe(false);
    expect(screen.getByText('Open')).toBeTruthy();
  });

  it('opens the dialog again after a reload, and Back closes it', async () => {
    const { back } = renderPage({ dialog: 'guide' });
    expect(isOpen()).toBe(true);
    await back();
    expect(isOpen()).toBe(false);
    expect(screen.getByText('Open')).toBeTruthy();
  });
});
