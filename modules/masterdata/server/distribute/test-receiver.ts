import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { App } from '#kit/server/ctx.ts';
import { useNetwork as setNetwork } from '#kit/server/outbound/index.ts';
import type { Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import type { FeedMessage } from '../../contract/target.ts';

export const TARGETS = '/data/masterdata/targets';
interface Posted {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly messages: readonly FeedMessage[];
  readonly status: number;
}

/** Lets a node reach every outside address at a port of this machine. */
export const reachOnly = (app: App, port: number): void =>
  setNetwork(app, {
    lookup: async () => ['203.0.113.7'],
    dial: () => connect(port, '127.0.0.1'),
    own: () => ['127.0.0.1'],
  });

/** A system that records are pushed to, as it stands somewhere else. */
export class Receiver {
  readonly #server: Server;
  #inside = 0;
  posts: Posted[] = [];
  /** most calls that were open at the same time */
  atOnce = 0;
  answer: (messages: readonly FeedMessage[]) => number | Promise<number> = () => 200;

  constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      this.atOnce = Math.max(this.atOnce, (this.#inside += 1));
      response.on('close', () => (this.#inside -= 1));
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        const { messages } = JSON.parse(body) as { messages: FeedMessage[] };
        void Promise.resolve(this.answer(messages)).then((status) => {
          this.posts.push({ headers: request.headers, body, messages, status });
          response.writeHead(status).end();
        });
      });
    });
  }
  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }
  close = (): void => void this.#server.close();

  /** What it took, in the order in which it came. */
  get taken(): FeedMessage[] {
    return this.posts.filter(({ status }) => status === 200).flatMap(({ messages }) => messages);
  }
  /** The records that it has: a version that it knows is left alone. */
  get records(): Map<string, FeedMessage> {
    const found = new Map<string, FeedMessage>();
    for (const message of this.taken)
      if (BigInt(found.get(message.id)?.version ?? 0) < BigInt(message.version)) found.set(message.id, message);
    return new Map([...found].filter(([, { action }]) => action === 'upsert'));
  }
  /** Changes that came after a later one of the same record. */
  get disordered(): string[] {
    const last = new Map<string, bigint>();
    return this.taken.flatMap(({ id, version }) => {
      const before = last.get(id) ?? 0n;
      last.set(id, BigInt(version));
      return BigInt(version) < before ? [`${id} ${version}`] : [];
    });
  }
}

export const register = async (send: Send, name = '订单系统'): Promise<void> => {
  const made = await send('POST', '/system/hosts', { hostName: name, scheme: 'http', host: 'orders.example', port: 80, status: '1' });
  if (made.status !== 200) throw new Error(made.msg);
};

let made = 0;
export const targetBody = (modelId: string, over: Record<string, unknown> = {}) => ({
  modelId,
  targetName: `订单系统${(made += 1)}`,
  kind: 'http',
  columns: [
    { from: 'customer_name', to: 'name' },
    { from: 'credit_code', to: 'code' },
  ],
  address: 'http://orders.example/customers?x=1',
  secret: 'shared-key',
  ...over,
});
export async function makeTarget(send: Send, modelId: string, over: Record<string, unknown> = {}): Promise<string> {
  const { status, msg, data } = await send('POST', TARGETS, targetBody(modelId, over));
  if (status !== 200) throw new Error(msg);
  await until(
    () => targetOf(send, data.id),
    ({ isStarting }) => isStarting === false,
  );
  return data.id as string;
}
export const targetOf = async (send: Send, id: string) => (await send('GET', `${TARGETS}/${id}`)).data;

/** Waits until nothing waits for a target any more. */
export const settled = (send: Send, id: string, limitMs = 30_000) =>
  until(
    () => targetOf(send, id),
    ({ backlog, isStarting }) => backlog === 0 && isStarting === false,
    limitMs,
  );
