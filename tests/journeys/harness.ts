import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { findBrowser } from '../../tools/browser.mjs';
import { dataFolder, Product } from '../start/product.ts';

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

export const ADMIN = { username: 'admin', password: 'Journey#2026admin' };

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** everything the console said at warning or above, and every failed page script */
  readonly complaints: string[];
}

/** The built product with an empty company, and a browser; one per journey file. */
export function product(env: Record<string, string> = {}) {
  let running: Product;
  let browser: Browser;
  const folder = dataFolder();
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    const executablePath = findBrowser();
    if (!executablePath) throw new Error('no Chromium on this machine: run npm test, which installs it');
    running = await Product.start({ DATA_DIR: folder.path, SEED: 'empty', CAPTCHA: 'off', ADMIN_PASSWORD: ADMIN.password, ...env });
    await running.ready(120_000);
    browser = await chromium.launch({ executablePath, args: FLAGS });
  }, 180_000);
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await browser?.close();
    await running?.interrupt();
    folder.remove();
  });

  return {
    url: (path: string, host = '127.0.0.1') => `http://${host}:${running.port}${path}`,
    /** A new browser profile with one page. */
    async visit(size = { width: 1440, height: 900 }): Promise<Visit> {
      const context = await browser.newContext({ viewport: size, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
      contexts.push(context);
      const page = await context.newPage();
      const complaints: string[] = [];
      listen(page, complaints);
      return { page, context, complaints };
    },
    /** Another tab of the same profile. */
    async tab({ context, complaints }: Visit): Promise<Page> {
      const page = await context.newPage();
      listen(page, complaints);
      return page;
    },
    /** Fills the sign-in form as a person does and waits for the home page. */
    async signIn(page: Page, who = ADMIN, host?: string): Promise<void> {
      await page.goto(this.url('/login', host));
      await page.getByRole('textbox', { name: '用户名' }).fill(who.username);
      await page.getByRole('textbox', { name: '密码' }).fill(who.password);
      await page.getByRole('button', { name: '登录', exact: true }).click();
      await page.waitForURL('**/home');
    },
  };
}

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    // A refused call shows as a failed resource; what the page makes of it is what we look at.
    if (['error', 'warning'].includes(message.type()) && !/^Failed to load resource/.test(message.text()))
      complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
}

/** The page works: no error page, no leftover placeholder, and the console is clean. */
export async function expectHealthy({ page, complaints }: Visit): Promise<void> {
  await page.waitForLoadState('networkidle');
  expect(complaints).toEqual([]);
  for (const text of ['页面出错', '未找到页面组件', '系统错误', '网络请求不存在'])
    expect(await page.getByText(text).count(), `${page.url()} shows ${text}`).toBe(0);
}
