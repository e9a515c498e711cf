import type { Locator } from 'playwright-core';

/** More stops than any page has before its content. */
const MAX_STOPS = 120;

/** Goes from stop to stop with the tab key, as a person without a mouse does, until this element has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await target.waitFor();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < MAX_STOPS && !(await isThere()); stop++) await page.keyboard.press('Tab');
  if (!(await isThere())) throw new Error(`the tab key never reached ${String(target)}`);
}
