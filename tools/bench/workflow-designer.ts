import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../browser.mjs';
import { dataFolder, Product } from '../../tests/start/product.ts';
import { Client } from './client.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

/** Forks of a process; each brings five nodes. */
const FORKS = 40;
const TIMES = 15;

const approve = (id: string, next: object | null = null) => ({
  type: 'approve',
  id,
  name: `节点${id}`,
  who: [{ kind: 'starter' }],
  starter: 'self',
  next,
});
/** A process of 200 nodes: forks with two and one nodes in their branches, and a node between them. */
function largeTree(): object {
  let next: object | null = null;
  for (let n = FORKS; n >= 1; n -= 1) {
    const branches = [
      { id: `a${n}`, name: '大额', condition: `\${amount > ${n}}`, next: approve(`x${n}`, approve(`y${n}`)) },
      { id: `c${n}`, name: '其他', condition: null, next: approve(`z${n}`) },
    ];
    next = approve(`n${n}`, { type: 'exclusive', id: `g${n}`, name: `分支${n}`, branches, next });
  }
  return { type: 'start', id: 'start', next };
}

/** Text, because functions of this file carry helpers of their own that the page does not have: what a deed takes until it is painted. */
const TOOLS = `(() => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(0);
  }));
  const type = (field, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const timed = async (deed) => { const begun = performance.now(); deed(); return (await painted()) - begun; };
  const press = (place, init) => {
    const card = document.querySelector('[data-place="' + place + '"]');
    card.focus({ preventScroll: true });
    return timed(() => card.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })));
  };
  window.deeds = {
    choose: (n) => timed(() => document.querySelector('[data-place="x' + (n + 1) + '"]').click()),
    duplicate: () => press('n20', { key: 'd', ctrlKey: true }),
    move: () => press('n20', { key: 'ArrowDown', altKey: true }),
    undo: () => press('n10', { key: 'z', ctrlKey: true }),
    type: (n) => timed(() => type(document.querySelector('#node-name'), '名称' + n)),
    bpmnRename: async (n) => {
      const field = document.querySelector('#bpmn-name');
      field.focus({ preventScroll: true });
      type(field, '名称' + n);
      await painted();
      return timed(() => field.blur());
    },
    bpmnDuplicate: () => timed(() => [...document.querySelectorAll('.bpmn-copy-bar button')].at(-1).click()),
  };
})()`;

const at = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;

/** A line of the report: the same deed some times. */
async function line(page: Page, what: string, deed: string): Promise<string> {
  const taken: number[] = [];
  for (let n = 0; n < TIMES; n += 1) taken.push(await page.evaluate<number>(`window.deeds.${deed}(${n})`));
  return `| ${what} | ${at(taken, 0.5).toFixed(0)} | ${at(taken, 0.95).toFixed(0)} |`;
}

/** Edits of a process of 200 nodes in both views, each until it is painted, in the browser of this machine. Markdown. */
export async function designerReport(): Promise<string> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('no Chromium on this machine');
  const folder = dataFolder();
  const product = await Product.start({ DATA_DIR: folder.path, SEED: 'empty', CAPTCHA: 'off', ADMIN_PASSWORD });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await product.ready(180_000);
    const base = `http://127.0.0.1:${product.port}`;
    const token = await signInWith(new Client(product.port))();
    const reply = await fetch(`${base}/sjzt-datax/workflow/models`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'large', name: '大流程', kind: 'simple', tree: largeTree() }),
    });
    const { data } = (await reply.json()) as { data: { id: string } };
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript((text) => localStorage.setItem('data_ui_token', text), token);
    await page.goto(`${base}/workflow/model/design/${data.id}`);
    return await designerRows(page);
  } finally {
    await browser.close();
    await product.interrupt();
    folder.remove();
  }
}

/** The measurement on the page of the designer. */
async function designerRows(page: Page): Promise<string> {
  await page.locator('[data-place="n40"]').waitFor({ timeout: 120_000 });
  await page.evaluate(TOOLS);
  const rows = ['| edit of a process of 200 nodes, until painted | p50 ms | p95 ms |', '|---|---|---|'];
  rows.push(await line(page, 'approval view: choose a node', 'choose'));
  rows.push(await line(page, 'approval view: type a letter of a name', 'type'));
  rows.push(await line(page, 'approval view: double a node', 'duplicate'));
  rows.push(await line(page, 'approval view: move a node', 'move'));
  rows.push(await line(page, 'approval view: take back', 'undo'));
  const begun = performance.now();
  await page.getByText('BPMN 视图', { exact: true }).click();
  await page.locator('.djs-shape[data-element-id="n40"]').waitFor({ timeout: 120_000 });
  const openMs = performance.now() - begun;
  await page.locator('.djs-shape[data-element-id="n1"] .djs-hit').first().click({ force: true });
  await page.locator('#bpmn-name').waitFor();
  rows.push(await line(page, 'BPMN view: rename a node', 'bpmnRename'));
  rows.push(await line(page, 'BPMN view: double a node', 'bpmnDuplicate'));
  return [...rows, '', `The BPMN view of it opens in ${(openMs / 1000).toFixed(1)} s.`].join('\n');
}
