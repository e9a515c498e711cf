import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sender, startApp, startNode, testSettings } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { hasS3Server, startS3Server } from '#kit/test/s3-server.ts';
import { parseStoreAddress, type S3Address } from '../core/store-address.ts';
import { assertStore, type FileStore, type StoredFile } from './file-store.ts';
import { s3Client } from './s3-client.ts';
import { s3Store } from './s3-store.ts';

const BUCKET = 'databrain-files';
const MB = 1_048_576;
const folder = mkdtempSync(join(tmpdir(), 'databrain-s3-live-'));
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
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Line {
  readonly port: number;
  /** what happens to the next connections, one each */
  readonly faults: ('cut' | 'silent' | 'slow')[];
  close(): Promise<void>;
}

/** What stands between a node and its store: cuts after the first bytes, keeps silent, or lets 64 KB through every 5 ms. */
async function startLine(target: number): Promise<Line> {
  const faults: Line['faults'] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const fault = faults.shift();
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    if (fault === 'silent') return;
    far.pipe(near);
    if (fault === 'cut') near.once('data', () => near.resetAndDestroy());
    else if (fault === 'slow')
      near.on('data', (bytes: Buffer) => {
        far.write(bytes);
        near.pause();
        setTimeout(() => near.resume(), 5);
      });
    else near.pipe(far);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    faults,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}

describe.runIf(hasS3Server)('the S3 store on OpenStack Swift', () => {
  const s3 = startS3Server();
  const address = (rest = '', bucket = BUCKET, port = s3.port) =>
    `s3://${encodeURIComponent(s3.accessKey)}@127.0.0.1:${port}/${bucket}${rest}?region=${s3.region}&tls=off`;
  const parsed = (...args: Parameters<typeof address>) => parseStoreAddress(address(...args)) as S3Address;
  let store: FileStore;
  beforeAll(async () => {
    const owner = s3Client(parsed(), s3.secret);
    await owner.text({ method: 'PUT', key: '' });
    owner.close();
    store = s3Store(parsed('/a/b'), s3.secret, { part: 5 * MB, onePut: 11 * MB });
  });
  afterAll(() => store?.close());

  it('keeps 10 MB, gives them back, writes over them and removes them', async () => {
    const bytes = randomBytes(10 * MB);
    expect(await store.read(nameOf(1))).toBeNull();
    await store.put(nameOf(1), fileOf(bytes));
    const kept = await store.read(nameOf(1));
    expect(kept?.size).toBe(10 * MB);
    expect(digest(await bytesOf(kept?.body))).toBe(digest(bytes));
    await store.put(nameOf(1), fileOf(Buffer.from('newer')));
    expect((await bytesOf((await store.read(nameOf(1)))?.body)).toString()).toBe('newer');
    await store.remove(nameOf(1));
    await store.remove(nameOf(1));
    expect(await store.read(nameOf(1))).toBeNull();
  });

  it('keeps an empty file, and a large one in parts', async () => {
    await store.put(nameOf(2), fileOf(Buffer.alloc(0)));
    expect((await store.read(nameOf(2)))?.size).toBe(0);
    const bytes = randomBytes(12 * MB + 7);
    await store.put(nameOf(3), fileOf(bytes));
    expect(digest(await bytesOf((await store.read(nameOf(3)))?.body))).toBe(digest(bytes));
    for (const n of [2, 3]) await store.remove(nameOf(n));
  });

  it('lists its own folder in order, page after page', async () => {
    const elsewhere = s3Store(parsed('/a/c'), s3.secret);
    // more than two pages of the server, and a last one that is not full
    const names = Array.from({ length: 2 * s3.pageSize + 5 }, (_, i) => nameOf(100 + i));
    const tiny = fileOf(Buffer.from('x'));
    await elsewhere.put(nameOf(9), tiny);
    for (let i = 0; i < names.length; i += 15) await Promise.all(names.slice(i, i + 15).map((name) => store.put(name, tiny)));
    const owner = s3Client(parsed(), s3.secret);
    const first = await owner.text({
      method: 'GET',
      key: '',
      query: [
        ['list-type', '2'],
        ['prefix', 'a/b/'],
      ],
    });
    owner.close();
    expect(first.text.match(/<Key>/g)).toHaveLength(s3.pageSize);
    expect(first.text).toContain('<IsTruncated>true</IsTruncated>');
    const found: StoredFile[] = [];
    for await (const kept of store.list()) found.push(kept);
    expect(found.map((kept) => kept.name)).toEqual(names);
    expect(found[0]?.size).toBe(1);
    expect(Math.abs((found[0]?.time.getTime() ?? 0) - Date.now())).toBeLessThan(300_000);
    elsewhere.close();
  });

  it('signs names in Chinese, with spaces and signs, as the server reads them', async () => {
    const client = s3Client(parsed(), s3.secret);
    const key = "目录/报 告+（1）~*'&=%😀.pdf";
    await client.text({ method: 'PUT', key, body: { text: '中文' } });
    expect((await client.text({ method: 'GET', key })).text).toBe('中文');
    const head = await client.send({ method: 'HEAD', key });
    head.resume();
    expect(head.headers['content-length']).toBe('6');
    expect(
      (
        await client.text({
          method: 'GET',
          key: '',
          query: [
            ['list-type', '2'],
            ['prefix', '目录/报 '],
          ],
        })
      ).text,
    ).toContain('（1）');
    await client.text({ method: 'DELETE', key });
    expect((await client.send({ method: 'HEAD', key, accept: [404] })).resume().statusCode).toBe(404);
    client.close();
  });

  it('stops a start in one sentence for a wrong secret, key, region or bucket', async () => {
    const start = (fileStore: string, fileStoreSecret = s3.secret) => assertStore({ fileStore, fileStoreSecret, dataDir: folder });
    await expect(start(address())).resolves.toBeUndefined();
    await expect(start(address(), 'wrong-secret')).rejects.toThrow(/拒绝访问：请检查 FILE_STORE/);
    await expect(start(address().replace('tester', 'nobody'))).rejects.toThrow(/拒绝访问：请检查 FILE_STORE/);
    await expect(start(address('', 'no-such-bucket'))).rejects.toThrow(/不存在该存储桶/);
    const stranger = s3Store(parsed(), 'wrong-secret');
    await expect(stranger.put(nameOf(5), fileOf(Buffer.from('x')))).rejects.toMatchObject({
      key: 'server.unavailable',
      message: '文件存储暂时无法使用，请稍后重试',
    });
    stranger.close();
  });

  it('goes on over a slow line and after cut and silent ones, and gives up in one sentence', async () => {
    const line = await startLine(s3.port);
    const open = () => s3Store(parsed('/line', BUCKET, line.port), s3.secret, { pauseMs: 10, idleMs: 1_500 });
    const bytes = randomBytes(3 * MB);
    for (const faults of [['slow'], ['cut', 'cut'], ['silent', 'cut']] as const) {
      line.faults.push(...faults);
      const through = open();
      await through.put(nameOf(6), fileOf(bytes));
      expect(digest(await bytesOf((await through.read(nameOf(6)))?.body))).toBe(digest(bytes));
      await through.remove(nameOf(6));
      through.close();
      expect(line.faults).toEqual([]);
    }
    line.faults.push('cut', 'cut', 'cut', 'cut');
    const broken = open();
    await expect(broken.put(nameOf(7), fileOf(bytes))).rejects.toMatchObject({ message: '文件存储暂时无法使用，请稍后重试' });
    expect(await broken.read(nameOf(7))).toBeNull();
    broken.close();
    await line.close();
  }, 60_000);

  describe('under the product', () => {
    const settings = { fileStore: '', fileStoreSecret: s3.secret };
    beforeAll(() => void (settings.fileStore = address('/prod')));
    const app = startApp({ settings });

    it('takes an upload, shows it on both nodes and deletes it', async () => {
      const other = await startNode(app.connection, testSettings(join(folder, 'other'), settings));
      try {
        const there = sender(() => other, await app.make.adminToken());
        const [body, headers] = multipart('季度 报告😀.pdf', Buffer.from('%PDF-1.7\nlive'));
        const { fileName } = (await app.admin('POST', '/file/files/uploadImg', body, headers)).data;
        for (const send of [app.admin, there])
          expect((await send('GET', `/file/fileView/${fileName}`)).raw.toString()).toBe('%PDF-1.7\nlive');
        expect((await there('GET', '/monitor/server')).data.warnings).toEqual([]);
        const { id } = (await there('GET', '/file/files/page')).data.data[0];
        expect((await there('DELETE', `/file/files/${id}`)).status).toBe(200);
        const left: StoredFile[] = [];
        const own = s3Store(parsed('/prod'), s3.secret);
        for await (const kept of own.list()) left.push(kept);
        own.close();
        expect(left).toEqual([]);
      } finally {
        await other.stop();
      }
    });
  });
});
