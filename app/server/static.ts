import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FIXED_SCREENS } from '#modules/screens/contract/fixed-screens.ts';
import { AssetFiles } from './asset-files.ts';
import { BASE } from './compose.ts';

export const CONTENT_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-src 'self' blob:; frame-ancestors 'self'; base-uri 'self'; form-action 'self'; object-src 'none'";
const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
} as const;

/** Where the built front end lies, whether we run from the bundle (dist/server) or from source. */
const webRoots = ['../web/', '../../dist/web/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** Built assets carry a hash in their name; the page itself must be asked for anew. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const SECURE = Object.entries(SECURITY_HEADERS);

/** Browsers heed the opener policy only where the origin can be trusted, and complain about it elsewhere. */
const isTrustworthy = (request: FastifyRequest): boolean =>
  request.protocol === 'https' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(request.hostname);

/** The built front end, or null when it has not been built. */
export const builtWeb = (): string | null =>
  webRoots.find((path) => existsSync(`${path}index.html`) && existsSync(`${path}assets`)) ?? null;

/** A short mark of a built front end: another build has another one. */
export const webMark = (root: string): string =>
  createHash('sha256')
    .update(readFileSync(`${root}index.html`))
    .digest('hex')
    .slice(0, 8);

/** Pages that name the files which they will need (tools/preloads.mjs). */
const VIEWERS = [
  { paths: new RegExp(`^/(?:${FIXED_SCREENS.join('|')}|visual/screen/view/[^/]+)$`), file: 'screen.html' },
  { paths: /^\/visual\/board\/view\/[^/]+$/, file: 'board.html' },
] as const;

/** Unknown paths outside the API get the page: the address belongs to the browser's own routes (history mode). */
export function pageFallback(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const path = request.url.split('?')[0] ?? '';
  if (request.method !== 'GET' || path === BASE || path.startsWith(`${BASE}/`) || /\.[a-z0-9]{1,8}$/i.test(path)) return null;
  // The token of a link stands in its address: no other site hears of it.
  if (/^\/(?:share|fill)\/[\w-]+$/.test(path))
    return reply
      .header('cache-control', 'no-cache')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .sendFile('share.html');
  return reply.header('cache-control', 'no-cache').sendFile(VIEWERS.find(({ paths }) => paths.test(path))?.file ?? 'index.html');
}

/** Serves the built front end on the same port as the calls. */
export async function serveWeb(http: FastifyInstance, root: string): Promise<void> {
  http.addHook('onSend', async (request, reply) => {
    // a page with a policy of its own says itself where it may stand
    const isFramed = reply.hasHeader('content-security-policy') && request.url.startsWith('/embed/');
    for (const [name, value] of SECURE) if (!reply.hasHeader(name) && !(isFramed && name === 'x-frame-options')) reply.header(name, value);
    // a window that opened us, or that we opened, is no way in
    if (isTrustworthy(request)) reply.header('cross-origin-opener-policy', 'same-origin');
  });
  await http.register(fastifyStatic, {
    root,
    preCompressed: true,
    index: 'index.html',
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.setHeader('cache-control', path.includes('/assets/') ? FOR_EVER : 'no-cache');
      // pages of other systems load it as a module, which browsers ask leave for
      if (path.includes('/sdk/')) reply.setHeader('access-control-allow-origin', '*');
    },
  });
  const assets = new AssetFiles(join(root, 'assets'));
  void assets.warm();
  http.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params;
    const asset = await assets.find(name, request.headers['accept-encoding']);
    // what the build has of other types, or has got since
    if (asset === null) return reply.sendFile(`assets/${name}`);
    reply.header('cache-control', FOR_EVER).header('vary', 'accept-encoding').type(asset.type);
    if (asset.encoding !== null) reply.header('content-encoding', asset.encoding);
    return reply.send(asset.bytes);
  });
}
