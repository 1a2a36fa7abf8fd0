import type { Locator, Page } from '@playwright/test';

export class ProductPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(id: string): Promise<void> {
    await this.page.goto(`/product/${id}`);
    await this.heading.waitFor();
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  size(name: string): Locator {
    return this.page.getByRole('radio', { name, exact: true });
  }

  get addToCart(): Locator {
    return this.page.getByRole('button', { name: 'Add to cart' });
  }
}
