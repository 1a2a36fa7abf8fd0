// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { authFailed, authSlice } from '../features/auth/auth-slice.ts';
import { sessionEnded, sessionSlice, sessionStarted } from '../session/session-slice.ts';
import { Component as LoginPage } from './login.tsx';
import { Component as RegisterPage } from './register.tsx';

vi.mock('../features/auth/identity.ts', () => ({
  signUp: async (dispatch: (action: unknown) => void) => {
    dispatch(authFailed('There is an account for this address.'));
    throw Object.assign(new Error(), { code: 'auth/email-already-in-use' });
  },
}));

const CHECKOUT_REASON = 'You need an account to order. We’ll bring you back to checkout.';

function renderAt(pathname: string, state: unknown = null) {
  const store = configureStore({ reducer: { auth: authSlice.reducer, session: sessionSlice.reducer } });
  store.dispatch(sessionEnded());
  const routes = [
    { path: '/login', element: <LoginPage /> },
    { path: '/register', element: <RegisterPage /> },
    { path: '*', element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [{ pathname, state }] });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { store, router };
}

afterEach(cleanup);

describe('the login and the register page', () => {
  it.each(['/login', '/register'])(
    'say to a guest who comes from the checkout why they are shown and what follows: %s',
    (path) => {
      renderAt(path, { from: '/checkout' });
      expect(screen.getByText(CHECKOUT_REASON)).toBeTruthy();
    },
  );

  it.each([null, { from: '/account/orders' }, { from: 'https://example.com/checkout' }])(
    'say nothing of the checkout to whoever comes with %j',
    (state) => {
      renderAt('/login', state);
      expect(screen.queryByText(CHECKOUT_REASON)).toBeNull();
    },
  );

  it('carries a typed email to the password reset and back', () => {
    renderAt('/login');
    const emailOf = (form: string) =>
      within(screen.getByRole('form', { name: form })).getByLabelText<HTMLInputElement>('Email');
    fireEvent.change(emailOf('Login'), { target: { value: 'ada@example.com' } });
    fireEvent.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    expect(emailOf('Reset password').value).toBe('ada@example.com');
    fireEvent.change(emailOf('Reset password'), { target: { value: 'eve@example.com' } });
    fireEvent.click(screen.getByRole('button', { name: 'Back to login' }));
    expect(emailOf('Login').value).toBe('eve@example.com');
  });

  it.each([
    [undefined, null, '/account'],
    ['owner', null, '/admin'],
    ['packer', { from: '/cart' }, '/cart'],
  ] as const)('lead an account with the role %j that came with %j to %s', (role, state, path) => {
    const { store, router } = renderAt('/login', state);
    const user = { uid: 'u1', email: 'a@example.com', displayName: 'Ada', ...(role && { role }) };
    act(() => void store.dispatch(sessionStarted(user)));
    expect(router.state.location.pathname).toBe(path);
  });

  it('report an error once, at its field', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    renderAt('/register');
    for (const [label, value] of [
      ['Display name', 'Ada'],
      ['Email', 'ada@example.com'],
      ['Password', 'secret-1'],
    ] as const)
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(document.querySelector('#root, form [aria-invalid="true"]')).not.toBeNull());
    expect(screen.getAllByText(/account/i, { selector: '[role=alert], .field-error' })).toHaveLength(1);
  });
});
