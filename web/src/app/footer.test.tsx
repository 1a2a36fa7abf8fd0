// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { sessionEnded, sessionSlice, sessionStarted } from '../session/session-slice.ts';
import { Footer } from './footer.tsx';

vi.mock('../features/newsletter/newsletter-form.tsx', () => ({ NewsletterForm: () => null }));
vi.mock('../features/theme/theme-select.tsx', () => ({ ThemeSelect: () => null }));

const USER = { uid: 'u1', email: 'a@example.com', displayName: 'Ada' };

afterEach(cleanup);

it.each([
  ['a guest', sessionEnded(), ['Login', 'Register', 'Orders', 'Wishlist', 'Settings']],
  ['a signed-in shopper', sessionStarted(USER), ['Orders', 'Wishlist', 'Settings']],
] as const)('the footer offers %s the links of the account that lead somewhere', (_, action, expected) => {
  const store = configureStore({ reducer: { session: sessionSlice.reducer } });
  store.dispatch(action);
  render(
    <Provider store={store}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Footer /> }])} />
    </Provider>,
  );
  const links = within(screen.getByRole('navigation', { name: 'Account links' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(expected);
  expect(screen.queryByRole('button', { name: 'Logout' }) !== null).toBe(action.type === sessionStarted.type);
});

it('the footer links to the accounts that the build names, and otherwise to the networks', async () => {
  vi.stubEnv('VITE_TWITCH_URL', 'https://www.twitch.tv/our-shop');
  vi.resetModules();
  const { Footer: BuiltFooter } = await import('./footer.tsx');
  const store = configureStore({ reducer: { session: sessionSlice.reducer } });
  render(
    <Provider store={store}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <BuiltFooter /> }])} />
    </Provider>,
  );
  const links = within(screen.getByRole('list', { name: 'Social links' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://www.instagram.com/',
    'https://www.twitch.tv/our-shop',
    'https://discord.com/',
    'https://www.youtube.com/',
  ]);
  vi.unstubAllEnvs();
});
