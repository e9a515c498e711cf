import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect, isIP, type LookupFunction } from 'node:net';
import { pinned } from './pinned.ts';
import type { Connection } from './types.ts';

/** How to reach a source that speaks HTTP. */
export interface HttpRoute {
  readonly isTls: boolean;
  /** `http://host:8123`, for the Host header and the certificate; the agent goes to the checked address whatever the name says */
  readonly origin: string;
  readonly agent: HttpAgent | HttpsAgent;
  end(): void;
}

const CONNECT_MS = 8_000;

/** Knocks once: the clients above know no limit for the time that a connection takes. */
function reachable(address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    const end = (work: () => void) => {
      clearTimeout(timer);
      socket.destroy();
      work();
    };
    const timer = setTimeout(() => end(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }))), CONNECT_MS);
    socket.once('connect', () => end(resolve));
    socket.once('error', (error) => end(() => reject(error)));
  });
}

/** An agent that connects to the address that was checked once, and to no other. `prefer` means plain text here: HTTP has one port for each. */
export async function httpRoute({ host, port, sslMode }: Pick<Connection, 'host' | 'port' | 'sslMode'>): Promise<HttpRoute> {
  const address = await pinned(host);
  await reachable(address, port);
  const family = isIP(address);
  const lookup = ((_name: string, options: { all?: boolean }, done: (error: null, found: unknown, family?: number) => void) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family)) as unknown as LookupFunction;
  const isTls = sslMode === 'require' || sslMode === 'verify';
  const options = { keepAlive: true, maxSockets: 20, lookup };
  const agent = isTls ? new HttpsAgent({ ...options, rejectUnauthorized: sslMode === 'verify' }) : new HttpAgent(options);
  return {
    isTls,
    origin: `${isTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    agent,
    end: () => agent.destroy(),
  };
}
