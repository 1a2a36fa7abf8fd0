import type { Locator, Page } from '@playwright/test';

export class ListingPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(path = '/shop'): Promise<void> {
    await this.page.goto(path);
    await this.count.waitFor();
  }

  /** e.g. '13 products'. */
  get count(): Locator {
    return this.page.getByRole('main').getByText(/^\d+ products?$/);
  }

  get products(): Locator {
    return this.page.getByRole('region', { name: 'Products' }).getByRole('article');
  }

  get names(): Locator {
    return this.products.getByRole('heading');
  }

  facet(name: string): Locator {
    return this.page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name });
  }

  get sort(): Locator {
    return this.page.getByLabel('Sort by');
  }

  get chips(): Locator {
    return this.page.getByRole('list', { name: 'Active filters' });
  }
}
