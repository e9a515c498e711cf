// The server of the portal: it alone knows the secret. Who may see what is its decision; here everybody may.
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token for one content, signed with the secret of the application (JWT, HS256). */
export function embedToken({ app, secret, resource, filters, subject, seconds = 300 }) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: app, aud: 'databrain-embed', iat: now, exp: now + seconds, resource, filters, sub: subject };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** The portal: its page from `folder`, the address of 数智大脑, and a token for whoever asks. */
export function portal({ databrain, folder, token }) {
  return createServer(async (request, response) => {
    const path = new URL(request.url, 'http://portal').pathname;
    const answer = (type, body) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    if (path === '/settings') return answer('application/json', JSON.stringify({ databrain }));
    if (path === '/embed-token') return answer('text/plain', token());
    const file = normalize(path === '/' ? '/index.html' : path);
    try {
      return answer(TYPES[extname(file)] ?? 'application/octet-stream', await readFile(join(folder, file)));
    } catch {
      return response.writeHead(404).end();
    }
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { DATABRAIN, EMBED_APP, EMBED_SECRET, EMBED_RESOURCE, PORT = '4000' } = process.env;
  const [type, id] = EMBED_RESOURCE.split(':');
  const token = () => embedToken({ app: EMBED_APP, secret: EMBED_SECRET, resource: { type, id } });
  portal({ databrain: DATABRAIN, folder: fileURLToPath(new URL('./dist', import.meta.url)), token }).listen(Number(PORT));
}
