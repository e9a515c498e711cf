import { chromium, type CDPSession, type Page } from 'playwright-core';
import { findBrowser } from '../browser.mjs';
import { dataFolder, Product } from '../../tests/start/product.ts';
import { Client } from './client.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

const MOVES = 180;
const RUNS = 5;
const TYPES = ['text', 'border', 'panel', 'decoration', 'time', 'text', 'border', 'kpi', 'text', 'image'] as const;

/** A screen full of widgets of all sorts, in rows of twenty. */
function crowded(count: number): object {
  const nodes = Array.from({ length: count }, (_, i) => {
    const [column, row] = [i % 20, Math.floor(i / 20)];
    const height = Math.floor(1060 / Math.ceil(count / 20)) - 8;
    return { id: `n${i}`, z: i, x: 8 + column * 95, y: 8 + row * (height + 8), w: 88, h: height, type: TYPES[i % TYPES.length] };
  });
  return { v: 1, nodes: Object.fromEntries(nodes.map((node) => [node.id, node])) };
}

const at = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;
const median = (list: readonly number[]): number => at(list, 0.5);

interface Run {
  readonly p95: number;
  readonly scriptMs: number;
  readonly bodies: number;
  readonly steps: number;
}
const scriptOf = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
};
const drawnOf = (page: Page): Promise<number> =>
  page.locator('.sed-canvas').evaluate((canvas) => Number((canvas as HTMLElement).dataset['drawn'] ?? 0));

/** Notes the time of every frame; text, because functions of this file carry helpers of their own that the page does not have. */
const RECORD = `(() => {
  const times = (window.frameTimes = []);
  const step = (time) => { times.push(time); if (times.length < 100000) requestAnimationFrame(step); };
  requestAnimationFrame(step);
})()`;

/** One gesture of 180 moves from a place: time between frames, script, bodies that were drawn, steps that can be taken back. */
async function gesture(page: Page, session: CDPSession, from: { x: number; y: number }): Promise<Run> {
  const undo = page.getByRole('button', { name: /^撤销/ });
  const [drawn, hadStep] = [await drawnOf(page), await undo.isEnabled()];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const script = await scriptOf(session);
  await page.evaluate(RECORD);
  // straight to the browser: while a button is held, the driver's own mouse runs a script in the page before each move
  for (let i = 1; i <= MOVES; i++)
    await session.send('Input.dispatchMouseEvent', {
      type: 'mouseMoved',
      button: 'left',
      buttons: 1,
      x: from.x + i * 0.9,
      y: from.y + Math.sin(i / 12) * 40,
    });
  const times = await page.evaluate<number[]>('(() => { const taken = [...frameTimes]; frameTimes.length = 100000; return taken; })()');
  const used = (await scriptOf(session)) - script;
  // of the gesture itself: what follows its end draws the body that changed
  const bodies = (await drawnOf(page)) - drawn;
  // the driver's mouse still stands where it pressed
  await page.mouse.move(from.x + MOVES * 0.9, from.y + Math.sin(MOVES / 12) * 40);
  await page.mouse.up();
  await undo.click();
  const steps = (await undo.isEnabled()) === hadStep ? 1 : 2;
  return {
    p95: at(
      times.slice(1).map((time, i) => time - times[i]!),
      0.95,
    ),
    scriptMs: used,
    bodies,
    steps,
  };
}

/** P8: dragging and resizing on a screen of 200 and 500 widgets, in the browser of this machine. Markdown. */
export async function editorReport(): Promise<string> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('no Chromium on this machine');
  const folder = dataFolder();
  const product = await Product.start({ DATA_DIR: folder.path, SEED: 'empty', CAPTCHA: 'off', ADMIN_PASSWORD });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await product.ready(180_000);
    return await editorRows(
      browser.newPage.bind(browser),
      `http://127.0.0.1:${product.port}`,
      await signInWith(new Client(product.port))(),
    );
  } finally {
    await browser.close();
    await product.interrupt();
    folder.remove();
  }
}

/** The measurement against a running product. */
export async function editorRows(
  newPage: () => Promise<Page>,
  base: string,
  token: string,
  { counts = [200, 500], times = RUNS } = {},
): Promise<string> {
  const send = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${base}/sjzt-datax${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const answer = (await reply.json()) as { data: { id: string; version: number }; msg: string };
    if (!reply.ok) throw new Error(`${path}: ${answer.msg}`);
    return answer.data;
  };
  const rows = ['| editor | frame p95 ms | script of 180 moves ms | bodies drawn | steps | open ms |', '|---|---|---|---|---|---|'];
  for (const count of counts) {
    const { id } = await send('POST', '/data/visual/screens', { screenName: `编辑器测量 ${count}`, screenConfig: crowded(count) });
    const page = await newPage();
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.addInitScript((value) => localStorage.setItem('data_ui_token', value), token);
    const began = performance.now();
    await page.goto(`${base}/visual/screen/build/${id}`);
    await page
      .locator('.sed-node')
      .nth(count - 1)
      .waitFor();
    const openMs = performance.now() - began;
    await page.waitForTimeout(2000);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    for (const kind of ['drag', 'resize'] as const) {
      const runs: Run[] = [];
      for (let i = 0; i <= times; i++) {
        const box = (await page.locator('[data-node="n45"]').boundingBox())!;
        const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        await page.mouse.click(middle.x, middle.y);
        const run = await gesture(page, session, kind === 'drag' ? middle : { x: box.x + box.width, y: box.y + box.height });
        if (i > 0) runs.push(run); // the first one warms up
      }
      const middleOf = (read: (run: Run) => number) => median(runs.map(read));
      rows.push(
        `| ${kind}, ${count} widgets | ${middleOf((run) => run.p95).toFixed(1)} | ${middleOf((run) => run.scriptMs).toFixed(0)} | ${middleOf((run) => run.bodies)} | ${middleOf((run) => run.steps)} | ${kind === 'drag' ? openMs.toFixed(0) : ''} |`,
      );
    }
    await page.close();
  }
  return rows.join('\n');
}
