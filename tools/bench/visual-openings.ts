/**
 * The nine fixed screens of the demo company, each opened for the first time: after seeding, and as the first page after a start of the
 * product. Every opening has a browser without anything kept but the session. Run: npm run bench -- openings
 */
import { loadavg } from 'node:os';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { SCREENS } from '#modules/screens/core/fixed/index.ts';
import { dataFolder, freePort, Product } from '../../tests/start/product.ts';
import { findBrowser } from '../browser.mjs';
import { signInPage } from './browser-sign-in.ts';

const START_MS = 700_000;
const MAX_MS = 60_000;
/** A picture that is still busy after this long without a change is not on its way to being complete. */
const QUIET_MS = 1000;

/** Notes in the page when the screen stood and when nothing of it was busy any more. A text: helpers of a compiler are not in the page. */
const WATCH = `
  // busy, or a chart without its drawing: its program may still be on its way when its data are there
  const OPEN = '[aria-busy="true"], .sw-chart:empty, .viz-canvas:not([hidden]):empty';
  const seen = (window.seen = { stage: 0, complete: 0 });
  const look = () => {
    const nodes = document.querySelectorAll('[data-node]').length;
    const isDone = nodes > 5 && document.querySelector(OPEN) === null;
    if (nodes > 5 && seen.stage === 0) seen.stage = performance.now();
    if (!isDone) seen.complete = 0;
    else if (seen.complete === 0) seen.complete = performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

interface Opening {
  readonly fcp: number;
  readonly stage: number;
  readonly complete: number;
}
async function opening(browser: Browser, state: Awaited<ReturnType<BrowserContext['storageState']>>, url: string): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'zh-CN', storageState: state });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(
    (quiet) => {
      const { seen } = window as unknown as { seen?: Opening };
      return seen !== undefined && seen.complete > 0 && performance.now() - seen.complete > quiet;
    },
    QUIET_MS,
    { timeout: MAX_MS, polling: 100 },
  );
  const found = await page.evaluate(() => ({
    ...(window as unknown as { seen: Opening }).seen,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  await context.close();
  return found;
}

const cells = ({ fcp, stage, complete }: Opening): string => `${fcp.toFixed(0)} | ${stage.toFixed(0)} | ${complete.toFixed(0)}`;

/** The Markdown table of first openings. */
export async function openingReport(): Promise<string> {
  const folder = dataFolder();
  const env = { DATA_DIR: folder.path, SEED: 'demo', CAPTCHA: 'off', PORT: String(await freePort()), WARM_UP: 'on' };
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox'] });
  let product = await Product.start(env);
  const lines: string[] = [];
  try {
    await product.ready(START_MS);
    const context = await browser.newContext();
    await signInPage(context, product);
    const state = await context.storageState();
    await context.close();
    const address = (code: string) => `http://127.0.0.1:${env.PORT}/${code}`;
    const load = () => loadavg()[0]?.toFixed(1);
    for (const [n, { code }] of SCREENS.entries())
      lines.push(
        `| ${code}${n === 0 ? ', at once after seeding' : ', next after seeding'} | ${cells(await opening(browser, state, address(code)))} | ${load()} |`,
      );
    for (const { code } of SCREENS) {
      await product.interrupt();
      product = await Product.start(env);
      await product.ready(START_MS);
      lines.push(`| ${code}, first page after a start | ${cells(await opening(browser, state, address(code)))} | ${load()} |`);
      lines.push(`| ${code}, again | ${cells(await opening(browser, state, address(code)))} | ${load()} |`);
    }
    return ['| screen | first paint ms | stands ms | complete ms (≤ 2000) | load |\n|---|---|---|---|---|', ...lines].join('\n');
  } finally {
    await browser.close();
    await product.interrupt();
    folder.remove();
  }
}
