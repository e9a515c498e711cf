import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Locator, type Page, type Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { findBrowser } from '../../tools/browser.mjs';
import { copyInstallation, PREPARED_PASSWORD } from '../start/prepared.ts';
import { dataFolder, Product, signIn } from '../start/product.ts';
import { copyDemoCompany } from './demo-company.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A name that is not localhost: browsers treat its plain-http pages as an insecure origin, as an intranet would be.
  '--host-resolver-rules=MAP databrain.test 127.0.0.1',
];
/** Most pages live too short for their scripts to be optimised: without that, loading one takes a quarter less of a processor. */
const UNOPTIMISED = '--js-flags=--no-opt --no-maglev';
/** How long something may take before it counts as missing; generous, because the build machine does other work too. */
const PATIENCE_MS = 45_000;
const EMPTY_START_MS = 120_000;
/** the demo company has millions of rows to make, once for all journeys */
const DEMO_START_MS = 700_000;

export interface Account {
  username: string;
  password: string;
}
export const ADMIN: Account = { username: 'admin', password: PREPARED_PASSWORD };
/** The documented password of the demo accounts. */
export const demo = (username: string): Account => ({ username, password: 'Databrain@2026demo' });

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** everything the console said at warning or above, and every failed page script */
  readonly complaints: string[];
  /** every answer of the server with a status of 400 or more */
  readonly refusals: string[];
  /** the last calls and how they ended, for whoever has to explain a failure */
  readonly calls: string[];
}

/** One call as a program makes it; answers `data`, throws what was refused. */
export type Program = <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>;

/**
 * The built product with an empty or the demo company, and a browser; one per journey file. The computer asks for less motion unless
 * `motion` is said: drawing motion takes half of the processor of a journey, and tells nothing of most stories. `isOptimised` is for
 * journeys whose scripts run for long on one page.
 */
export function product(env: { SEED: 'empty' | 'demo' } = { SEED: 'empty' }, { motion = false, isOptimised = false } = {}) {
  let running: Product;
  let browser: Browser;
  const folder = dataFolder();
  const contexts: BrowserContext[] = [];
  let visits: Visit[] = [];
  /** profiles that were there before the story began */
  let kept = 0;
  const startMs = env.SEED === 'demo' ? DEMO_START_MS : EMPTY_START_MS;

  beforeAll(async () => {
    const executablePath = findBrowser();
    if (!executablePath) throw new Error('no Chromium on this machine: run npm test, which installs it');
    await (env.SEED === 'demo' ? copyDemoCompany(folder.path) : copyInstallation(folder.path));
    running = await Product.start({ DATA_DIR: folder.path, CAPTCHA: 'off', ...env });
    await running.ready(startMs);
    browser = await chromium.launch({ executablePath, args: isOptimised ? FLAGS : [...FLAGS, UNOPTIMISED] });
  }, startMs + PATIENCE_MS);
  beforeEach(() => {
    kept = contexts.length;
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') for (const visit of visits) process.stderr.write(await sightOf(visit));
    visits = [];
    // a page that nobody looks at any more goes on asking and drawing
    for (const context of contexts.splice(kept)) await context.close();
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await browser?.close();
    await running?.interrupt();
    folder.remove();
  });

  return {
    /** DATA_DIR of the product */
    dataDir: folder.path,
    url: (path: string, host = '127.0.0.1') => `http://${host}:${running.port}${path}`,
    /** A new browser profile with one page, on a computer that prefers light or dark. */
    async visit(size = { width: 1440, height: 900 }, colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> {
      const reducedMotion = motion ? 'no-preference' : 'reduce';
      const context = await browser.newContext({
        viewport: size,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        colorScheme,
        reducedMotion,
      });
      context.setDefaultTimeout(PATIENCE_MS);
      await context.addInitScript(untouchableOnItsWay);
      contexts.push(context);
      const page = await context.newPage();
      const visit: Visit = { page, context, complaints: [], refusals: [], calls: [] };
      visits.push(visit);
      listen(page, visit);
      return visit;
    },
    /** Another tab of the same profile. */
    async tab(visit: Visit): Promise<Page> {
      const page = await visit.context.newPage();
      listen(page, visit);
      return page;
    },
    /** Calls with a session of its own, to prepare what a story takes for granted and to end what it leaves open. */
    async program(who = ADMIN): Promise<Program> {
      const token = await signIn(running, who.username, who.password);
      return async <T>(method: string, path: string, body?: unknown) => {
        const reply = await running.send(method, path, token, body);
        const answer = (await reply.json()) as { data: T; msg: string };
        if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${answer.msg}`);
        return answer.data;
      };
    },
    /** Fills the sign-in form as a person does. */
    async fillSignIn(page: Page, who: Account): Promise<void> {
      await page.getByRole('textbox', { name: '用户名' }).fill(who.username);
      await page.getByRole('textbox', { name: '密码' }).fill(who.password);
      await page.getByRole('button', { name: '登录', exact: true }).click();
    },
    /** Signs in from the sign-in page and waits for the home page. */
    async signIn(page: Page, who = ADMIN, host?: string): Promise<void> {
      await page.goto(this.url('/login', host));
      await this.fillSignIn(page, who);
      await page.waitForURL('**/home');
    },
    /**
     * Gives the browser a session without any page, for stories that are not about signing in: to load and draw the pages of sign-in and
     * home takes a processor for six seconds.
     */
    async authenticate(page: Page, who = ADMIN): Promise<void> {
      const agent = await page.evaluate(() => navigator.userAgent);
      const token = await signIn(running, who.username, who.password, agent);
      // storage belongs to an address: any small file of it will do
      await page.goto(this.url('/icon.svg'));
      await page.evaluate((text) => localStorage.setItem('data_ui_token', text), token);
    },
    /** Opens a page as somebody who has signed in before. */
    async enter(page: Page, path: string, who?: Account): Promise<void> {
      await this.authenticate(page, who);
      await page.goto(this.url(path));
    },
  };
}

/**
 * Dialogs, drawers and menus first stand unseen at their later place for some frames, then jump aside and grow. For the browser driver
 * what is transparent can be clicked, and a button that is pressed before the jump and let go after it was never clicked. A person
 * presses what has arrived; here nothing can be pressed before.
 */
function untouchableOnItsWay(): void {
  const sheet = new CSSStyleSheet();
  const on = (step: string) => ['prepare', 'start', 'active'].map((phase) => `[class*='-${step}-${phase}']`).join(',');
  sheet.replaceSync(`:is(${on('enter')},${on('appear')}), :is(${on('enter')},${on('appear')}) * { pointer-events: none !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

const pending = new WeakMap<Page, Set<Request>>();

const CALLS_KEPT = 25;
/** What a person would see of a page where a story has failed: where it is, what lies over it, what it asked the server last. */
async function sightOf({ page, calls, complaints }: Visit): Promise<string> {
  const over = page.locator('[role=dialog], .ant-message-notice, .ant-notification-notice').filter({ visible: true });
  const texts = over.allInnerTexts().catch((error: Error) => [error.message]);
  const shown = await Promise.race([texts, wait(5_000, ['(the page does not answer)'])]);
  const lines = [page.url(), ...shown.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 300)), ...complaints, ...calls];
  return `\n--- where the story ended\n${lines.join('\n')}\n`;
}

function listen(page: Page, { complaints, refusals, calls }: Visit): void {
  const note = (request: Request, end: string) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/sjzt-datax/')) return;
    calls.push(`${new Date().toISOString().slice(11, 23)} ${request.method()} ${pathname}${search.slice(0, 120)} ${end}`);
    if (calls.length > CALLS_KEPT) calls.shift();
  };
  page.on('response', (response) => note(response.request(), String(response.status())));
  page.on('requestfailed', (request) => note(request, request.failure()?.errorText ?? 'failed'));
  const open = new Set<Request>();
  pending.set(page, open);
  // a stream of events is open as long as its reader stays
  page.on('request', (request) => request.headers()['accept'] !== 'text/event-stream' && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('response', (response) => {
    if (response.status() >= 400) refusals.push(`${page.url()}: ${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    // A refused call shows as a failed resource: it is among the refusals.
    if (['error', 'warning'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
      complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => void requestAnimationFrame(() => requestAnimationFrame(() => done()))));

/** Waits until the page has nothing under way any more: no request, no list that loads, no skeleton. */
export async function settled(page: Page): Promise<void> {
  const busy = page.locator('[aria-busy="true"], .bones, .waiting').filter({ visible: true });
  await expect
    .poll(
      async () => {
        if ((pending.get(page)?.size ?? 0) > 0) return 'requests';
        await painted(page).catch(() => undefined); // the page has just gone elsewhere
        return (pending.get(page)?.size ?? 0) > 0 ? 'requests' : (await busy.count()) > 0 ? 'loading' : 'settled';
      },
      { timeout: PATIENCE_MS },
    )
    .toBe('settled');
}

const FAILURES = /页面出现错误|找不到菜单对应的页面|系统错误|请求错误|网络请求不存在|Has Error/i;
/** the service monitor counts failures by name */
const NO_FIGURE = ':not(.monitor *)';

/** The page works: it is complete, no failure is on it, and the console is clean. */
export async function expectHealthy({ page, complaints }: Visit): Promise<void> {
  await settled(page);
  expect(await page.locator(NO_FIGURE).and(page.getByText(FAILURES)).allInnerTexts(), page.url()).toEqual([]);
  expect(complaints).toEqual([]);
}

/** The list of the select that is open; one that was just closed is still fading away. */
export const openList = (page: Page): Locator => page.locator('.ant-select-dropdown:not(.ant-slide-up-leave)').filter({ visible: true });

/** Picks one entry of a select or tree select by what stands on it. */
export async function choose(field: Locator, text: string): Promise<void> {
  await field.click();
  const page = field.page();
  const list = openList(page);
  // antd gives the entries that one sees a title and no role
  const entry = list.getByTitle(text, { exact: true });
  await list.hover();
  // of a long list only a part is drawn: the next turn of the wheel comes after the part that the one before has brought
  await expect
    .poll(async () => {
      const count = await entry.count();
      if (count > 0) return count;
      await page.mouse.wheel(0, 160);
      await painted(page);
      return 0;
    })
    .toBeGreaterThan(0);
  await entry.click();
}

/** Types a day into a calendar field. */
export async function fillDay(field: Locator, day: string): Promise<void> {
  await field.fill(day);
  await field.press('Enter');
}

/** Days from today in China: `2026-11-30`. */
export const dayIn = (days: number): string => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** Takes what a click downloads. */
export async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** The account's entry in the top bar: 个人中心, 锁屏, 退出登录, … */
export async function fromUserMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /的菜单$/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Removes the row through its 更多 menu and agrees to the question. */
export async function removeRow(row: Locator): Promise<void> {
  const page = row.page();
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  const question = page.getByRole('dialog', { name: '系统提示' });
  await question.getByRole('button', { name: '删除' }).click();
  await question.waitFor({ state: 'hidden' });
}

export interface MenuPage {
  path: string;
  title: string;
}

/** The pages of the account's menus that one can see, as the server grants them. */
export function menuPages(page: Page): Promise<MenuPage[]> {
  return page.evaluate(async () => {
    interface Node {
      path: string;
      hidden: boolean;
      meta: { title: string };
      children?: Node[];
    }
    const answer = await fetch('/sjzt-datax/system/users/route', {
      headers: { authorization: `Bearer ${localStorage.getItem('data_ui_token') ?? ''}` },
    });
    const { data } = (await answer.json()) as { data: { routes: Node[] } };
    const visit = (nodes: Node[]): MenuPage[] =>
      nodes
        .filter((node) => !node.hidden)
        .flatMap((node) => (node.children?.length ? visit(node.children) : [{ path: node.path, title: node.meta.title }]));
    return visit(data.routes);
  });
}

/** Goes to another page of the product as its links do, without loading the product anew. */
export const goInside = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    // as the router counts its own pages: it can tell this step from one of the browser's
    const { idx } = history.state as { idx?: number };
    history.pushState({ idx: (idx ?? 0) + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);

/** Opens every menu of the account by `go`; each shows its own page and nothing goes wrong. Answers their titles. */
export async function openEveryMenu(visit: Visit, go: (path: string) => Promise<unknown>): Promise<string[]> {
  const { page } = visit;
  const pages = await menuPages(page);
  for (const { path, title } of pages) {
    await go(path);
    await page.getByRole('heading', { name: title, exact: !path.startsWith('/screen/') }).waitFor();
    await settled(page);
    expect(await page.title()).toBe(`${title} - 数智大脑`);
    await expectHealthy(visit);
  }
  expect(visit.refusals).toEqual([]);
  return pages.map(({ title }) => title);
}
