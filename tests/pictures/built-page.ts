import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** A page of the tests on an address of its own. */
export interface BuiltPage {
  readonly url: (query: string) => string;
  readonly stop: () => Promise<void>;
}

/** Builds one page as the product is built and serves it, compressed, until `stop`. */
export async function builtPage(root: string, html: string): Promise<BuiltPage> {
  const outDir = await mkdtemp(join(tmpdir(), 'page-'));
  await build({
    configFile: false,
    root,
    base: './',
    publicDir: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 2048,
      chunkSizeWarningLimit: 3000,
      reportCompressedSize: false,
      rolldownOptions: { input: join(root, html) },
    },
  });
  const packed = new Map<string, Buffer>();
  const server = createServer((request, reply) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    const send = async () => {
      const bytes = packed.get(path) ?? gzipSync(await readFile(join(outDir, path)));
      packed.set(path, bytes);
      reply.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bytes);
    };
    send().catch(() => reply.writeHead(404).end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: (query) => `http://127.0.0.1:${port}/${html}?${query}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
