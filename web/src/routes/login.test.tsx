// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { authSlice } from '../features/auth/auth-slice.ts';
import { sessionEnded, sessionSlice } from '../session/session-slice.ts';
import { Component as LoginPage } from './login.tsx';
import { Component as RegisterPage } from './register.tsx';

const CHECKOUT_REASON = 'You need an account to order. You return to the checkout afterwards.';

function renderAt(pathname: string, state: unknown = null): void {
  const store = configureStore({ reducer: { auth: authSlice.reducer, session: sessionSlice.reducer } });
  store.dispatch(sessionEnded());
  const routes = [
    { path: '/login', element: <LoginPage /> },
    { path: '/register', element: <RegisterPage /> },
  ];
  render(
    <Provider store={store}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [{ pathname, state }] })} />
    </Provider>,
  );
}

afterEach(cleanup);

describe('the login and the register page', () => {
  it.each(['/login', '/register'])(
    '%s says to a guest who comes from the checkout why it is shown and what follows',
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

  it('carries the email that was typed to the password reset and back', () => {
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
});
