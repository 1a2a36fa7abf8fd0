import { expect, type Page } from '@playwright/test';

export class Cart {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get button() {
    return this.page.getByRole('button', { name: /^Cart, / });
  }
  get dropdown() {
    return this.page.getByRole('region', { name: 'Cart preview' });
  }
  /** Opens when an item is added. */
  get drawer() {
    return this.page.getByRole('dialog', { name: 'Added to your cart' });
  }
  get lines() {
    return this.page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem');
  }
  get summary() {
    return this.page.getByRole('region', { name: 'Summary' });
  }

  async expectUnits(units: number, options?: { readonly timeout: number }): Promise<void> {
    const name = `Cart, ${units} ${units === 1 ? 'item' : 'items'}`;
    await expect(this.button).toHaveAccessibleName(name, options);
  }

  /** Adds one unit of a product from its page. */
  async add(productId: string, size?: string): Promise<void> {
    const before = await this.units(productId);
    await this.page.getByRole('main').waitFor();
    if (size !== undefined) {
      await this.page.getByRole('radio', { name: new RegExp(`^${size}\\b`) }).check();
    }
    await this.page.getByRole('button', { name: 'Add to cart' }).click();
    await this.expectUnits(before + 1);
    await this.closeDrawer();
  }

  async closeDrawer(): Promise<void> {
    await expect(this.drawer).toBeVisible();
    await this.page.keyboard.press('Escape');
    await expect(this.drawer).toHaveCount(0);
  }

  private async units(productId: string): Promise<number> {
    await this.page.goto(`/product/${productId}`);
    // Disabled until hydration; before that, the cart is a guest's.
    await expect(this.button).toBeEnabled();
    const name = (await this.button.getAttribute('aria-label')) ?? '';
    return Number(/\d+/.exec(name)?.[0] ?? 0);
  }
}
