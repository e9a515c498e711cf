import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { App } from '#kit/server/ctx.ts';
import { networkOf, useNetwork as replaceNetwork } from '#kit/server/outbound/index.ts';
import { creditAnswer, creditWsdl, receivedOf, registrationOf } from './answers.ts';

/*
 * The partner companies of the demo company: a server on the loopback interface of this node, which calls of the platform reach under names and
 * an address that belong to nobody (RFC 2606, RFC 5737). Everything between is as in the world outside: the registered host, the rules about
 * addresses, the time limit, the log.
 */

export const REGISTRY_HOST = 'registry.partner.example';
export const CREDIT_HOST = 'credit.partner.example';
export const SALES_HOST = 'sales.partner.example';
const NAMES: ReadonlySet<string> = new Set([REGISTRY_HOST, CREDIT_HOST, SALES_HOST]);
const ADDRESS = '203.0.113.80';
const MAX_BODY = 100_000;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) if ((body += chunk as string).length > MAX_BODY) throw new Error('too long');
  return body;
}
const send = (response: ServerResponse, status: number, type: string, text: string): void =>
  void response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${CREDIT_HOST}`);
  const json = (status: number, value: unknown) => send(response, status, 'application/json', JSON.stringify(value));
  if (pathname === '/companies' && request.method === 'GET') {
    const name = searchParams.get('name')?.trim() ?? '';
    if (name.length < 4) return json(400, { code: 400, message: '企业名称至少4个字' });
    return json(200, { code: 0, message: 'ok', data: registrationOf(name) });
  }
  if (pathname === '/credit' && request.method === 'GET') return send(response, 200, 'text/xml', creditWsdl(`http://${CREDIT_HOST}`));
  if (pathname === '/credit' && request.method === 'POST') {
    const { status, text } = creditAnswer(await bodyOf(request));
    return send(response, status, 'text/xml', text);
  }
  if (pathname === '/customers' && request.method === 'POST') {
    const count = receivedOf(await bodyOf(request));
    return count === null ? json(400, { code: 400, message: '不是主数据变更' }) : json(200, { code: 0, message: 'ok', data: { count } });
  }
  if (pathname === '/') return json(200, { name: '演示伙伴服务' });
  return json(404, { code: 404, message: '没有这个接口' });
}

/** Starts the partners on this node and lets calls of the platform reach them; answers how they end. */
export async function startPartners(app: App): Promise<() => Promise<void>> {
  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else send(response, 400, 'text/plain', 'bad request');
    });
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const world = networkOf(app);
  replaceNetwork(app, {
    ...world,
    lookup: (name) => (NAMES.has(name) ? Promise.resolve([ADDRESS]) : world.lookup(name)),
    dial: (address, at) => (address === ADDRESS ? connect(port, '127.0.0.1') : world.dial(address, at)),
  });
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}
