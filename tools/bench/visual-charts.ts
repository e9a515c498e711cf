import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../browser.mjs';
import { builtPage } from '../../tests/pictures/built-page.ts';

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const quantile = (list: readonly number[], part: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0;

/** Milliseconds from data to the frame after the chart was drawn; the median of some showings after a warm one. */
async function showing(page: Page, id: string, times: number): Promise<number> {
  const show = () => page.evaluate((name) => (window as unknown as { show: (id: string) => Promise<number> }).show(name), id);
  await show();
  const list: number[] = [];
  for (let i = 0; i < times; i += 1) list.push(await show());
  return median(list);
}

/** 95th percentile of the frames while the wheel turns over the middle of the chart. */
async function scrolling(page: Page): Promise<number> {
  await page.mouse.move(700, 500);
  // as text: the runner would add helpers to named functions that the page does not have
  await page.evaluate(
    `window.frames95 = []; { let last = performance.now(); requestAnimationFrame(function step(now) { window.frames95.push(now - last); last = now; requestAnimationFrame(step); }); }`,
  );
  for (let i = 0; i < 60; i += 1) {
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(16);
  }
  return quantile(await page.evaluate(() => (window as unknown as { frames95: number[] }).frames95.slice(2)), 0.95);
}

/** Heap after a collection, bytes. */
async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Charts in the browser: a large pivot, a large table, a line of a million points, and memory over 2,000 refreshes. */
export async function chartReport(): Promise<string> {
  const site = await builtPage(fileURLToPath(new URL('../../tests/pictures/page', import.meta.url)), 'index.html');
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1680, height: 900 } });
    await page.goto(site.url('set=bench'));
    await page.waitForFunction(() => 'show' in window);
    await showing(page, 'line-4000', 1);
    const few = await showing(page, 'line-4000', 5);
    const line = await showing(page, 'line-1000000', 5);
    const table = await showing(page, 'table-100000', 5);
    const tableScroll = await scrolling(page);
    await showing(page, 'pivot-small', 1);
    const pivot = await showing(page, 'pivot-50000', 3);
    const pivotScroll = await scrolling(page);
    await page.close();

    const live = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await live.goto(site.url('live=1&only=bar-bar,line-line,pie-pie,heatmap,gauge-gauge,table,kpi-plain'));
    await live.waitForFunction(() => document.querySelectorAll('.case canvas').length >= 5);
    const churn = (times: number) => live.evaluate((n) => (window as unknown as { churn: (n: number) => Promise<void> }).churn(n), times);
    await churn(200);
    const before = await heap(live);
    await churn(2000);
    const growth = ((await heap(live)) - before) / 1e6;
    const ms = (value: number) => value.toFixed(0);
    return [
      '## Charts in the browser',
      '',
      `Chromium, software raster, load average ${loadavg()[0]?.toFixed(1)}. From data to the frame after drawing, median; scrolling as p95 of frames.`,
      '',
      '| figure | measured | bar |',
      '|---|---|---|',
      `| P9 pivot 49,600 cells, first picture | ${ms(pivot)} ms | 1,000 ms |`,
      `| P9 pivot, scrolling p95 | ${ms(pivotScroll)} ms | 50 ms |`,
      `| table 100,000 rows, first picture / scrolling p95 | ${ms(table)} / ${ms(tableScroll)} ms | |`,
      `| P10 line 1,000,000 rows (4,000 rows: ${ms(few)} ms) | ${ms(line)} ms | 150 ms |`,
      `| P12 heap over 2,000 refreshes of 7 charts | ${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MB | +5 MB |`,
    ].join('\n');
  } finally {
    await browser.close();
    await site.stop();
  }
}
