import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../tools/browser.mjs';
import { screensPage } from '../pictures/screens-server.ts';

// What only a browser can tell about screens: how they stand in windows, how sharp they are, whether they flash.
let browser: Browser;
let site: Awaited<ReturnType<typeof screensPage>>;
beforeAll(async () => {
  site = await screensPage();
  browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox'] });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

async function open(query: string, width = 1920, height = 1080): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width, height } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(site.url(`effects=off&${query}`));
  await page.locator('.screen-node').first().waitFor();
  return { page, complaints };
}
async function charts(page: Page): Promise<void> {
  await expect.poll(() => page.locator('canvas').count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
}

const PORTS = [
  [1280, 720],
  [1366, 768],
  [1920, 1080],
  [2560, 1080],
  [3840, 2160],
  [1080, 1920],
] as const;

describe('a screen in a window', () => {
  it('without effects every drawing is there all the same', async () => {
    const { page } = await open('of=walls');
    const drawings = page.locator('.screen-node svg[role=img]');
    await expect.poll(() => drawings.count(), { timeout: 60_000 }).toBeGreaterThan(3);
    const unseen = await drawings.evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().width === 0).map((one) => one.closest<HTMLElement>('[data-node]')?.dataset.node),
    );
    expect(unseen).toEqual([]);
    await page.close();
  });

  it('shows or can scroll to every node in six fits and six windows, and its canvases have a pixel for each of the window', async () => {
    const { page, complaints } = await open('of=leader');
    await charts(page);
    for (const fit of ['contain', 'cover', 'width', 'height', 'stretch', 'none'])
      for (const [width, height] of PORTS) {
        await page.setViewportSize({ width, height });
        await page.evaluate((mode) => (window as unknown as { fit: (mode: string) => void }).fit(mode), fit);
        const at = () =>
          page.evaluate(() => {
            const port = document.querySelector('.screen-port')!;
            const box = port.getBoundingClientRect();
            const reachX = Math.max(box.width, port.scrollWidth);
            const reachY = Math.max(box.height, port.scrollHeight);
            const cut = [...document.querySelectorAll<HTMLElement>('.screen-node')].filter((node) => {
              const one = node.getBoundingClientRect();
              const left = one.left - box.left + port.scrollLeft;
              const top = one.top - box.top + port.scrollTop;
              return left < -1 || top < -1 || left + one.width > reachX + 1 || top + one.height > reachY + 1;
            });
            const blurred = [...document.querySelectorAll('canvas')].filter(
              (canvas) => canvas.width < canvas.getBoundingClientRect().width * devicePixelRatio - 2,
            );
            return {
              cut: cut.map((node) => node.dataset.node),
              blurred: blurred.length,
              canvases: document.querySelectorAll('canvas').length,
            };
          });
        await expect.poll(at, { timeout: 30_000, message: `${fit} at ${width} × ${height}` }).toMatchObject({ cut: [], blurred: 0 });
      }
    expect(complaints).toEqual([]);
    await page.close();
  });

  it.each(['leader', 'gallery', 'walls', 'assets'])(
    '%s: letters are 11 px and more at 1366 × 768, and 4.5:1 and more on the brightest panel',
    async (of) => {
      const { page } = await open(`of=${of}`);
      // the gallery of components has hardly a chart
      await (of === 'leader' ? charts(page) : page.locator('.screen-node').last().waitFor());
      await page.evaluate(() => document.fonts.ready);
      const faults = await page.evaluate(() => {
        const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
        const light = ([r, g, b]: number[]) => 0.2126 * channel(r! / 255) + 0.7152 * channel(g! / 255) + 0.0722 * channel(b! / 255);
        const pen = document.createElement('canvas').getContext('2d')!;
        const rgb = (color: string) => {
          pen.clearRect(0, 0, 1, 1);
          pen.fillStyle = color;
          pen.fillRect(0, 0, 1, 1);
          return [...pen.getImageData(0, 0, 1, 1).data];
        };
        const ground = rgb(getComputedStyle(document.querySelector('.screen-port')!).getPropertyValue('--s-panel0').trim());
        const found: string[] = [];
        const walker = document.createTreeWalker(document.querySelector('.screen-stage')!, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const text = node.textContent?.trim();
          const element = node.parentElement!;
          if (!text || element.closest('.sw-reel') || element.closest('svg')) continue;
          const style = getComputedStyle(element);
          if (Number.parseFloat(style.fontSize) * (1366 / 1920) < 11) found.push(`${text}: ${style.fontSize}`);
          // letters filled with a gradient, and dark letters on light plates
          if (style.color === 'rgba(0, 0, 0, 0)' || element.closest('[aria-current="page"], .sw-gantt-grid u')) continue;
          const [a, b] = [light(rgb(style.color)), light(ground)];
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (ratio < 4.5) found.push(`${text}: ${ratio.toFixed(2)}`);
        }
        return found;
      });
      expect(faults).toEqual([]);
      await page.close();
    },
  );
});

describe('new data on a screen', () => {
  it('never leaves a chart blank for a frame, and draws no other widget', async () => {
    const { page } = await open('of=leader');
    await charts(page);
    // what is watched has come with its first picture; charts come one by one
    await page.waitForFunction(() => {
      const figures = [
        ...document.querySelectorAll('[data-type="kpi"], [data-type="ring"], [data-type="segments"], [data-type="scorecard"]'),
      ];
      const canvases = [...document.querySelectorAll<HTMLCanvasElement>('[data-node="trend"] canvas')];
      const isDrawn = (canvas: HTMLCanvasElement) =>
        canvas.width > 0 &&
        canvas
          .getContext('2d')!
          .getImageData(0, 0, canvas.width, canvas.height)
          .data.some((value) => value > 0);
      return figures.length > 0 && figures.every((one) => one.textContent !== '') && canvases.some(isDrawn);
    });
    const seen = await page.evaluate(async () => {
      // lists move on their own
      const FIGURES = '[data-type="kpi"], [data-type="ring"], [data-type="segments"], [data-type="scorecard"]';
      let changed = 0;
      const canvases = [...document.querySelectorAll<HTMLCanvasElement>('[data-node="trend"] canvas')];
      const inked = () =>
        canvases.some((canvas) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          for (let i = 3; i < data.length; i += 400) if (data[i]! > 0) return true;
          return false;
        });
      const { feed, answers } = window as unknown as {
        feed: { put: (key: string, state: object) => void };
        answers: Record<string, { rows: unknown[][] }>;
      };
      const others = new MutationObserver((records) => {
        changed += records.filter(({ target }) => (target instanceof Element ? target : target.parentElement)?.closest(FIGURES)).length;
      });
      others.observe(document.querySelector('.screen-stage')!, { subtree: true, childList: true, characterData: true });
      let blank = 0;
      let frames = 0;
      const before = answers.trend!;
      for (let turn = 1; turn <= 10; turn += 1) {
        feed.put('trend', { data: { ...before, rows: before.rows.map(([month, a, b, c]) => [month, Number(a) * (1 + turn / 20), b, c]) } });
        for (let frame = 0; frame < 4; frame += 1) {
          await new Promise((done) => requestAnimationFrame(done));
          frames += 1;
          if (!inked()) blank += 1;
        }
      }
      others.disconnect();
      return { blank, frames, changed, isSame: canvases.every((canvas) => canvas.isConnected) };
    });
    expect(seen).toMatchObject({ blank: 0, frames: 40, isSame: true });
    expect(seen.changed).toBe(0);
    await page.close();
  });
});
