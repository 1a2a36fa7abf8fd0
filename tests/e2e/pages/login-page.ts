import { expect, type Page } from '@playwright/test';
import type { ShopAccount } from '../accounts.ts';

export class LoginPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get alert() {
    return this.page.getByRole('main').getByRole('alert');
  }

  async login({ email, password }: Pick<ShopAccount, 'email' | 'password'>): Promise<void> {
    const form = this.page.getByRole('form', { name: 'Login' });
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Password').fill(password);
    await form.getByRole('button', { name: 'Log in' }).click();
  }

  /** Opens the login page, signs in and waits for the account page. */
  async openAndLogin(account: ShopAccount): Promise<void> {
    await this.page.goto('/login');
    await this.login(account);
    await expect(
      this.page.getByRole('heading', { level: 1, name: `Hi, ${account.displayName}` }),
    ).toBeVisible();
  }

  async register(given: { displayName: string; email: string; password: string }): Promise<void> {
    const form = this.page.getByRole('form', { name: 'Register' });
    await form.getByLabel('Display name').fill(given.displayName);
    await form.getByLabel('Email').fill(given.email);
    await form.getByLabel('Password').fill(given.password);
    await form.getByRole('button', { name: 'Create account' }).click();
  }

  /** Waits for the login page: opening a page earlier would cancel the sign-out. */
  async logout(): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Account', exact: true })
      .getByRole('button', { name: 'Logout' })
      .click();
    await expect(this.page).toHaveURL(/\/login$/);
  }
}
