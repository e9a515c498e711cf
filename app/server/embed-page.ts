import type { FastifyInstance } from 'fastify';
import type { App } from '#kit/server/ctx.ts';
import { allowedOrigins } from '#modules/embedding/server/index.ts';
import type { Node } from './compose.ts';
import { CONTENT_POLICY, serveWeb } from './static.ts';

/** The policy of a page that may stand in frames of these origins alone. */
export const framePolicy = (origins: readonly string[]): string =>
  CONTENT_POLICY.replace("frame-ancestors 'self'", `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`);

/**
 * The page that other systems embed: the only one that may stand in frames of others, and only of the origins that its application allows.
 * Every opening asks anew, so an origin that was taken away is refused at once.
 */
function serveEmbedPage(http: FastifyInstance, app: App): void {
  http.get<{ Params: { id: string } }>('/embed/:id', async (request, reply) => {
    const origins = /^[0-9a-z_]{1,32}$/.test(request.params.id) ? await allowedOrigins(app, request.params.id) : [];
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', framePolicy(origins))
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .sendFile('share.html', { cacheControl: false });
  });
}

/** Serves the built front end, and the page for frames of others. */
export async function servePages({ http, app }: Pick<Node, 'http' | 'app'>, web: string): Promise<void> {
  await serveWeb(http, web);
  serveEmbedPage(http, app);
}
