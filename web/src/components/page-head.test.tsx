// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { PageHead } from './page-head.tsx';

afterEach(cleanup);

const renderHead = (head: Parameters<typeof PageHead>[0]) =>
  render(
    <MemoryRouter initialEntries={['/about?from=mail']}>
      <PageHead {...head} />
    </MemoryRouter>,
  );
const content = (selector: string) => document.head.querySelector(selector)?.getAttribute('content');

describe('PageHead', () => {
  it("renders title, description and the page's own path as canonical URL into the head", () => {
    renderHead({ title: 'About', description: 'Who we are' });
    expect(document.title).toBe('About | Savepoint');
    expect(content('meta[name="description"]')).toBe('Who we are');
    expect(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
      `${location.origin}/about`,
    );
    expect(content('meta[property="og:type"]')).toBe('website');
    expect(content('meta[property="og:image"]')).toBe(`${location.origin}/art/social.png`);
    expect(content('meta[name="robots"]')).toBeUndefined();
  });

  it('keeps search engines away from a page with noindex', () => {
    renderHead({ title: 'Cart', description: 'Yours', noindex: true });
    expect(content('meta[name="robots"]')).toBe('noindex');
  });

  it('renders structured data without any character that could close its element', () => {
    const { container } = renderHead({
      title: 'Tee',
      description: 'A tee',
      structuredData: [{ name: '</script><script>alert(1)</script>' }],
    });
    const script = container.querySelector('script[type="application/ld+json"]');
    expect(script?.textContent).not.toContain('<');
    expect(JSON.parse(script?.textContent ?? '')).toEqual({ name: '</script><script>alert(1)</script>' });
  });

  it('removes its elements with the page', () => {
    const { unmount } = renderHead({ title: 'About', description: 'Who we are' });
    unmount();
    expect(
      document.head.querySelectorAll('title, meta[name="description"], link[rel="canonical"]'),
    ).toHaveLength(0);
  });
});
