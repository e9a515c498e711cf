/**
 * Boards of 12 and 45 charts of the demo company in a real browser (P5, P6), and what leaves them as files (P13).
 * Run: npm run bench -- boards
 */
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { until } from '#kit/test/until.ts';
import { demo, signInPage } from './browser-sign-in.ts';
import { dataFolder, Product } from '../../tests/start/product.ts';
import { findBrowser } from '../browser.mjs';

const RUNS = 5;
const START_MS = 400_000;
const MIN_CHARTS = 20;
/** made last of the demo company */
const LAST_BOARDS = 4;
const SETTLED_MS = 15_000;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;
interface Stored {
  readonly id: string;
  readonly version: number;
}

/** The charts of the demo company, which are made after the platform serves; answers when that and what follows it are over. */
async function chartsOf(call: Call): Promise<Stored[]> {
  const asked = () => call<{ data: Stored[] }>('GET', '/data/visual/charts/page?pageNum=1&pageSize=50');
  const { data } = await until(asked, (page) => page.data.length >= MIN_CHARTS, START_MS);
  const boards = () => call<{ total: number }>('GET', '/data/visual/boards/page?pageNum=1&pageSize=1');
  await until(boards, ({ total }) => total >= LAST_BOARDS, START_MS);
  await wait(SETTLED_MS);
  return data;
}

/** A published board of so many charts of the demo company, three in a row. */
async function boardOf(call: Call, charts: readonly Stored[], count: number): Promise<string> {
  const layout = Array.from({ length: count }, (_, n) => ({
    i: `t${n}`,
    x: (n % 3) * 8,
    y: Math.floor(n / 3) * 8,
    w: 8,
    h: 8,
    chartId: charts[n % charts.length]!.id,
  }));
  const { id } = await call<Stored>('POST', '/data/visual/boards', { boardName: `${count} 个图表` });
  const made = await call<Stored>('GET', `/data/visual/boards/${id}`);
  const boardConfig = { v: 1, tabs: [{ id: 'a', name: '全部', layout }], filters: [] };
  const { version } = await call<Stored>('PUT', `/data/visual/boards/build/${id}`, { boardConfig, version: made.version });
  await call('POST', `/data/visual/boards/publish/${id}`, { version });
  return id;
}

interface Opening {
  readonly fcp: number;
  /** from navigation to the first request for data */
  readonly asked: number;
  /** until no tile that can be seen is busy */
  readonly seen: number;
  /** until every tile was drawn, going down a window at a time */
  readonly all: number;
  readonly blocked: number;
  readonly shifted: number;
}

/** Goes down a window at a time, waiting for the tiles at each stop; answers when the first were drawn. A text: compiled functions lean on names of this process. */
const DOWN = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const isDrawn = (tile) => tile.getAttribute('aria-busy') === 'false' && tile.querySelector('.viz > *') !== null;
  const inView = () => [...document.querySelectorAll('.board-grid .tile')].filter((tile) => {
    const { top, bottom } = tile.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
  const drawn = async () => {
    while (inView().length === 0 || !inView().every(isDrawn)) await frame();
  };
  await drawn();
  const first = performance.now();
  for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
    window.scrollTo(0, y);
    await frame();
    await frame();
    await drawn();
  }
  return first;
})()`;

async function opening(context: BrowserContext, url: string): Promise<Opening> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { long: 0, shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.long += Math.max(0, duration - 50);
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url);
  // a tile that leaves the view is not asked for any more: whoever scrolls waits at each stop
  const seen = await page.evaluate<number>(DOWN);
  const figures = await page.evaluate(() => {
    const { long, shift } = (window as unknown as { seen: { long: number; shift: number } }).seen;
    const asked = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/data/visual/view/data'));
    return {
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      asked: asked?.startTime ?? 0,
      all: performance.now(),
      blocked: long,
      shifted: shift,
    };
  });
  await page.close();
  return { ...figures, seen };
}

/** Seconds until the picture, the PDF and the workbook of a board are there. */
async function files(context: BrowserContext, url: string): Promise<{ png: number; pdf: number; xlsx: number }> {
  const page = await context.newPage();
  await page.addInitScript(() => void (window.print = () => undefined));
  await page.goto(url);
  await page.locator('.board-grid .viz').first().waitFor();
  const taken = async (entry: string): Promise<number> => {
    const began = performance.now();
    const arrived = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出', exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await (await arrived).path();
    return (performance.now() - began) / 1000;
  };
  const png = await taken('当前页签图片（PNG）');
  const xlsx = await taken('全部数据（Excel）');
  const began = performance.now();
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await page.getByRole('menuitem', { name: '打印或另存为 PDF' }).click();
  await page.getByRole('button', { name: '打印 / 另存为 PDF' }).click();
  await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const pdf = (performance.now() - began) / 1000;
  await page.close();
  return { png, pdf, xlsx };
}

const rows = (name: string, count: number, found: readonly Opening[], bars: readonly string[]): string[] => {
  const of = (pick: (one: Opening) => number, digits = 0) => median(found.map(pick)).toFixed(digits);
  return [
    `| ${name} first contentful paint, ${count} charts | ${of(({ fcp }) => fcp)} ms | ${bars[0]} |`,
    `| ${name} first data request | ${of(({ asked }) => asked)} ms | ${bars[1]} |`,
    `| ${name} all tiles in view drawn | ${of(({ seen }) => seen)} ms | ${bars[2]} |`,
    `| ${name} all tiles drawn, a window at a time | ${of(({ all }) => all)} ms | ${bars[3]} |`,
    `| ${name} blocking time | ${of(({ blocked }) => blocked)} ms | ${bars[4]} |`,
    `| ${name} layout shift | ${of(({ shifted }) => shifted, 3)} | ${bars[5]} |`,
  ];
};

/** The Markdown table of P5, P6 and P13. */
export async function boardReport(): Promise<string> {
  const folder = dataFolder();
  const product = await Product.start({ DATA_DIR: folder.path, SEED: 'demo', CAPTCHA: 'off' });
  let browser: Browser | undefined;
  try {
    await product.ready(START_MS);
    const call = await demo(product);
    const charts = await chartsOf(call);
    const [twelve, many] = [await boardOf(call, charts, 12), await boardOf(call, charts, 45)];
    browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox'] });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', acceptDownloads: true });
    await signInPage(context, product);
    const url = (id: string) => `http://127.0.0.1:${product.port}/visual/board/view/${id}`;
    const measured = async (id: string): Promise<Opening[]> => {
      await opening(context, url(id));
      const found: Opening[] = [];
      for (let run = 0; run < RUNS; run += 1) found.push(await opening(context, url(id)));
      return found;
    };
    const [small, large] = [await measured(twelve), await measured(many)];
    const { png, pdf, xlsx } = await files(context, url(twelve));
    return [
      `load average ${loadavg()[0]?.toFixed(1)}, 1440 × 900, second opening and later, median of ${RUNS}\n`,
      '| figure | measured | bar |\n|---|---|---|',
      ...rows('P5', 12, small, ['≤ 1000 ms', '≤ 400 ms', '–', '≤ 1500 ms', '≤ 300 ms', '0']),
      ...rows('P6', 45, large, ['–', '≤ 500 ms', '≤ 1500 ms', '≤ 4000 ms', '–', '0']),
      `| P13 picture of a tab of 12 charts | ${png.toFixed(1)} s | ≤ 3 s |`,
      `| P13 PDF of 12 charts | ${pdf.toFixed(1)} s | ≤ 6 s |`,
      `| P13 workbook of 12 sheets | ${xlsx.toFixed(1)} s | ≤ 8 s |`,
    ].join('\n');
  } finally {
    await browser?.close();
    await product.interrupt();
    folder.remove();
  }
}
