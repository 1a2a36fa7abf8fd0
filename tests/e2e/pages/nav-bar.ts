import type { Locator, Page } from '@playwright/test';

export class NavBar {
  readonly page: Page;
  readonly bar: Locator;

  constructor(page: Page) {
    this.page = page;
    this.bar = page.getByRole('banner');
  }

  link(name: string): Locator {
    return this.bar.getByRole('link', { name, exact: true });
  }

  get themeToggle(): Locator {
    return this.bar.getByRole('button', { name: /Switch to (dark|light) theme/ });
  }

  get cart(): Locator {
    return this.bar.getByRole('button', { name: /^Cart,/ });
  }

  get menu(): Locator {
    return this.bar.getByRole('button', { name: 'Menu' });
  }

  get search(): Locator {
    return this.bar.getByRole('button', { name: 'Search' });
  }
}
