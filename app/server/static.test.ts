import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageFallback, serveWeb } from './static.ts';

const root = mkdtempSync(join(tmpdir(), 'databrain-static-'));
const http = Fastify();
const SCRIPT = 'export const one = 1;';
beforeAll(async () => {
  mkdirSync(join(root, 'assets'));
  for (const page of ['index', 'screen', 'board', 'share'])
    writeFileSync(join(root, `${page}.html`), `<!doctype html><title>${page}</title>`);
  writeFileSync(join(root, 'assets/one-1a2b.js'), SCRIPT);
  writeFileSync(join(root, 'assets/one-1a2b.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(root, 'assets/one-1a2b.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(root, 'assets/face-3c4d.woff2'), 'a face');
  writeFileSync(join(root, 'assets/paper-5e6f.wasm'), 'a program');
  http.setNotFoundHandler((request, reply) => pageFallback(request, reply) ?? reply.code(404).send('nothing'));
  await serveWeb(http, root);
  await http.ready();
});
afterAll(async () => {
  await http.close();
  rmSync(root, { recursive: true });
});

const get = (url: string, encodings?: string) =>
  http.inject({ method: 'GET', url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });

describe('a file with a hash in its name', () => {
  it.each([
    ['gzip, deflate, br', 'br', (bytes: Buffer) => brotliDecompressSync(bytes).toString()],
    ['gzip, deflate', 'gzip', (bytes: Buffer) => gunzipSync(bytes).toString()],
    ['br;q=0, gzip', 'gzip', (bytes: Buffer) => gunzipSync(bytes).toString()],
    ['identity', undefined, String],
    [undefined, undefined, String],
  ])('comes as the browser can read it: %s', async (accepted, encoding, read) => {
    const { statusCode, headers, rawPayload } = await get('/assets/one-1a2b.js', accepted);
    expect(statusCode).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(read(rawPayload)).toBe(SCRIPT);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is kept in memory: it comes again when the disk has lost it', async () => {
    const first = await get('/assets/face-3c4d.woff2');
    rmSync(join(root, 'assets/face-3c4d.woff2'));
    const again = await get('/assets/face-3c4d.woff2');
    expect([first.payload, again.payload]).toEqual(['a face', 'a face']);
    expect(again.headers['content-type']).toBe('font/woff2');
  });

  it('comes from the disk when its type is not known here, and is missing when there is none', async () => {
    const program = await get('/assets/paper-5e6f.wasm', 'br');
    expect(program.payload).toBe('a program');
    expect(program.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/assets/none-9z9z.js', 'br')).statusCode).toBe(404);
  });
});

describe('an address of the front end', () => {
  it.each([
    ['/cockpit', 'screen'],
    ['/marketView?year=2026', 'screen'],
    ['/visual/screen/view/123', 'screen'],
    ['/visual/board/view/123', 'board'],
    ['/share/abc', 'share'],
    ['/fill/abc', 'share'],
    ['/home', 'index'],
    ['/visual/screen/build/123', 'index'],
    ['/cockpit/more', 'index'],
  ])('%s gets the page %s', async (url, page) => {
    const { payload, headers } = await get(url);
    expect(payload).toContain(`<title>${page}</title>`);
    expect(headers['cache-control']).toBe('no-cache');
  });
});
