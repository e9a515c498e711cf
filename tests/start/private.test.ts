import { lstatSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { copyInstallation, PREPARED_PASSWORD } from './prepared.ts';
import { dataFolder, Product, signIn } from './product.ts';

const folder = dataFolder();
let product: Product | null = null;
afterAll(async () => {
  await product?.killHard();
  folder.remove();
});

/** What others may read or enter below the data folder, but for the database, whose folders have an owner of their own. */
function openToOthers(path = folder.path): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name);
    const name = relative(folder.path, inner);
    if (name === 'pg') return [];
    const { mode } = lstatSync(inner);
    const own = mode & 0o077 ? [`${name} ${(mode & 0o777).toString(8)}`] : [];
    return entry.isDirectory() ? [...own, ...openToOthers(inner)] : own;
  });
}
const onTheirWay = () => readdirSync(join(folder.path, 'tmp')).filter((name) => name.startsWith('upload-'));

it('what a running installation writes is its own alone, and an upload that a stop cuts leaves nothing', async () => {
  await copyInstallation(folder.path);
  product = await Product.start({ DATA_DIR: folder.path, CAPTCHA: 'off' });
  await product.ready();
  const token = await signIn(product, 'admin', PREPARED_PASSWORD);
  const boundary = 'cut';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n`;
  const whole = await fetch(`http://127.0.0.1:${product.port}/sjzt-datax/file/files/uploadImg`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${head}all of it\r\n--${boundary}--\r\n`,
  });
  expect(whole.status, await whole.text()).toBe(200);
  await vi.waitFor(() => expect(onTheirWay()).toEqual([]));

  const socket = connect(product.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /sjzt-datax/file/files/uploadImg HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 4000000\r\n\r\n${head}${'half'.repeat(50_000)}`,
  );
  await vi.waitFor(() => expect(onTheirWay()).toHaveLength(1), { timeout: 10_000 });
  expect(openToOthers()).toEqual([]);
  expect(await product.interrupt('SIGTERM')).toBe(0);
  socket.destroy();
  expect(onTheirWay()).toEqual([]);
  expect(openToOthers()).toEqual([]);
});
