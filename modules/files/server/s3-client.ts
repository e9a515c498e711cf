import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { amzDate, authorization, EMPTY_HASH, encodePath, encodeQuery, UNSIGNED, type SignedCall } from '../core/sigv4.ts';
import type { S3Address } from '../core/store-address.ts';

/** Bytes to send: a text, or a part of a file that can be read again when the call is repeated. */
export type Body = { readonly text: string } | { readonly path: string; readonly start: number; readonly size: number };

export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** name inside the bucket, '' = the bucket itself */
  readonly key: string;
  readonly query?: SignedCall['query'];
  readonly body?: Body;
  /** statuses besides 2xx that the caller understands */
  readonly accept?: readonly number[];
}

export interface S3Options {
  /** certificate authority of the store besides the known ones */
  readonly ca?: string;
  /** how host names become addresses */
  readonly lookup?: LookupFunction;
  /** silence after which a connection is given up */
  readonly idleMs?: number;
  /** first pause before a call is repeated; doubles each time */
  readonly pauseMs?: number;
  readonly now?: () => Date;
}

/** What the store answered instead of what was asked for; `code` is its own word, such as `NoSuchBucket`. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, method: string) {
    super(`file store answered ${status} ${code} to ${method}`);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
}

export interface S3Client {
  /** Makes a call, up to four times when the store is busy or out of reach. The caller consumes or destroys the answer. */
  send(call: S3Call): Promise<IncomingMessage>;
  /** The same, with the whole answer as text. */
  text(call: S3Call): Promise<{ answer: IncomingMessage; text: string }>;
  close(): void;
}

const TRIES = 4;
const PAUSE_MS = 200;
const IDLE_MS = 30_000;
const MAX_TEXT = 4 * 1_048_576;
const BUSY = new Set([408, 429, 500, 502, 503, 504]);

/** The text of an element of the small XML documents that stores answer. */
export const elementOf = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(/&(lt|gt|quot|apos|amp);/g, (_all, word: string) => ENTITIES[word] ?? '') ?? null;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_TEXT) throw new Error('the file store answered too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const streamOf = (body: Body): Readable | null =>
  'path' in body && body.size > 0 ? createReadStream(body.path, { start: body.start, end: body.start + body.size - 1 }) : null;

/** Digest of a body; over TLS that of a file is left out, so that it is read only once. */
async function payloadHash(body: Body | undefined, tls: boolean): Promise<string> {
  if (!body) return EMPTY_HASH;
  if ('text' in body) return createHash('sha256').update(body.text).digest('hex');
  if (tls) return UNSIGNED;
  const hash = createHash('sha256');
  for await (const chunk of streamOf(body) ?? []) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const isBroken = (error: unknown): boolean =>
  /^(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)$/.test((error as { code?: string }).code ?? '');

/**
 * Client of one bucket of an S3-compatible store. Throws `S3Error` for unexpected answers, or the connection's error (with `code`) when it
 * cannot be reached. Neither contains the secret.
 */
export function s3Client(address: S3Address, secretKey: string, options: S3Options = {}): S3Client {
  const { host, port, tls, bucket, style, region, accessKey } = address;
  const { idleMs = IDLE_MS, pauseMs = PAUSE_MS, now = () => new Date(), lookup, ca } = options;
  const agent = tls ? new https.Agent({ keepAlive: true, ca }) : new http.Agent({ keepAlive: true });
  const hostName = style === 'virtual' ? `${bucket}.${host}` : host;
  const hostHeader = port === null ? hostName : `${hostName}:${port}`;
  const signer = { accessKey, secretKey, region, service: 's3' };

  async function once(call: S3Call): Promise<IncomingMessage> {
    const { method, key, query = [], body } = call;
    const time = amzDate(now());
    const path = style === 'virtual' ? `/${key}` : `/${bucket}${key === '' ? '' : `/${key}`}`;
    const hash = await payloadHash(body, tls);
    const signed = { host: hostHeader, 'x-amz-content-sha256': hash, 'x-amz-date': time };
    const size = body ? ('text' in body ? Buffer.byteLength(body.text) : body.size) : 0;
    const headers: Record<string, string | number> = {
      ...signed,
      authorization: authorization({ method, path, query, headers: signed, payloadHash: hash }, signer, time),
      ...(method === 'PUT' || method === 'POST' ? { 'content-length': size } : {}),
    };
    const search = query.length > 0 ? `?${encodeQuery(query)}` : '';
    return new Promise((resolve, reject) => {
      const request = (tls ? https : http).request({
        agent,
        method,
        host: hostName.replace(/^\[|\]$/g, ''),
        port: port ?? undefined,
        path: encodePath(path) + search,
        headers,
        lookup,
        timeout: idleMs,
      });
      const stream = body ? streamOf(body) : null;
      request.on('timeout', () => request.destroy(Object.assign(new Error('the file store keeps silent'), { code: 'ETIMEDOUT' })));
      request.on('error', reject);
      request.on('close', () => stream?.destroy());
      request.on('response', (answer) => {
        // an answer before the end of the body: the rest is of no interest
        if (!request.writableFinished) answer.once('end', () => request.destroy());
        resolve(answer);
      });
      if (stream) {
        stream.on('error', (error) => request.destroy(error));
        stream.pipe(request);
      } else request.end(body && 'text' in body ? body.text : undefined);
    });
  }

  async function send(call: S3Call): Promise<IncomingMessage> {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await once(call);
        const { statusCode = 0 } = answer;
        if ((statusCode >= 200 && statusCode < 300) || call.accept?.includes(statusCode)) return answer;
        const code = elementOf(await textOf(answer), 'Code') ?? '';
        if (tries >= TRIES || !BUSY.has(statusCode)) throw new S3Error(statusCode, code, call.method);
      } catch (error) {
        if (error instanceof S3Error || tries >= TRIES || !isBroken(error)) throw error;
      }
      await wait(pauseMs * 2 ** (tries - 1));
    }
  }

  return {
    send,
    async text(call) {
      const answer = await send(call);
      return { answer, text: await textOf(answer) };
    },
    close: () => agent.destroy(),
  };
}
