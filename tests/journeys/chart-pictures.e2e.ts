import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../tools/browser.mjs';
import { builtPage, type BuiltPage } from '../pictures/built-page.ts';

/**
 * Every type of chart in every variant, drawn by the real library in the real browser and held beside the stored sheet. Fonts differ between
 * machines, so pictures are compared small and in blocks: what is where, in which colours. UPDATE_PICTURES=1 stores new sheets; look at them.
 */
const SCALE = 4;
/** Mean difference of a block (0–255 over three channels) that a picture may have on average, and in its worst block. */
const MEAN = 5;
const WORST = 46;
const IS_UPDATE = process.env.UPDATE_PICTURES === '1';

let browser: Browser;
let site: BuiltPage;
beforeAll(async () => {
  site = await builtPage(fileURLToPath(new URL('../pictures/page', import.meta.url)), 'index.html');
  browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox', '--disable-gpu'] });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

async function open(query: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1856, height: 1000 } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  // clouds of words are laid by chance
  await page.addInitScript(() => {
    let state = 7;
    Math.random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  });
  await page.goto(site.url(query), { timeout: 90_000 });
  await page.waitForFunction(
    () => {
      const cases = [...document.querySelectorAll('.case')];
      return cases.length > 0 && cases.every((one) => one.querySelector('canvas, .viz-note, .viz-kpi, .viz-rank, .viz-table'));
    },
    undefined,
    { timeout: 90_000 },
  );
  return { page, complaints };
}

/** The whole page at a quarter of its size, once it no longer changes. */
async function sheetOf(page: Page): Promise<string> {
  let before = '';
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await page.waitForTimeout(500);
    const shot = (await page.screenshot({ fullPage: true })).toString('base64');
    const sheet = await page.evaluate(
      async ({ png, scale }) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = Math.round(image.width / scale);
        canvas.height = Math.round(image.height / scale);
        const context = canvas.getContext('2d')!;
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return canvas.toDataURL('image/png').split(',')[1]!;
      },
      { png: shot, scale: SCALE },
    );
    if (sheet === before) return sheet;
    before = sheet;
  }
  return before;
}

/** For each picture: how many colours it has, and how far its blocks are from those of the stored sheet. */
const measure = (page: Page, now: string, stored: string) =>
  page.evaluate(
    async ({ png, golden, scale }) => {
      const pixels = async (base64: string) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext('2d', { willReadFrequently: true })!;
        context.drawImage(image, 0, 0);
        return context;
      };
      const [ours, theirs] = [await pixels(png), await pixels(golden)];
      const [columns, lines] = [10, 7];
      return [...document.querySelectorAll<HTMLElement>('.case')].map((element) => {
        const box = element.getBoundingClientRect();
        const at = [box.left + scrollX, box.top + scrollY, box.width, box.height].map((n) => Math.round(n / scale)) as [
          number,
          number,
          number,
          number,
        ];
        const [a, b] = [ours.getImageData(...at).data, theirs.getImageData(...at).data];
        const [w, h] = [at[2], at[3]];
        const blocks = Array.from({ length: columns * lines }, () => ({ a: [0, 0, 0], b: [0, 0, 0], n: 0 }));
        const colors = new Set<number>();
        for (let y = 0; y < h; y += 1)
          for (let x = 0; x < w; x += 1) {
            const i = (y * w + x) * 4;
            // without the heading of the case
            if (y > 8) colors.add(((a[i]! >> 4) << 8) | ((a[i + 1]! >> 4) << 4) | (a[i + 2]! >> 4));
            const block =
              blocks[Math.min(lines - 1, Math.floor((y / h) * lines)) * columns + Math.min(columns - 1, Math.floor((x / w) * columns))]!;
            block.n += 1;
            for (let c = 0; c < 3; c += 1) {
              block.a[c]! += a[i + c]!;
              block.b[c]! += b[i + c]!;
            }
          }
        const differences = blocks.map((block) => block.a.reduce((sum, value, c) => sum + Math.abs(value - block.b[c]!) / block.n, 0) / 3);
        return {
          id: element.dataset.case ?? '',
          colors: colors.size,
          mean: differences.reduce((sum, one) => sum + one, 0) / differences.length,
          worst: Math.max(...differences),
        };
      });
    },
    { png: now, golden: stored, scale: SCALE },
  );

describe('pictures of charts', () => {
  it.each([
    ['light', 'mode=light'],
    ['dark', 'mode=dark'],
    ['screen', 'mode=dark&ground=screen'],
    ['hard', 'mode=light&set=hard'],
  ])(
    'look as they did: %s',
    async (name, query) => {
      const { page, complaints } = await open(query);
      const sheet = await sheetOf(page);
      const file = fileURLToPath(new URL(`../pictures/golden/${name}.png`, import.meta.url));
      if (IS_UPDATE || !existsSync(file)) await writeFile(file, Buffer.from(sheet, 'base64'));
      const measured = await measure(page, sheet, (await readFile(file)).toString('base64'));
      await page.close();
      expect(complaints).toEqual([]);
      expect(measured.filter(({ id, colors }) => colors < 4 && id !== 'hard-none')).toEqual([]);
      expect(measured.filter(({ mean, worst }) => mean > MEAN || worst > WORST)).toEqual([]);
    },
    120_000,
  );

  it('new data are drawn into the chart that is there, and a click answers the stored value', async () => {
    const { page, complaints } = await open('only=bar-bar&live=1&churn=1');
    const canvas = page.locator('.case canvas').first();
    await canvas.waitFor();
    await canvas.evaluate((element) => ((element as HTMLElement).dataset.kept = 'yes'));
    await page.evaluate(() => (window as unknown as { churn: (times: number) => Promise<void> }).churn(20));
    expect(await canvas.getAttribute('data-kept')).toBe('yes');
    const box = (await canvas.boundingBox())!;
    // bars may still be growing into their places
    const clicked = async () => {
      await page.mouse.click(box.x + box.width * 0.16, box.y + box.height * 0.8);
      return page.evaluate(() => document.body.dataset.clicked ?? '');
    };
    await expect.poll(clicked).toContain('"col":"company","value":"华南分公司"');
    await page.close();
    expect(complaints).toEqual([]);
  });
});
