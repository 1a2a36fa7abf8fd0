import { expect, type Locator, type Page } from '@playwright/test';

/** The first call of a function starts its instance. */
export const FIRST_CALL = { timeout: 30_000 };

type AdminSection =
  | 'products'
  | 'products/new'
  | 'orders'
  | 'reviews'
  | 'categories'
  | 'customers'
  | 'messages'
  | 'subscribers'
  | 'sync'
  | 'audit';

export class AdminPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(name: AdminSection): Promise<void> {
    await this.page.goto(`/admin/${name}`);
    await this.page.getByRole('navigation', { name: 'Admin' }).waitFor();
  }

  list(name: string): Locator {
    return this.page.getByRole('list', { name });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  /** Opens the menu of a product or row and returns its items. */
  async openMenu(name = 'More actions'): Promise<Locator> {
    await this.button(name).click();
    return this.page.getByRole('region', { name });
  }

  async expectToast(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text)).toBeVisible(FIRST_CALL);
  }

  /** Filters the product table by name. */
  async searchProduct(name: string): Promise<void> {
    await this.open('products');
    await this.page.getByLabel('Search products').fill(name);
    await this.page.getByRole('row').filter({ hasText: name }).first().waitFor();
  }

  cell(label: string): Locator {
    return this.page.getByRole('textbox', { name: label, exact: true });
  }

  /** Expects one entry of the audit log that contains all texts. */
  async expectAuditEntry(...texts: readonly string[]): Promise<void> {
    await this.open('audit');
    let row = this.page.getByRole('region', { name: 'Audit log' }).getByRole('row');
    for (const text of texts) row = row.filter({ hasText: text });
    await expect(row.first()).toBeVisible(FIRST_CALL);
  }
}
