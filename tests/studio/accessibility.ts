// The accessibility checks of Studio's pages.
import axe from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** The rules that depend on the theme, and those that depend on the width. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const WIDTH_RULES = ['scrollable-region-focusable', 'target-size', 'aria-hidden-focus', 'list', 'region'];
const WIDTH_PX = 1440;
const NARROW_PX = 768;
const PHONE_WIDTH_PX = 390;
const HEIGHT_PX = 900;

/**
 * The violations of all or the named rules, in a page and in each of its frames. Unlike AxeBuilder,
 * it injects axe once per document and opens no second page.
 */
async function findViolations(page: Page, rules?: string[]): Promise<axe.Result[]> {
  const violations: axe.Result[] = [];
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
    const found = await frame.evaluate(
      async (only) => {
        const { axe: injected } = window as unknown as { axe: typeof axe };
        const options: axe.RunOptions = { resultTypes: ['violations'], iframes: false };
        return (await injected.run(document, { ...options, ...(only && { runOnly: only }) })).violations;
      },
      rules === undefined ? undefined : { type: 'rule' as const, values: rules },
    );
    violations.push(...found);
  }
  return violations;
}

/**
 * Fails with each axe rule that the page currently violates, and the first element; `when` is added
 * to the message.
 */
export async function expectNoViolations(page: Page, when?: string, rules?: string[]): Promise<void> {
  expect(
    (await findViolations(page, rules)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    when,
  ).toEqual([]);
}

/**
 * Fails if the document or its scrolling element is wider than its box, at the page's current
 * width.
 */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overflow = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(Math.max(...overflow), `${page.viewportSize()?.width} px`).toBe(0);
}

/**
 * Checks a page with axe at 1440 px, its colors in both themes, the width-dependent rules at 768
 * px, and that it scrolls sideways neither at these widths nor at 390 px. `ready` resolves when the
 * page is complete at a width.
 */
export async function expectAccessible(page: Page, ready: () => Promise<void>): Promise<void> {
  const resize = (width: number) => page.setViewportSize({ width, height: HEIGHT_PX });
  await resize(WIDTH_PX);
  await ready();
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolations(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, 'dark', COLOR_RULES);
  await expectNoSidewaysScrolling(page);
  await resize(NARROW_PX);
  await ready();
  await expectNoViolations(page, `${NARROW_PX} px`, WIDTH_RULES);
  await expectNoSidewaysScrolling(page);
  await resize(PHONE_WIDTH_PX);
  await expectNoSidewaysScrolling(page);
}
