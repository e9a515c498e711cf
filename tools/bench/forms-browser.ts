/** Typing into a large form in the browser of this machine, and what the designer of forms weighs. */
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { findBrowser } from '../browser.mjs';
import { chunksOf, kilobytes, menuPages, pageLoads } from '../chunks.mjs';
import type { Field } from './forms-data.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ROWS = 200;
const PRESSES = 120;
const FORMS = '/data/filling/forms';
type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** A hundred fields, ten of them calculated, rules over some of them, and a sub-table of six columns with a calculated one. */
function largeForm(): { layout: Field[]; rules: object[] } {
  const field = (n: number): Field => {
    const base = { id: `f${n}`, key: `k${n}`, label: `字段${n}` };
    if (n % 10 === 0) return { ...base, type: 'formula', expr: `[字段${n - 9}] * 2 + [明细.金额.合计]`, precision: 2 };
    if (n % 10 === 1) return { ...base, type: 'number' };
    if (n % 10 === 2) return { ...base, type: 'date' };
    return { ...base, type: 'input', required: n % 10 === 3 };
  };
  const cell = (n: number, label: string, over: object): Field => ({ id: `c${n}`, key: `c${n}`, label, type: 'input', ...over });
  const children = [
    cell(1, '名称', { required: true }),
    cell(2, '规格', {}),
    cell(3, '数量', { type: 'number' }),
    cell(4, '单价', { type: 'money' }),
    cell(5, '金额', { type: 'formula', expr: '[数量] * [单价]', precision: 2 }),
    cell(6, '备注', {}),
  ];
  const items: Field = { id: 's1', type: 'subform', key: 'items', label: '明细', children };
  const rules = [3, 13, 23, 33, 43].map((n) => ({ target: `f${n + 1}`, effect: 'visible', when: `[字段${n}] <> "无"` }));
  return { layout: [...Array.from({ length: 100 }, (_, n) => field(n + 1)), items], rules };
}

/**
 * Text, because functions of this file carry helpers of their own that the page does not have. A press happens as soon as a frame begins, so that
 * waiting for the screen is no part of it; `whole` also waits for what follows the painting, as the next press would.
 */
const TOOLS = `(() => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const message = () => new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(0);
  });
  const type = (field, text) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const idle = async () => { for (let n = 0; n < 3; n++) { await frame(); await new Promise((done) => setTimeout(done, 0)); } };
  window.presses = async (label, count) => {
    const field = document.querySelector(label) ?? document.activeElement;
    field.focus({ preventScroll: true });
    const times = [], rests = [];
    for (let n = 0; n < count; n++) {
      await idle();
      await frame();
      const begun = performance.now();
      type(field, String(1000 + n));
      const painted = await message();
      await frame();
      const rested = await message();
      times.push(painted - begun);
      rests.push(rested - painted);
    }
    return times;
  };
})()`;

const at = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;

async function line(page: Page, what: string, selector: string): Promise<string> {
  const times = await page.evaluate<number[]>(`window.presses(${JSON.stringify(selector)}, ${PRESSES})`);
  return `| ${what} | ${at(times, 0.5).toFixed(1)} | ${at(times, 0.95).toFixed(1)} |`;
}

/** Key presses in a form of 100 fields with a sub-table of 200 rows, until they are painted. Markdown. */
export async function typingReport(base: string, token: string, call: Call): Promise<string> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('no Chromium on this machine');
  const { id } = await call<{ id: string }>('POST', FORMS, { formCode: 'large', formName: '大表单', schema: largeForm() });
  await call('POST', `${FORMS}/${id}/publish`, { version: 0 });
  const rows = Array.from({ length: ROWS }, (_, n) => ({ c1: `材料${n}`, c2: 'DN20', c3: n, c4: '12.50', c6: '' }));
  await call('PUT', `${FORMS}/${id}/draft`, { versionNo: 1, values: { k3: '有', items: rows } });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript((text) => localStorage.setItem('data_ui_token', text), token);
    await page.goto(`${base}/datafilling/my?open=${id}`);
    await page.getByRole('textbox', { name: '字段3', exact: true }).waitFor({ timeout: 120_000 });
    await page.evaluate(TOOLS);
    const lines = ['| key press until painted (bar: p95 ≤ 16 ms) | p50 ms | p95 ms |', '|---|---|---|'];
    const named = async (label: string) =>
      `#${await page
        .getByRole('textbox', { name: label, exact: true })
        .or(page.getByRole('spinbutton', { name: label, exact: true }))
        .getAttribute('id')}`;
    lines.push(await line(page, 'a text', await named('字段4')));
    lines.push(await line(page, 'a number that fields are calculated from', await named('字段1')));
    const table = page.getByRole('table', { name: '明细' });
    const cell = table.getByRole('row').nth(3).getByRole('cell');
    await cell.nth(3).click();
    await table.locator('input:focus').waitFor();
    lines.push(await line(page, 'a quantity in the sub-table, which sums go by', '[none]'));
    return lines.join('\n');
  } finally {
    await browser.close();
  }
}

const LIBRARY = /^(?:antd\/|@ant-design\/|@rc-component\/)/;
/** The share of a chunk that is not antd, by the length of its code. */
function ownShare({ parts }: { parts: Readonly<Record<string, number>> }): number {
  const sum = (names: readonly string[]) => names.reduce((total, name) => total + (parts[name] ?? 0), 0);
  const names = Object.keys(parts);
  return sum(names.filter((name) => !LIBRARY.test(name))) / Math.max(1, sum(names));
}

/** What the designer of forms loads beyond what a list page of the same frame loads anyway. */
export async function designerWeight(): Promise<string> {
  const chunks = chunksOf(await build({ configFile: `${root}vite.config.ts`, logLevel: 'warn', build: { write: false } }));
  const loads = new Map(pageLoads(chunks, menuPages()).map((page) => [page.path, page]));
  const designer = loads.get('form/making');
  if (!designer) throw new Error('no page of the designer of forms');
  const others = new Set(
    [...loads].filter(([path]) => !path.startsWith('form/') && !path.startsWith('datafilling/')).flatMap(([, { files }]) => files),
  );
  const own = chunks.filter(({ file }) => designer.files.includes(file) && !others.has(file));
  const all = kilobytes(own);
  const beyond = own.reduce((sum, chunk) => sum + (chunk.bytes / 1024) * ownShare(chunk), 0);
  const named = own.map((chunk) => `${chunk.file} ${(chunk.bytes / 1024).toFixed(1)}`).join(', ');
  return `The designer of forms loads ${designer.kb.toFixed(0)} KB gz, ${all.toFixed(1)} KB of them in chunks that no page of another module loads (${named}): ${beyond.toFixed(1)} KB without components and icons of antd (bar: ≤ 40 KB).`;
}
