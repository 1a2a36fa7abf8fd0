// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Component as AuthActionPage } from './auth-action.tsx';

const EMAIL = 'new@example.com';
const codes = vi.hoisted(() => ({
  readEmailChange: vi.fn(),
  applyEmailChange: vi.fn(),
  isDeadLink: (thrown: unknown) => (thrown as { code?: string }).code === 'auth/invalid-action-code',
}));
vi.mock('../features/auth/action-codes.ts', () => codes);

const store = configureStore({ reducer: (state: object = {}) => state });

const failure = (code: string) => Object.assign(new Error('raw'), { code });

function open(mode: string): void {
  const router = createMemoryRouter([{ path: '*', element: <AuthActionPage /> }], {
    initialEntries: [`/auth/action?mode=${mode}&oobCode=code-1`],
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}

beforeEach(() => {
  codes.readEmailChange.mockReset().mockResolvedValue({ email: EMAIL, isDone: false });
  codes.applyEmailChange.mockReset().mockImplementation(async () => {
    codes.readEmailChange.mockResolvedValue({ email: EMAIL, isDone: true });
  });
});
afterEach(cleanup);

describe.each([
  ['verifyAndChangeEmail', 'Use this address', 'Your email address has changed', '/login'],
  ['recoverEmail', 'Use this address again', 'Your email address is back', '/login?reset'],
])('the link of an email with the mode %s', (mode, button, done, next) => {
  it('changes the address once its reader confirms, and leads to the login', async () => {
    open(mode);
    const press = await screen.findByRole('button', { name: button });
    expect(screen.getByRole('main').textContent).toContain(EMAIL);
    expect(codes.applyEmailChange).not.toHaveBeenCalled();
    fireEvent.click(press);
    fireEvent.click(press);
    expect(await screen.findByRole('heading', { level: 1, name: done })).toBeTruthy();
    expect(codes.applyEmailChange).toHaveBeenCalledExactlyOnceWith(store.dispatch, 'code-1', EMAIL);
    expect(screen.getByRole('link').getAttribute('href')).toBe(next);
  });

  it('can be pressed again after a temporary failure, and says if it never will work', async () => {
    codes.applyEmailChange.mockRejectedValueOnce(failure('auth/network-request-failed'));
    codes.applyEmailChange.mockRejectedValueOnce(failure('auth/email-already-in-use'));
    codes.applyEmailChange.mockImplementationOnce(async () => {
      codes.readEmailChange.mockRejectedValue(failure('auth/invalid-action-code'));
      throw failure('auth/invalid-action-code');
    });
    open(mode);
    for (const message of [/cannot be reached/, /already an account/]) {
      fireEvent.click(await screen.findByRole('button', { name: button }));
      expect(await screen.findByText(message)).toBeTruthy();
    }
    fireEvent.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  });

  it('reports a dead link, and offers to retry if it cannot be checked', async () => {
    codes.readEmailChange.mockRejectedValueOnce(failure('auth/network-request-failed'));
    codes.readEmailChange.mockRejectedValueOnce(failure('auth/invalid-action-code'));
    open(mode);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  });
});
