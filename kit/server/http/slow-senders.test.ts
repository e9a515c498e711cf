import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { endSlowSenders } from './slow-senders.ts';

let clock = 0;
let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
});

/** A server that reads bodies and answers at their end; its clock is ours. */
async function listening(): Promise<{ port: number; arrived: () => number }> {
  let bytes = 0;
  server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => response.end('done'));
    request.on('error', () => undefined);
  });
  endSlowSenders(server, { silenceMs: 60_000, bytesPerSecond: 4_096, everyMs: 5 }, () => clock);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, arrived: () => bytes };
}

function sender(port: number, head: string): { socket: Socket; ended: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n`);
  return { socket, ended: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}
const until = async (is: () => boolean) => {
  while (!is()) await new Promise((resolve) => setImmediate(resolve));
};

it('a body that stops half-way ends its connection after a minute', async () => {
  clock = 0;
  const { port, arrived } = await listening();
  const { socket, ended } = sender(port, 'Content-Length: 100\r\n');
  socket.write('half');
  await until(() => arrived() === 4);
  clock = 60_000 + 1_000;
  expect(await ended).toBe('');
});

it('a body that drips ends although each drop is progress, with a length and in chunks', async () => {
  for (const head of ['Content-Length: 1000000\r\n', 'Transfer-Encoding: chunked\r\n']) {
    clock = 0;
    const { port, arrived } = await listening();
    const { socket, ended } = sender(port, head);
    let isOver = false;
    void ended.then(() => (isOver = true));
    const drop = head.startsWith('Transfer') ? '1\r\na\r\n' : 'a';
    for (let at = 1; at <= 6; at++) {
      socket.write(drop);
      await until(() => arrived() === at);
      expect(isOver).toBe(false);
      clock += 10_000;
    }
    clock += 2_000;
    expect(await ended).toBe('');
    server?.close();
  }
});

it('a slow honest upload gets through: 10 MB at 5 KB a second', async () => {
  clock = 0;
  const { port, arrived } = await listening();
  const size = 10 * 1_048_576;
  const { socket, ended } = sender(port, `Connection: close\r\nContent-Length: ${size}\r\n`);
  const piece = Buffer.alloc(51_200, 97);
  for (let sent = 0; sent < size;) {
    const part = piece.subarray(0, Math.min(piece.length, size - sent));
    socket.write(part);
    sent += part.length;
    await until(() => arrived() === sent || socket.destroyed);
    clock += 10_000;
  }
  expect(await ended).toContain('done');
  expect(clock).toBeGreaterThan(2_000_000);
});
