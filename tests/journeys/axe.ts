import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What the library draws and offers no way to change; each line says where and why. */
const EXCEPTIONS: readonly { rule: string; within: string; why: string }[] = [
  {
    rule: 'aria-required-children',
    within: '.ant-tabs-editable > .ant-tabs-nav',
    why: 'antd puts the buttons of its editable tabs into the tablist',
  },
  {
    rule: 'scrollable-region-focusable',
    within: '.ant-select-dropdown-list-holder',
    why: 'the focus stays in the box of the choice, whose arrow keys scroll the list',
  },
  { rule: 'aria-input-field-name', within: '.ant-select-dropdown-list-holder-inner', why: 'antd names the box, not its list' },
  { rule: 'scrollable-region-focusable', within: '.cm-scroller', why: 'CodeMirror scrolls with the caret of the text that it holds' },
];
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** axe-core has nothing against the page as it stands, by the rules of WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (tags) => {
    // a picture that is still coming in has colours that nobody is meant to read
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
    for (let round = 0; round < 20 && running().length > 0; round++) await Promise.allSettled(running().map(({ finished }) => finished));
    const runner = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await runner.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary }) => ({
        rule: id,
        target: target.join(' '),
        html: html.slice(0, 160),
        why: failureSummary ?? '',
      })),
    );
  }, LEVELS);
  const excepted = await page.evaluate(
    ([targets, exceptions]) =>
      targets.map(({ rule, target }) =>
        exceptions.some((one) => one.rule === rule && document.querySelector(target)?.matches(one.within) === true),
      ),
    [found, EXCEPTIONS] as const,
  );
  const left = found.filter((_, at) => !excepted[at]);
  // a text of its own: what a matcher prints of a list is cut
  if (left.length > 0) throw new Error(left.map(({ rule, target, html, why }) => `${rule}: ${target} ${html} ${why}`).join('\n'));
}

/** Nothing of the page lies beside the window: it is read by scrolling down only. */
export async function expectNoSideways(page: Page): Promise<void> {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  expect(wide, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(window);
}
