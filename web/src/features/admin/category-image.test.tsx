// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { CategoryImage } from './category-image.tsx';

const UPLOADED = 'https://storage.test/images/1/1200.webp';

/** The outcome of processImage. */
const backend = vi.hoisted(() => ({ response: {} as object }));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async () => backend.response,
}));
vi.mock('../../firebase/upload-file.ts', () => ({ uploadFile: async () => 'upload-1' }));

beforeEach(() => {
  backend.response = { data: { url: UPLOADED } };
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  render(
    <Provider store={store}>
      <CategoryImage name="image" defaultValue="/art/old.webp" />
    </Provider>,
  );
});
afterEach(cleanup);

const address = () => screen.getByLabelText<HTMLInputElement>('Picture').value;
const choose = (name: string, type: string) =>
  fireEvent.change(screen.getByLabelText('Image file'), {
    target: { files: [new File(['x'], name, { type })] },
  });

describe('the picture of a category', () => {
  it('is uploaded from a file, and its address fills the form', async () => {
    choose('hats.png', 'image/png');
    await screen.findByText('hats.png is uploaded.');
    expect(address()).toBe(UPLOADED);
  });

  it('stays unchanged if the file is not an image, with the reason', async () => {
    choose('hats.svg', 'image/svg+xml');
    expect((await screen.findByRole('alert')).textContent).toContain('hats.svg is not a JPEG');
    expect(address()).toBe('/art/old.webp');
  });

  it('stays unchanged if the file cannot be processed, with the reason', async () => {
    backend.response = { error: { code: 'invalid-argument', message: 'The file is no image.' } };
    choose('hats.png', 'image/png');
    expect((await screen.findByRole('alert')).textContent).toBe('The file is no image.');
    expect(address()).toBe('/art/old.webp');
  });
});
