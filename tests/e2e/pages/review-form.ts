import type { Locator, Page } from '@playwright/test';

export class ReviewForm {
  readonly page: Page;
  readonly form: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.getByRole('form', { name: 'Write a review' });
  }

  get rating(): Locator {
    return this.form.getByLabel('Rating');
  }
  get title(): Locator {
    return this.form.getByLabel('Title');
  }
  get content(): Locator {
    return this.form.getByLabel('Review', { exact: true });
  }
  get fit(): Locator {
    return this.form.getByLabel('How it fits');
  }
  get publish(): Locator {
    return this.form.getByRole('button', { name: 'Publish review' });
  }
  get alert(): Locator {
    return this.form.getByRole('alert');
  }
  get thanks(): Locator {
    return this.page.getByRole('main').getByText('Thank you. Your review is published.');
  }

  async write(review: { stars: number; title: string; content: string }): Promise<void> {
    await this.rating.selectOption(String(review.stars));
    await this.title.fill(review.title);
    await this.content.fill(review.content);
  }
}
