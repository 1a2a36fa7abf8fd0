// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { ProductGallery } from './gallery.tsx';
import { usePictureTransition } from './use-picture-transition.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PRODUCT = { name: 'Fox Tee', image: '/art/fox.webp', images: ['/art/fox.webp', '/art/fox-back.webp'] };

const SHOWN = 'https://shop.example/art/fox-400.avif';
/** As a browser does; jsdom chooses nothing. */
function chooseFile(image: HTMLImageElement | null): void {
  if (image !== null) Object.defineProperty(image, 'currentSrc', { value: SHOWN, configurable: true });
}

function Card() {
  const open = usePictureTransition('/product/fox');
  return (
    <div className="product-card">
      <span className="image-frame">
        <img alt="" src="/art/fox-400.webp" ref={chooseFile} />
      </span>
      <Link to="/product/fox" onClick={open}>
        Fox Tee
      </Link>
    </div>
  );
}

it('the first picture of a product stands on the file that its card has shown, and on none where no card opened the page', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  Object.assign(document, {
    startViewTransition: (update: () => Promise<void>) => {
      const finished = update();
      return { ready: finished, finished };
    },
  });
  const routes = [
    { path: '/', element: <Card /> },
    { path: '/product/fox', element: <ProductGallery product={PRODUCT} /> },
  ];
  const view = render(<RouterProvider router={createMemoryRouter(routes)} />);
  fireEvent.click(view.getByRole('link'));
  const frames = await vi.waitFor(() => {
    const found = view.container.querySelectorAll<HTMLElement>('.gallery-track li');
    expect(found).toHaveLength(2);
    return found;
  });
  expect(frames[0]?.style.backgroundImage).toContain(SHOWN);
  expect(frames[1]?.style.backgroundImage).toBe('');
  cleanup();

  const direct = createMemoryRouter(routes, { initialEntries: ['/product/fox'] });
  const { container } = render(<RouterProvider router={direct} />);
  expect(container.querySelector<HTMLElement>('.gallery-track li')?.style.backgroundImage).toBe('');
});
