import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What a handler of a `stream` route returns. */
export interface StreamReply {
  readonly body: Readable | Buffer | string;
  /** media type, `application/octet-stream` unless given */
  readonly type?: string;
  /** name under which a browser saves it */
  readonly fileName?: string;
  /** displayed instead of downloaded; only for types that cannot carry script */
  readonly isInline?: boolean;
  /** bytes, when known */
  readonly length?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `Content-Disposition` with an ASCII fallback and the UTF-8 name (RFC 6266). */
function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Sends a stream as the reply body with its type, length and file name. */
export function sendStream(reply: FastifyReply, result: StreamReply): FastifyReply {
  reply.type(result.type ?? 'application/octet-stream');
  reply.header('x-content-type-options', 'nosniff');
  if (result.fileName) reply.header('content-disposition', contentDisposition(result.isInline ? 'inline' : 'attachment', result.fileName));
  if (result.length !== undefined) reply.header('content-length', result.length);
  for (const [name, value] of Object.entries(result.headers ?? {})) reply.header(name, value);
  return reply.send(result.body);
}
