/**
 * A screen of 25 nodes in a real browser: first paint, completion, idle frames and processor time with and without effects (P7, V-44), heap
 * over refreshes (P12), time from an answer to its picture (P14). Run: npm run bench -- screens
 */
import { loadavg } from 'node:os';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { screensPage } from '../../tests/pictures/screens-server.ts';
import { findBrowser } from '../browser.mjs';

const RUNS = 5;
const IDLE_S = 10;
const REFRESHES = 2000;
const PIECE = 100;
const MAX_MS = 240_000;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Processor seconds of all processes of the browser: what a wall's computer has to do, whatever else this machine does. */
async function cpuOf(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
async function metric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find((one) => one.name === name)?.value ?? 0;
}

async function opened(browser: Browser, url: string): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.addInitScript(() => {
    const long: number[] = [];
    Object.assign(window, { long });
    new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    });
  });
  await page.goto(url);
  return { page, cdp };
}
/** All charts and the map have their canvases. */
const COMPLETE = `document.querySelectorAll('.viz canvas').length >= 3 && document.querySelector('.sw-hero-map canvas') !== null`;

async function loading(browser: Browser, url: string): Promise<{ fcp: number; complete: number }> {
  const { page } = await opened(browser, url);
  await page.waitForFunction(COMPLETE, undefined, { polling: 'raf' });
  const figures = await page.evaluate(() => ({
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    complete: performance.now(),
  }));
  await page.close();
  return figures;
}

async function idle(browser: Browser, url: string) {
  const { page, cdp } = await opened(browser, url);
  await page.waitForFunction(COMPLETE);
  await page.waitForTimeout(5000);
  await page.evaluate(() => void ((window as unknown as { long: number[] }).long.length = 0));
  // with nobody counting frames: that asks for sixty a second and is work of its own
  const [cpu, busy] = [await cpuOf(browser), await metric(cdp, 'TaskDuration')];
  await page.waitForTimeout(IDLE_S * 1000);
  const used = {
    cpu: (100 * ((await cpuOf(browser)) - cpu)) / IDLE_S,
    main: (100 * ((await metric(cdp, 'TaskDuration')) - busy)) / IDLE_S,
  };
  const frames = await page.evaluate(async (seconds) => {
    const gaps: number[] = [];
    let before = performance.now();
    const end = before + seconds * 1000;
    while (before < end) {
      const now = await new Promise<number>((done) => requestAnimationFrame(done));
      gaps.push(now - before);
      before = now;
    }
    gaps.sort((a, b) => a - b);
    return { p50: gaps[gaps.length >> 1] ?? 0, p95: gaps[Math.floor(gaps.length * 0.95)] ?? 0 };
  }, IDLE_S);
  const figures = {
    ...frames,
    ...used,
    long: await page.evaluate(() => (window as unknown as { long: number[] }).long.filter((ms) => ms > 200).length),
  };
  await page.close();
  return figures;
}

async function refreshes(browser: Browser, url: string): Promise<{ heap: number; paint: number; count: number }> {
  const { page, cdp } = await opened(browser, url);
  await page.waitForFunction(COMPLETE);
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    return (await cdp.send('Runtime.getHeapUsage')).usedSize;
  };
  await turn(page, 200);
  const before = await heap();
  // in pieces, each a call of its own: on a busy machine all of them take longer than anybody waits
  const until = performance.now() + MAX_MS;
  let count = 0;
  for (; count < REFRESHES && performance.now() < until; count += PIECE) {
    await turn(page, PIECE);
    tell(`  ${count + PIECE} of ${REFRESHES} refreshes`);
  }
  const grown = (await heap()) - before;
  const paint = await page.evaluate(async () => {
    const { feed, answers } = window as unknown as {
      feed: { put: (key: string, state: object) => void };
      answers: Record<string, { rows: unknown[][] }>;
    };
    const times: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const began = performance.now();
      const data = answers.kpi2!;
      feed.put('kpi2', { status: 'ready', data: { ...data, rows: data.rows.map((row) => [row[0], 600 + i, row[2], row[3]]) } });
      while (!document.querySelector(`[data-node="kpi2"] [aria-label="${600 + i}"]`)) {
        if (performance.now() - began > 10_000) throw new Error(`the figure ${600 + i} never came`);
        await new Promise((done) => requestAnimationFrame(done));
      }
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      times.push(performance.now() - began);
    }
    return times.toSorted((a, b) => a - b)[10] ?? 0;
  });
  await page.close();
  return { heap: grown / 2 ** 20, paint, count };
}
/** New answers for every widget, so many times. */
async function turn(page: Page, count: number): Promise<void> {
  await page.evaluate(async (turns) => {
    const { feed, answers } = window as unknown as {
      feed: { put: (key: string, state: object) => void };
      answers: Record<string, { columns: { role: string }[]; rows: unknown[][] }>;
    };
    for (let at = 0; at < turns; at += 1) {
      for (const [key, data] of Object.entries(answers)) {
        const factor = 1 + (at % 7) / 50;
        const rows = data.rows.map((row) =>
          row.map((cell, i) => (data.columns[i]?.role === 'measure' && typeof cell === 'number' ? cell * factor : cell)),
        );
        feed.put(key, { status: 'ready', data: { ...data, rows } });
      }
      // pictures of every fifth answer are enough: React works through all of them
      await (at % 5 === 0 ? new Promise((done) => requestAnimationFrame(done)) : Promise.resolve());
    }
  }, count);
}

/** A run takes minutes: what is measured now, for whoever waits. */
const tell = (text: string) => void process.stderr.write(`${text}\n`);

/** The Markdown table of P7, P12, P14 and V-44. */
export async function screenReport(): Promise<string> {
  const site = await screensPage();
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox'] });
  try {
    tell('opening');
    await loading(browser, site.url('of=leader'));
    const loads: { fcp: number; complete: number }[] = [];
    for (let run = 0; run < RUNS; run += 1) loads.push(await loading(browser, site.url('of=leader')));
    tell('standing still');
    const lit = await idle(browser, site.url('of=leader'));
    const calm = await idle(browser, site.url('of=leader&effects=off'));
    tell(`${REFRESHES} refreshes`);
    const { heap, paint, count } = await refreshes(browser, site.url('of=leader&effects=off'));
    return [
      `load average ${loadavg()[0]?.toFixed(1)}, software rendering, 1920 × 1080, 25 data and frame nodes\n`,
      '| figure | measured | bar |\n|---|---|---|',
      `| P7 first contentful paint, median of ${RUNS} | ${median(loads.map(({ fcp }) => fcp)).toFixed(0)} ms | ≤ 1000 ms |`,
      `| P7 all charts and the map painted | ${median(loads.map(({ complete }) => complete)).toFixed(0)} ms | ≤ 2000 ms |`,
      `| P7 idle frame p50 / p95, effects 30 | ${lit.p50.toFixed(1)} / ${lit.p95.toFixed(1)} ms | p95 ≤ 25 ms |`,
      `| P7 main thread, idle | ${lit.main.toFixed(0)} % | ≤ 45 % |`,
      `| P7 tasks over 200 ms after loading | ${lit.long} | 0 |`,
      `| processor of the whole browser, effects 30 | ${lit.cpu.toFixed(0)} % of one core | – |`,
      `| V-44 processor of the whole browser, 省电 | ${calm.cpu.toFixed(0)} % of one core | ≤ 10 % |`,
      `| V-44 idle frame p95, 省电 | ${calm.p95.toFixed(1)} ms | – |`,
      `| P12 heap after ${count.toLocaleString('en')} refreshes of every widget | ${heap >= 0 ? '+' : ''}${heap.toFixed(1)} MB | ≤ +5 MB |`,
      `| P14 answer → painted, median | ${paint.toFixed(0)} ms | ≤ 1000 ms with the push |`,
    ].join('\n');
  } finally {
    await browser.close();
    await site.stop();
  }
}
