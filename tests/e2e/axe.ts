import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './fixtures.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result depends on colors; all others give the same result in both themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

const ALL: axe.RunOnly = { type: 'tag', values: TAGS };
const COLORS: axe.RunOnly = { type: 'rule', values: COLOR_RULES };

/**
 * The part that axe checks: everything, or only the content that is new on this page, without the
 * footer and the later products of a list. With an open dialog, only the dialog.
 */
type Scope = 'document' | 'what is new';
const SHOWN_ELSEWHERE = ['footer', '.product-grid > :nth-child(n + 3)'];

async function findViolations(page: Page, runOnly: axe.RunOnly, scope: Scope): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ([only, excluded]) => {
      const { axe: injected } = window as unknown as { axe: typeof axe };
      const dialog = document.querySelector('dialog[open]');
      const context = dialog ?? (excluded.length === 0 ? document : { exclude: excluded });
      const results = await injected.run(context, {
        ...{ runOnly: only, resultTypes: ['violations'], selectors: false, preload: false },
      });
      return results.violations.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) }));
    },
    [runOnly, scope === 'document' ? [] : SHOWN_ELSEWHERE] as const,
  );
  return violations.map(({ id, html }) => `${id}: ${html.map((each) => each.slice(0, 160)).join(' | ')}`);
}

/**
 * Runs axe on the current page in both themes, which the system or the attribute `data-theme` sets.
 */
export async function expectNoViolations(page: Page, name: string, scope: Scope = 'document'): Promise<void> {
  for (const [theme, rules] of [
    ['light', ALL],
    ['dark', COLORS],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator(`html:not([data-theme]), html[data-theme=${theme}]`)).toBeAttached();
    // Colors in a transition belong to neither theme. Some transitions begin with the next frame,
    // or when that of the parent ends; those inside a closed <details> would never finish.
    await page.evaluate(async () => {
      const listRunning = () =>
        document
          .getAnimations()
          .filter(
            ({ effect, playState }) =>
              playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
          );
      do {
        for (const animation of listRunning()) animation.finish();
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      } while (listRunning().length > 0);
    });
    expect.soft(await findViolations(page, rules, scope), `${name} (${theme})`).toEqual([]);
  }
}
