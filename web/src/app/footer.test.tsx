// @vitest-environment jsdom
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { DEFAULT_CONTENT } from '@savepoint/model/content';
import { DEFAULT_STORE } from '@savepoint/model/store';
import { cleanup, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { shopApi } from '../api/shop-api.ts';
import { sessionEnded, sessionSlice, sessionStarted } from '../session/session-slice.ts';
import { Footer } from './footer.tsx';

vi.mock('../features/newsletter/newsletter-form.tsx', () => ({ NewsletterForm: () => null }));
vi.mock('../features/theme/theme-select.tsx', () => ({ ThemeSelect: () => null }));

const USER = { uid: 'u1', email: 'a@example.com', displayName: 'Ada' };

const backend = vi.hoisted(() => ({ settings: {} as object }));
vi.mock('../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async () => ({ data: backend.settings }),
}));

afterEach(cleanup);

function renderFooter(action: UnknownAction) {
  const store = configureStore({
    reducer: { session: sessionSlice.reducer, shopApi: shopApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  store.dispatch(action);
  render(
    <Provider store={store}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Footer /> }])} />
    </Provider>,
  );
}

it.each([
  ['a guest', sessionEnded(), ['Login', 'Register', 'Orders', 'Wishlist', 'Settings']],
  ['a signed-in shopper', sessionStarted(USER), ['Orders', 'Wishlist', 'Settings']],
] as const)('the footer offers %s the links of the account that lead somewhere', (_, action, expected) => {
  renderFooter(action);
  const links = within(screen.getByRole('navigation', { name: 'Account links' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(expected);
  expect(screen.queryByRole('button', { name: 'Logout' }) !== null).toBe(action.type === sessionStarted.type);
});

it('the footer links to the accounts, pages and promises that an owner has published', async () => {
  backend.settings = {
    store: { ...DEFAULT_STORE, social: [{ name: 'Twitch', url: 'https://www.twitch.tv/our-shop' }] },
    content: {
      ...DEFAULT_CONTENT,
      promises: ['Free shipping over {freeShippingOver}', 'Gift wrap'],
      footer: {
        tagline: 'Ours.',
        columns: [{ title: 'More', links: [{ label: 'Blog', to: 'https://blog.example.com' }] }],
      },
    },
  };
  renderFooter(sessionEnded());
  await screen.findByText('Ours.');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://blog.example.com',
    'https://www.twitch.tv/our-shop',
  ]);
  expect(screen.getByText('Free shipping over $50')).toBeDefined();
});
