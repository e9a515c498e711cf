import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { useNetwork } from '#kit/server/outbound/index.ts';
import type { Send, TestApp } from '#kit/test/app.ts';

export const PATH = '/data/service/services';
const PUBLIC = '203.0.113.7';

export type Answer = (request: { url: string; body: string }, response: ServerResponse) => void;
export const json =
  (value: unknown): Answer =>
  (_request, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
export const ORDERS = { code: 0, data: { list: [{ id: 7, name: '甲', mobile: '13812345678' }], total: 1 } };

/** What the world looks like from here: every address ends at a sink, which counts who comes and answers as it is told. */
export class World {
  connections = 0;
  rebound = 0;
  asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  answer: Answer = json(ORDERS);
  #count = 0;
  readonly #app: TestApp;

  constructor(app: TestApp) {
    this.#app = app;
    let sink: Server;
    const names: Record<string, () => string[]> = {
      'api.partner.example': () => [PUBLIC],
      'soap.partner.example': () => [PUBLIC],
      'loop.example': () => ['127.0.0.1'],
      'meta.example': () => ['169.254.169.254'],
      'rebind.example': () => [this.rebound++ === 0 ? PUBLIC : '127.0.0.1'],
    };
    beforeAll(async () => {
      sink = createServer((request, response) => {
        let body = '';
        request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        request.on('end', () => {
          const { method = '', url = '', headers } = request;
          this.asked.push({ method, url, headers, body });
          this.answer({ url, body }, response);
        });
      });
      sink.on('connection', () => (this.connections += 1));
      await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
      useNetwork(app.node.app, {
        lookup: (name) => {
          const found = names[name];
          return found ? Promise.resolve(found()) : Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
        },
        dial: () => connect((sink.address() as AddressInfo).port, '127.0.0.1'),
        own: () => ['127.0.0.1'],
      });
    });
    afterAll(() => void sink.close());
    afterEach(() => {
      [this.connections, this.asked, this.answer, this.rebound] = [0, [], json(ORDERS), 0];
    });
  }

  async host(over: Record<string, unknown> = {}): Promise<string> {
    const count = ++this.#count;
    const body = {
      hostName: `伙伴${count}`,
      scheme: 'http',
      host: 'api.partner.example',
      port: 8100 + count,
      isFlowAllowed: '1',
      status: '1',
    };
    const made = await this.#app.admin('POST', '/system/hosts', { ...body, ...over });
    if (made.status !== 200) throw new Error(made.raw.toString());
    return made.data.id as string;
  }
  /** The body of a service that asks for an order. */
  http(hostId: string, over: Record<string, unknown> = {}) {
    const { config = {}, ...more } = over as { config?: object };
    return {
      serviceName: `订单查询${++this.#count}`,
      serviceType: '1',
      httpService: { hostId, httpMethod: 'GET', path: '/orders/{{id}}', query: [{ name: 'q', value: '{{q}}' }], ...config },
      reqParams: [param('id', { nullable: '0' }), param('q')],
      ...more,
    };
  }
  save(body: object, send: Send = this.#app.admin) {
    return send('POST', PATH, body);
  }
  async made(body: object): Promise<string> {
    const answered = await this.save(body);
    if (answered.status !== 200) throw new Error(answered.raw.toString());
    return answered.data.id as string;
  }
  run(id: string, params: object = {}, send: Send = this.#app.admin) {
    return send('POST', `${PATH}/${id}/run`, { params });
  }
  release(id: string) {
    return this.#app.admin('POST', `${PATH}/${id}/release`);
  }
  async get(id: string) {
    return (await this.#app.admin('GET', `${PATH}/${id}`)).data;
  }
  /** Calls a service as an application would. */
  call(path: string, key: string | null, body?: unknown) {
    return this.#app.stranger(body === undefined ? 'GET' : 'POST', `${PATH}/call/${path}`, body, key === null ? {} : { api_key: key });
  }
}
export const param = (paramName: string, over: object = {}) => ({ paramName, ...over });
