// Pictures of maps in a real browser: the whole territory is drawn on every ground and in every form.
// The inner state of the drawing library in the page has no types.
// oxlint-disable typescript/no-explicit-any
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../tools/browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const problems: string[] = [];
let server: ViteDevServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await createServer({
    root,
    configFile: false,
    cacheDir: join(tmpdir(), `databrain-maps-${process.pid}`),
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', fs: { allow: [root] }, watch: null },
    optimizeDeps: { entries: ['tests/pictures/maps.html'] },
  });
  await server.listen();
  browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox'] });
  page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type()) && !line.location().url.endsWith('favicon.ico')) problems.push(line.text());
  });
  await page.goto(`${server.resolvedUrls!.local[0]!}tests/pictures/maps.html`, { waitUntil: 'commit', timeout: 100_000 });
  await page.waitForFunction(() => 'draw' in window, null, { timeout: 100_000 });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** What the library was given to draw, and whether the picture shows ink at places of the globe. */
async function drawn(picture: Record<string, unknown>) {
  const made = (await page.evaluate((options) => (window as any).draw(options), picture)) as {
    notes: string[];
    option: { geo: { map: string }[]; graphic: { style: { text?: string } }[]; series: { type: string; data: unknown[] }[] };
  };
  const maps = await page.evaluate(() =>
    (window as any).chart
      .getModel()
      .queryComponents({ mainType: 'geo' })
      .map((one: any) => ({
        map: one.option.map,
        box: [one.option.left, one.option.top, one.option.width, one.option.height],
        regions: one.coordinateSystem.regions.map((region: any) => ({ name: region.properties.adcode, parts: region.geometries.length })),
        lines: one.coordinateSystem.regions
          .filter((region: any) => region.properties.adcode === 'dashes')
          .flatMap((region: any) => region.geometries.flatMap((geometry: any) => geometry.points ?? [])).length,
      })),
  );
  return { ...made, maps: maps as { map: string; box: number[]; regions: { name: string; parts: number }[]; lines: number }[] };
}

/** Share of the pixels of a rectangle that differ from its most frequent colour. */
const inkOf = (box: number[]) =>
  page.evaluate(([x, y, w, h]) => {
    const canvas = (window as any).chart.renderToCanvas({ pixelRatio: 1 }) as HTMLCanvasElement;
    const { data } = canvas
      .getContext('2d')!
      .getImageData(Math.floor(x!), Math.floor(y!), Math.max(1, Math.floor(w!)), Math.max(1, Math.floor(h!)));
    const counts = new Map<string, number>();
    for (let i = 0; i < data.length; i += 4) {
      const key = `${data[i]},${data[i + 1]},${data[i + 2]},${data[i + 3]}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return 1 - Math.max(...counts.values()) / (data.length / 4);
  }, box);

describe('maps in a browser', () => {
  for (const ground of ['light', 'dark', 'screen'])
    for (const [kind, w, h] of [
      ['map', 1920, 1080],
      ['map', 400, 300],
      ['bubbleMap', 800, 560],
      ['flowMap', 800, 560],
      ['hero', 960, 640],
    ] as const)
      it(`show the whole territory: ${kind} on ${ground}, ${w}×${h}`, async () => {
        const { option, maps } = await drawn({ kind, ground, w, h, data: kind === 'map' && w === 400 ? 'none' : 'full' });
        expect(maps.every(({ map }) => map.startsWith('cn'))).toBe(true);
        const main = maps[0]!;
        const provinces = main.regions.map(({ name }) => name).filter((name) => /^\d{2}0000$/.test(name));
        expect(provinces).toHaveLength(34);
        expect(provinces).toEqual(expect.arrayContaining(['710000', '810000', '820000', '460000']));
        // 台湾, 澎湖 (two), 兰屿, 钓鱼岛 and 赤尾屿
        expect(main.regions.find(({ name }) => name === '710000')!.parts).toBe(6);
        const inset = maps.find(({ map }) => map.startsWith('cn-sea'))!;
        expect(inset.lines).toBe(10);
        expect(inset.regions.map(({ name }) => name)).toEqual(expect.arrayContaining(['460000', 'islands', '710000', '440000']));
        const [x, y, width, height] = inset.box as [number, number, number, number];
        expect([x, y].every((value) => value >= 0) && x + width <= w && y + height <= h).toBe(true);
        expect(await inkOf(inset.box)).toBeGreaterThan(0.03);
        const texts = option.graphic.map(({ style }) => style.text);
        expect(texts).toContain('南海诸岛');
        expect(texts).toContain('示意图，非标准地图');
        if (width >= 96) expect(texts).toEqual(expect.arrayContaining(['东沙群岛', '西沙群岛', '中沙群岛', '南沙群岛']));
        // the two easternmost islands leave ink where they lie
        for (const place of [
          [123.48, 25.75],
          [124.7, 25.95],
        ]) {
          const [px, py] = (await page.evaluate(
            (at) => (window as any).chart.convertToPixel({ geoIndex: 0 }, (window as any).flat(at)),
            place,
          )) as [number, number];
          const r = Math.max(3, w / 160);
          expect(await inkOf([px - r, py - r, r * 2, r * 2]), String(place)).toBeGreaterThan(0.02);
        }
      });

  it('name 台湾, 香港 and 澳门 first, and tell what is not on the map', async () => {
    const { option, notes } = await drawn({ kind: 'map', ground: 'light', w: 1100, h: 800, data: 'some' });
    const names = (option.series.at(-1)!.data as { name: string; label: { fontSize: number } }[])
      .filter(({ label }) => label.fontSize >= 10)
      .map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['710000', '810000', '820000']));
    expect(notes.join()).toContain('火星市');
  });

  it('join by code, also when the answer holds cities, and say nothing on the console', async () => {
    const { option } = await drawn({ kind: 'map', ground: 'dark', w: 800, h: 560, data: 'cities' });
    const rows = option.series[0]!.data as { name: string; value: number | null }[];
    expect(rows.filter(({ value }) => value !== null).map(({ name }) => name)).toEqual(['330000', '440000']);
    expect(problems).toEqual([]);
  });
});
