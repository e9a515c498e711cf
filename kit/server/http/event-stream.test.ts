import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { endStreamsOnClose, sendEvents, type EventReply, type EventStream } from './event-stream.ts';

let http: FastifyInstance;
afterEach(async () => {
  vi.useRealTimers();
  await http.close();
});

/** A server whose only call answers with events, and a client that reads them. */
async function listen(start: EventReply) {
  http = Fastify();
  endStreamsOnClose(http);
  http.get('/', (_, reply) => sendEvents(http, reply, start));
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path: '/', agent: false }, resolve);
    call.on('error', reject).end();
  });
  reply.on('error', () => undefined);
  return reply;
}
/** What has arrived so far, read on. */
function reading(reply: IncomingMessage) {
  let text = '';
  let isOver = false;
  reply.setEncoding('utf8');
  reply.on('data', (part: string) => (text += part));
  reply.on('close', () => (isOver = true));
  return { text: () => text, isOver: () => isOver };
}
/** Opens a stream and hands it over. */
async function opened() {
  let stream!: EventStream;
  const reply = await listen((given) => void (stream = given));
  return { reply, stream };
}

it('events come with their names and numbers, as the standard writes them, and nobody on the way keeps them', async () => {
  const { reply, stream } = await opened();
  const { text, isOver } = reading(reply);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect(stream.send({ event: 'message', data: { 名: '一\n二' }, id: '7' })).toBe(true);
  expect(stream.send({ event: 'open', data: null })).toBe(true);
  await vi.waitFor(() =>
    expect(text()).toBe('retry: 3000\n\nid: 7\nevent: message\ndata: {"名":"一\\n二"}\n\nevent: open\ndata: null\n\n'),
  );
  expect([stream.isOpen, isOver()]).toEqual([true, false]);
  stream.end();
  await vi.waitFor(() => expect(isOver()).toBe(true));
});

it('what waits for its end is done once, however it ends, and at once when it has ended before', async () => {
  const { reply, stream } = await opened();
  const done: string[] = [];
  stream.onEnd(() => done.push('first'));
  stream.onEnd(() => done.push('second'));
  expect(done).toEqual([]);
  reply.destroy();
  await vi.waitFor(() => expect(done).toEqual(['first', 'second']));
  expect(stream.isOpen).toBe(false);
  stream.end();
  stream.onEnd(() => done.push('late'));
  expect(done).toEqual(['first', 'second', 'late']);
  expect(stream.send({ event: 'open', data: null })).toBe(false);
});

it('a line that says nothing for a quarter of a minute hears a beat, and none after its end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { reply, stream } = await opened();
  const { text } = reading(reply);
  vi.advanceTimersByTime(14_000);
  stream.send({ event: 'a', data: 1 });
  await vi.waitFor(() => expect(text()).toContain('data: 1'));
  expect(text()).not.toContain('beat');
  vi.advanceTimersByTime(1_000);
  await vi.waitFor(() => expect(text()).toMatch(/: beat\n\n$/));
  stream.end();
  expect(vi.getTimerCount()).toBe(0);
});

it('a client that does not read is dropped before its events fill the memory', async () => {
  const { reply, stream } = await opened();
  reply.pause();
  let ended = 0;
  stream.onEnd(() => ended++);
  const data = 'x'.repeat(64 * 1024);
  let sent = 0;
  // what the system keeps on the way comes first: each turn lets it take what it will
  while (stream.send({ event: 'a', data }) && sent < 2_000) {
    sent++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(sent).toBeGreaterThan(3);
  expect(sent).toBeLessThan(2_000);
  expect([stream.isOpen, ended]).toEqual([false, 1]);
  const connections = promisify(http.server.getConnections.bind(http.server));
  await vi.waitFor(async () => expect(await connections()).toBe(0));
});

it('a server that closes tells its clients to come back soon, and does not wait for them', async () => {
  const { reply, stream } = await opened();
  const { text, isOver } = reading(reply);
  await vi.waitFor(() => expect(text()).toContain('retry: 3000'));
  await http.close();
  await vi.waitFor(() => expect(isOver()).toBe(true));
  expect(text()).toMatch(/: 系统正在停止或重新启动\nretry: 1000\n\n$/);
  expect(stream.isOpen).toBe(false);
});

it('a stream that cannot begin ends, so that the browser tries again', async () => {
  const reply = await listen(() => Promise.reject(new Error('no')));
  const { text, isOver } = reading(reply);
  await vi.waitFor(() => expect(isOver()).toBe(true));
  expect(text()).toBe('retry: 3000\n\n');
});
