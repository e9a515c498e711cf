import type { BrowserContext } from 'playwright-core';
import { signIn, type Product } from '../../tests/start/product.ts';

const [USERNAME, PASSWORD] = ['admin', 'Databrain@2026demo'] as const;

/** Calls of the administrator of the demo company; answers `data`, throws what was refused. */
export async function demo(product: Product): Promise<<T>(method: string, path: string, body?: unknown) => Promise<T>> {
  const token = await signIn(product, USERNAME, PASSWORD);
  return async <T>(method: string, path: string, body?: unknown) => {
    const reply = await product.send(method, path, token, body);
    const answer = (await reply.json()) as { data: T; msg: string };
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${answer.msg}`);
    return answer.data;
  };
}

/** Signs the browser in through the sign-in page. */
export async function signInPage(context: BrowserContext, product: Product): Promise<void> {
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${product.port}/login`);
  await page.getByRole('textbox', { name: '用户名' }).fill(USERNAME);
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/home');
  await page.close();
}
