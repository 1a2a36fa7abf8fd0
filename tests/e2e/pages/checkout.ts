import { expect, type Page } from '@playwright/test';

const ADDRESS = {
  name: 'Erin Endtoend',
  line1: '1 Respawn Road',
  postalCode: '90210',
  city: 'Beverly Hills',
  region: 'California',
  country: 'United States',
} as const;

export class Checkout {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get pay() {
    return this.page.getByRole('main').getByRole('button', { name: /^Pay \$/ });
  }

  async fillAddress(name: string = ADDRESS.name): Promise<void> {
    await this.page.getByLabel('Full name').fill(name);
    await this.page.getByLabel('Country').selectOption({ label: ADDRESS.country });
    await this.page.getByLabel('Street address').fill(ADDRESS.line1);
    await this.page.getByLabel(/^(ZIP|Postal) code/).fill(ADDRESS.postalCode);
    await this.page.getByLabel('City').fill(ADDRESS.city);
    await this.page.getByRole('combobox', { name: 'State' }).selectOption({ label: ADDRESS.region });
    await this.page.getByRole('button', { name: 'Continue to delivery' }).click();
  }

  /** Completes every step up to the review. */
  async fill(): Promise<void> {
    await this.fillAddress();
    await this.page.getByRole('button', { name: 'Continue to review' }).click();
    await expect(this.pay).toBeVisible();
  }

  /** Completes the checkout; ends on the payment page. */
  async order(): Promise<void> {
    await this.page.goto('/checkout');
    await this.fill();
    await this.pay.click();
    await this.page.waitForURL('**/c/pay/**');
  }

  async payWith(testCard: string): Promise<void> {
    await this.page.getByRole('button', { name: testCard }).click();
    await this.page.getByRole('button', { name: /^Pay \$/ }).click();
  }
}
