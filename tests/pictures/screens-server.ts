import { readFile, rm, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** Builds the page of the demo screens as the product is built and serves it, compressed, until `stop`. */
export async function screensPage(): Promise<{ url: (query: string) => string; stop: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'screens-'));
  const root = fileURLToPath(new URL('.', import.meta.url));
  await build({
    configFile: false,
    root,
    base: './',
    publicDir: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 2048, rolldownOptions: { input: join(root, 'screens.html') } },
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
    url: (query) => `http://127.0.0.1:${port}/screens.html?${query}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
