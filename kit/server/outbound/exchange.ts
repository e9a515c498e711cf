import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { once } from 'node:events';

/** One HTTP request to an address that was already resolved and checked. */
export interface Exchange {
  readonly scheme: 'http' | 'https';
  /** for the Host header and TLS verification; the TCP connection goes where `dial` goes */
  readonly host: string;
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** PEM of an additional trusted CA; null = the system's CAs only */
  readonly caText: string | null;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  dial(): Socket;
}
export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** The reply exceeded the size limit of the caller. */
export class TooLong extends Error {}

const hostHeader = ({ scheme, host, port }: Exchange): string => {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === (scheme === 'https' ? 443 : 80) ? name : `${name}:${port}`;
};

// no agent: it would open its own connection and bypass `createConnection`, and with it the address check
function open(to: Exchange): ClientRequest {
  const options: RequestOptions = {
    method: to.method,
    path: to.path,
    signal: to.signal,
    headers: { ...to.headers, host: hostHeader(to), ...(to.body && { 'content-length': String(to.body.length) }) },
  };
  if (to.scheme === 'http') return httpRequest({ ...options, createConnection: () => to.dial() });
  const secure = {
    minVersion: 'TLSv1.2' as const,
    rejectUnauthorized: true,
    ...(isIP(to.host) === 0 && { servername: to.host }),
    ...(to.caText && { ca: to.caText }),
  };
  return httpsRequest({ ...options, host: to.host, createConnection: () => tlsConnect({ ...secure, host: to.host, socket: to.dial() }) });
}

/** Sends one request and reads the whole reply. Throws TooLong beyond `maxBytes`, the signal's reason, and connection errors. */
export async function exchange(to: Exchange): Promise<Reply> {
  const request = open(to);
  request.end(to.body ?? undefined);
  const [response] = (await once(request, 'response', { signal: to.signal })) as [IncomingMessage];
  try {
    if (Number(response.headers['content-length'] ?? 0) > to.maxBytes) throw new TooLong('reply too long');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > to.maxBytes) throw new TooLong('reply too long');
      chunks.push(chunk);
    }
    return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
  } finally {
    request.destroy();
  }
}
