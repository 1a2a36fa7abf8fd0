import type { Page } from '@playwright/test';

/**
 * URLs of the scripts that a server-rendered page lists, before and after it has started the app.
 */
export function readListedScripts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const template = document.querySelector<HTMLTemplateElement>('#app-scripts')?.content;
    const elements = [template, document.head].flatMap((parent) => [
      ...(parent?.querySelectorAll('script[src]') ?? []),
    ]);
    return elements.map((element) => element.getAttribute('src') ?? '');
  });
}
