// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EmailForm } from './profile-form.tsx';

const USER = { uid: 'u1', email: 'ada@example.com', displayName: 'Ada' };
const NEW = 'new@example.com';

function renderForm(user: typeof USER & { emailProvider?: string }, onRequest = vi.fn(async () => {})) {
  const element = <EmailForm user={user} onRequest={onRequest} toFailure={() => ({ message: 'Offline.' })} />;
  const router = createMemoryRouter([{ path: '/', element }]);
  render(
    <Provider store={configureStore({ reducer: (state: object = {}) => state })}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return onRequest;
}

function submit(): void {
  fireEvent.change(screen.getByLabelText('New email address'), { target: { value: NEW } });
  fireEvent.change(screen.getByLabelText('Current password'), { target: { value: 'secret' } });
  fireEvent.click(screen.getByRole('button', { name: 'Change email address' }));
}

afterEach(cleanup);

describe('the form for another email address', () => {
  it('says where the link was sent and clears its input', async () => {
    const onRequest = renderForm(USER);
    submit();
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toContain(`inbox of ${NEW}`));
    expect(onRequest).toHaveBeenCalledExactlyOnceWith({ email: NEW, current: 'secret' });
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
  });

  it('keeps its input if the link could not be sent', async () => {
    renderForm(
      USER,
      vi.fn(async () => Promise.reject(new Error())),
    );
    submit();
    expect((await screen.findByRole('alert')).textContent).toBe('Offline.');
    expect(screen.getByRole('status').textContent).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('New email address').value).toBe(NEW);
  });

  it("is replaced by the address's provider for an account without a password", () => {
    renderForm({ ...USER, emailProvider: 'google.com' });
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.getByText(/You log in with Google, and your address, .* comes from there/)).toBeTruthy();
  });
});
