import { expect, type Locator, type Page } from '@playwright/test';
import { FIRST_CALL } from './admin-page.ts';

/** The mail inbox of the local stack. */
export class Inbox {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /**
   * The email to an address with this subject. Opens the inbox when it has arrived: triggers send
   * most emails.
   */
  async open(email: string, subject: string): Promise<Locator> {
    const article = this.page
      .getByRole('article')
      .filter({ hasText: `To ${email}` })
      .filter({ has: this.page.getByRole('heading', { name: subject, exact: true }) })
      .first();
    await expect
      .poll(async () => (await mailsTo(email)).map(({ message }) => message.subject), FIRST_CALL)
      .toContain(subject);
    await this.page.goto(process.env.SAVEPOINT_MAIL_URL as string);
    await expect(article).toBeVisible();
    return article;
  }

  /** Opens an email and follows a link in it, as a reader would. */
  async follow(email: string, subject: string, link: string): Promise<void> {
    const article = await this.open(email, subject);
    await article.locator('iframe').contentFrame().getByRole('link', { name: link }).click();
    await expect(this.page).not.toHaveURL(process.env.SAVEPOINT_MAIL_URL as string);
  }
}

interface StoredMail {
  readonly to: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly message: { readonly subject: string; readonly text: string };
}

/** All emails to an address, the newest first. */
export async function mailsTo(email: string): Promise<StoredMail[]> {
  const response = await fetch(`${process.env.SAVEPOINT_MAIL_URL}?format=json`);
  return ((await response.json()) as StoredMail[]).filter(({ to }) => to.includes(email));
}
