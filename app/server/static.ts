import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { BASE } from './compose.ts';

const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'self'; base-uri 'self'; form-action 'self'; object-src 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
} as const;

/** Where the built front end lies, whether we run from the bundle (dist/server) or from source. */
const webRoots = ['../web/', '../../dist/web/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** Serves the built front end on the same port; unknown paths outside the API get the page (history mode). */
export async function serveWeb(http: FastifyInstance): Promise<boolean> {
  const root = webRoots.find((path) => existsSync(`${path}index.html`) && existsSync(`${path}assets`));
  http.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
  if (!root) return false;
  await http.register(fastifyStatic, {
    root,
    preCompressed: true,
    wildcard: true,
    index: 'index.html',
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Built assets carry a hash in their name; the page itself must be asked for anew.
      reply.setHeader('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const notFound = http.errorHandler;
  http.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith(`${BASE}/`) && !/\.[a-z0-9]{1,8}$/i.test(request.url.split('?')[0] ?? '');
    if (isPage) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return notFound.call(http, Object.assign(new Error('not found'), { statusCode: 404, code: '', name: 'Error' }) as never, request, reply);
  });
  return true;
}
