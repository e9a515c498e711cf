import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { parseStoreAddress, type S3Address } from '../core/store-address.ts';
import { assertStore, type FileStore, type StoredFile } from './file-store.ts';
import { s3Store } from './s3-store.ts';
import { startTestS3, type TestS3 } from './test-s3.ts';

const OURS = { accessKey: 'AK1', secret: 's3cr3t+key', bucket: 'files-bucket', region: 'cn-north-1' };
const FAST = { pauseMs: 1, idleMs: 300 };
const folder = mkdtempSync(join(tmpdir(), 'databrain-s3-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nameOf = (n: number) => `${n.toString(16).padStart(32, '0')}.pdf`;
function fileOf(bytes: Buffer): string {
  const path = join(folder, randomBytes(6).toString('hex'));
  writeFileSync(path, bytes);
  return path;
}
async function bytesOf(stream: Readable | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
const addressOf = (port: number, rest = ''): S3Address =>
  parseStoreAddress(`s3://AK1@127.0.0.1:${port}/files-bucket/a/b?region=cn-north-1&tls=off${rest}`) as S3Address;

let s3: TestS3;
let store: FileStore;
beforeAll(async () => {
  s3 = await startTestS3({ ...OURS, style: 'path', pageSize: 2 });
  store = s3Store(addressOf(s3.port), OURS.secret, { ...FAST, onePut: 1000, part: 400 });
});
afterAll(async () => {
  store.close();
  await s3.close();
});
afterEach(() => {
  s3.faults.length = 0;
  s3.calls.length = 0;
});

describe('an S3-compatible store', () => {
  it('keeps, gives back and removes', async () => {
    const bytes = randomBytes(1000);
    await store.put(nameOf(1), fileOf(bytes));
    expect([...s3.objects.keys()]).toEqual([`a/b/${nameOf(1)}`]);
    const kept = await store.read(nameOf(1));
    expect(kept?.size).toBe(1000);
    expect((await bytesOf(kept?.body)).equals(bytes)).toBe(true);
    await store.remove(nameOf(1));
    await store.remove(nameOf(1));
    expect(await store.read(nameOf(1))).toBeNull();
    await expect(store.read('../x')).rejects.toThrow('not a stored file name');
    expect(s3.hashes).not.toContain('UNSIGNED-PAYLOAD');
  });

  it('sends larger files in parts that make up the same bytes', async () => {
    const bytes = randomBytes(1701);
    await store.put(nameOf(2), fileOf(bytes));
    expect(s3.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(5);
    expect(s3.uploads.size).toBe(0);
    expect((await bytesOf((await store.read(nameOf(2)))?.body)).equals(bytes)).toBe(true);
  });

  it('lists everything below its folder, page by page, in order', async () => {
    for (const n of [9, 3, 5]) await store.put(nameOf(n), fileOf(Buffer.from('x')));
    s3.objects.set('other/thing.pdf', { bytes: Buffer.from('y'), time: new Date() });
    const found: StoredFile[] = [];
    for await (const kept of store.list()) found.push(kept);
    expect(found.map((kept) => kept.name)).toEqual([nameOf(2), nameOf(3), nameOf(5), nameOf(9)]);
    expect(found[1]).toMatchObject({ size: 1 });
    expect(Math.abs((found[1]?.time.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it.each([503, 500, 429, 'cut', 'silent'] as const)('tries again after %s', async (how) => {
    const bytes = randomBytes(900);
    s3.faults.push({ on: 'PUT', times: 2, how }, { on: 'GET', times: 1, how });
    await store.put(nameOf(20), fileOf(bytes));
    expect((await bytesOf((await store.read(nameOf(20)))?.body)).equals(bytes)).toBe(true);
    expect(s3.calls).toHaveLength(5);
  });

  it('gives up at last, says so in one sentence, and leaves no half upload', async () => {
    s3.faults.push({ on: 'PUT ?partNumber', times: 99, how: 503 });
    await expect(store.put(nameOf(21), fileOf(randomBytes(1500)))).rejects.toMatchObject({
      key: 'server.unavailable',
      message: '文件存储暂时无法使用，请稍后重试',
    });
    expect(s3.uploads.size).toBe(0);
    expect(await store.read(nameOf(21))).toBeNull();
  });

  it('does not believe a 200 that carries an error, and survives a lost answer to the last call', async () => {
    s3.faults.push({ on: 'POST ?uploadId', times: 1, how: 'ok-but-error' });
    await expect(store.put(nameOf(22), fileOf(randomBytes(1500)))).rejects.toMatchObject({ key: 'server.unavailable' });
    expect(s3.uploads.size).toBe(0);
  });

  it('does not repeat what was refused', async () => {
    const stranger = s3Store(addressOf(s3.port), 'wrong', FAST);
    await expect(stranger.put(nameOf(23), fileOf(Buffer.from('x')))).rejects.toMatchObject({ key: 'server.unavailable' });
    expect(s3.calls).toHaveLength(1);
    stranger.close();
  });

  it('is also addressed by host name, and over TLS without a second reading of the file', async () => {
    const key = join(folder, 'key.pem');
    const cert = join(folder, 'cert.pem');
    const subject = ['-subj', '/CN=store.test', '-addext', 'subjectAltName=DNS:*.store.test'];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    execFileSync('openssl', ['req', '-x509', ...curve, '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject], {
      stdio: 'ignore',
    });
    const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
    const secure = await startTestS3({ ...OURS, style: 'virtual', tls });
    const address = parseStoreAddress(`s3://AK1@store.test:${secure.port}/files-bucket?region=cn-north-1&style=virtual`) as S3Address;
    const lookup = ((_host: string, options: { all?: boolean }, done: (...args: unknown[]) => void) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never;
    const virtual = s3Store(address, OURS.secret, { ...FAST, ca: tls.cert, lookup });
    const bytes = randomBytes(500);
    await virtual.check();
    await virtual.put(nameOf(1), fileOf(bytes));
    expect([...secure.objects.keys()]).toEqual([nameOf(1)]);
    expect(secure.hashes).toContain('UNSIGNED-PAYLOAD');
    expect((await bytesOf((await virtual.read(nameOf(1)))?.body)).equals(bytes)).toBe(true);
    const untrusting = s3Store(address, OURS.secret, { ...FAST, lookup });
    await expect(untrusting.check()).rejects.toThrow(/self.signed/);
    for (const each of [virtual, untrusting]) each.close();
    await secure.close();
  });
});

describe('a start with S3', () => {
  const start = (fileStore: string, fileStoreSecret: string | null = OURS.secret) =>
    assertStore({ fileStore, fileStoreSecret, dataDir: folder });
  const base = (port = s3.port, bucket = 'files-bucket') => `s3://AK1@127.0.0.1:${port}/${bucket}?region=cn-north-1&tls=off`;

  it('goes through when the bucket answers', async () => {
    await expect(start(base())).resolves.toBeUndefined();
    await expect(start('local', null)).resolves.toBeUndefined();
  });

  it('says in one sentence what is wrong, and never the secret', async () => {
    const cases: [() => Promise<void>, RegExp][] = [
      [() => start(base(), null), /FILE_STORE_SECRET/],
      [() => start(base(), 'wrong-secret-value'), /拒绝访问：请检查 FILE_STORE/],
      [() => start(base(s3.port, 'no-such-bucket')), /不存在该存储桶/],
      [() => start(base(1)), /无法连接/],
      [() => start(`s3://AK@no-such-host.invalid/files-bucket`), /找不到主机/],
      [() => start(`s3://AK1@127.0.0.1:${s3.port}/files-bucket`), /加密连接失败/],
      [() => start('ftp://x'), /无法识别/],
    ];
    for (const [attempt, expected] of cases) {
      const error = await attempt().then(
        () => new Error('started'),
        (reason: unknown) => reason as Error,
      );
      expect(error.message).toMatch(expected);
      expect(error.message).not.toContain('wrong-secret-value');
      expect(error.message).not.toContain(OURS.secret);
    }
  }, 30_000);
});

describe('the product on S3', () => {
  const settings = { fileStore: '', fileStoreSecret: OURS.secret };
  let product: TestS3;
  beforeAll(async () => {
    product = await startTestS3({ ...OURS, style: 'path' });
    settings.fileStore = `s3://AK1@127.0.0.1:${product.port}/files-bucket/prod?region=cn-north-1&tls=off`;
  });
  afterAll(() => product.close());
  // settings are read when the node starts, after the store
  const app = startApp({ settings });

  it('uploads, shows and deletes there, and still shows what lies in the folder', async () => {
    const [body, headers] = multipart('报告.pdf', Buffer.from('%PDF-1.7\nS3'));
    const { data } = await app.admin('POST', '/file/files/uploadImg', body, headers);
    expect([...product.objects.keys()]).toEqual([`prod/${data.fileName}`]);
    expect((await app.admin('GET', `/file/fileView/${data.fileName}`)).raw.toString()).toBe('%PDF-1.7\nS3');
    const { id } = (await app.admin('GET', '/file/files/page')).data.data[0];
    expect((await app.admin('DELETE', `/file/files/${id}`)).status).toBe(200);
    expect(product.objects.size).toBe(0);
  });

  it('answers 503 while the store is away and keeps no row', async () => {
    product.faults.push({ on: 'PUT', times: 1, how: 403 });
    const [body, headers] = multipart('a.pdf', Buffer.from('%PDF-1.7'));
    const answer = await app.admin('POST', '/file/files/uploadImg', body, headers);
    expect(answer).toMatchObject({ status: 503, msg: '文件存储暂时无法使用，请稍后重试' });
    expect((await app.admin('GET', '/file/files/page')).data.total).toBe(0);
  });
});
