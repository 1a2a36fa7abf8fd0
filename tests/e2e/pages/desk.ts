// Owns how tests reach the operator's desk.
import { expect, type Locator, type Page } from '@playwright/test';

/** The first call of a function starts its instance, which takes its time on a busy machine. */
export const FIRST_CALL = { timeout: 30_000 };

type DeskPage = 'products' | 'products/new' | 'orders' | 'reviews' | 'categories' | 'sync' | 'audit';

export class Desk {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(name: DeskPage): Promise<void> {
    await this.page.goto(`/admin/${name}`);
    await this.page.getByRole('navigation', { name: 'Admin' }).waitFor();
  }

  /** A region, list, dialog or form of the desk by its name. */
  list(name: string): Locator {
    return this.page.getByRole('list', { name });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  /** What the shop says aloud after an action. */
  async expectSaid(words: string | RegExp): Promise<void> {
    await expect(this.page.getByText(words)).toBeVisible(FIRST_CALL);
  }

  /** Finds one product in the table. */
  async find(name: string): Promise<void> {
    await this.open('products');
    await this.page.getByLabel('Search products').fill(name);
    await this.page.getByRole('row').filter({ hasText: name }).first().waitFor();
  }

  cell(label: string): Locator {
    return this.page.getByRole('textbox', { name: label, exact: true });
  }

  /** The newest entries of the audit log contain these words together. */
  async expectNoted(...words: readonly string[]): Promise<void> {
    await this.open('audit');
    let row = this.page.getByRole('region', { name: 'Audit log' }).getByRole('row');
    for (const word of words) row = row.filter({ hasText: word });
    await expect(row.first()).toBeVisible(FIRST_CALL);
  }
}
