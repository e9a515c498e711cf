import { expect, it } from 'vitest';
import { HostChannel, readMessage, type HostMessage } from './host-channel.ts';

const HOST = 'https://portal.example.com';
const init = { databrain: 1, type: 'init', token: 'a.b.c' };

/** A window in a frame; `say` is a message that reaches it. */
function framed() {
  let listen: (event: MessageEvent) => void = () => undefined;
  const posted: { message: unknown; target: string }[] = [];
  const parent = { postMessage: (message: unknown, target: string) => void posted.push({ message, target }) };
  const own = {
    addEventListener: (_: 'message', listener: typeof listen) => void (listen = listener),
    removeEventListener: () => void (listen = () => undefined),
    parent,
  };
  const heard: HostMessage[] = [];
  const channel = new HostChannel(own);
  channel.start((message) => void heard.push(message));
  const say = (data: unknown, origin = HOST, source: unknown = parent) => listen({ data, origin, source } as MessageEvent);
  return { channel, say, heard, posted };
}

it('tells nothing but that it is there until a host has begun, then only its origin', () => {
  const { channel, say, posted } = framed();
  channel.post({ type: 'size', height: 10 });
  expect(posted).toEqual([{ message: { databrain: 1, type: 'ready' }, target: '*' }]);
  say(init);
  channel.post({ type: 'token' });
  expect(posted[1]).toEqual({ message: { databrain: 1, type: 'token' }, target: HOST });
});

it('hears the window around it alone, and after the first message its origin alone', () => {
  const { say, heard } = framed();
  say({ databrain: 1, type: 'refresh' });
  say(init, HOST, {});
  say(init, 'null');
  expect(heard).toEqual([]);
  say(init);
  say({ databrain: 1, type: 'token', token: 'x' }, 'https://evil.example.com');
  say({ databrain: 1, type: 'filters', filters: {} }, HOST, {});
  expect(heard).toEqual([init]);
});

it('hears nothing any more once it is closed', () => {
  const { channel, say, heard } = framed();
  say(init);
  channel.close();
  say({ databrain: 1, type: 'refresh' });
  expect(heard).toHaveLength(1);
});

it.each([
  null,
  'init',
  1,
  [],
  {},
  { type: 'init', token: 'x' },
  { databrain: 2, type: 'init', token: 'x' },
  { databrain: 1, type: 'init' },
])('is no message of the protocol: %j', (data) => expect(readMessage(data)).toBeNull());
it('knows filters by their form', () => {
  expect(readMessage({ databrain: 1, type: 'filters', filters: 'all' })).toBeNull();
  expect(readMessage({ databrain: 1, type: 'close' })).toBeNull();
});
