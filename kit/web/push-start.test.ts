import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onPush } from './push.ts';
import { startPush } from './push-start.ts';

/** A connection that the browser opened, as the server sees it. */
interface Connection {
  readonly token: string | null;
  readonly lastEventId: string | null;
  readonly signal: AbortSignal;
  say(text: string): void;
}
const connections: Connection[] = [];
let status = 200;
const ends: (() => void)[] = [];

/** Locks as browsers have them: one holder of a name, the others wait in turn until they leave. */
function giveLocks(): void {
  const queues = new Map<string, Promise<unknown>>();
  const locks = {
    request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) {
      const before = queues.get(name) ?? Promise.resolve();
      const turn = before.then(() => {
        if (signal.aborted) throw new Error('left');
        return hold();
      });
      queues.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}

beforeEach(() => {
  connections.length = 0;
  status = 200;
  giveLocks();
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    let say: Connection['say'] = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        say = (text) => stream.enqueue(new TextEncoder().encode(text));
        init.signal!.addEventListener('abort', () => stream.error(new Error('aborted')));
      },
    });
    connections.push({
      token: headers.get('authorization'),
      lastEventId: headers.get('last-event-id'),
      signal: init.signal!,
      say: (text) => say(text),
    });
    return Promise.resolve(new Response(status === 200 ? body : null, { status }));
  });
});
afterEach(() => {
  ends.splice(0).forEach((end) => end());
  Reflect.deleteProperty(navigator, 'locks');
});

/** What this window hears; tabs of one window share its handlers. */
function hear() {
  const heard: unknown[] = [];
  ends.push(
    onPush('bell', ({ unread }) => heard.push(unread)),
    onPush('missed', () => heard.push('missed')),
    onPush('kicked', ({ reason }) => heard.push(reason)),
  );
  return heard;
}
const tab = (token = 'token-1') => {
  const end = startPush(token);
  ends.push(end);
  return end;
};
const open = (id: string, resumed = false) => `id: ${id}\nevent: open\ndata: ${JSON.stringify({ resumed })}\n\n`;
const bell = (id: string, unread: number) => `id: ${id}\nevent: bell\ndata: ${JSON.stringify({ unread })}\n\n`;
const connected = (count: number) => vi.waitFor(() => expect(connections).toHaveLength(count));
/** Words between tabs take a turn of the event loop or two. */
const heardBy = (heard: unknown[], all: unknown[]) => vi.waitFor(() => expect(heard).toEqual(all));

describe('the messages of a session', () => {
  it('come over one connection for all tabs, and every tab hears them', async () => {
    const heard = hear();
    tab();
    tab();
    await connected(1);
    expect(connections[0]).toMatchObject({ token: 'Bearer token-1', lastEventId: null });
    connections[0]!.say(open('1') + bell('2', 5));
    // once in the tab that leads, once in the other
    await heardBy(heard, [5, 5]);
    expect(connections).toHaveLength(1);
  });

  it('go on where they were when another tab takes over', async () => {
    const heard = hear();
    const first = tab();
    tab();
    await connected(1);
    connections[0]!.say(open('1') + bell('2', 5));
    await heardBy(heard, [5, 5]);
    first();
    await connected(2);
    expect(connections[0]!.signal.aborted).toBe(true);
    expect(connections[1]!.lastEventId).toBe('2');
    connections[1]!.say(open('3', true) + bell('4', 6));
    await heardBy(heard, [5, 5, 6]);
  });

  it('go on where they were also in a tab that came after the last of them', async () => {
    const heard = hear();
    const first = tab();
    await connected(1);
    connections[0]!.say(open('1') + bell('2', 5));
    await heardBy(heard, [5]);
    const told = new BroadcastChannel('data_ui_push');
    const positions: unknown[] = [];
    told.onmessage = ({ data }: MessageEvent<{ kind: string; id: string | null }>) => data.kind === 'where' && positions.push(data.id);
    tab();
    await vi.waitFor(() => expect(positions).toEqual([null, '2'])); // asked and answered
    told.close();
    first();
    await connected(2);
    expect(connections[1]!.lastEventId).toBe('2');
  });

  it('that are lost between two connections are told as missed, those that were kept are not', async () => {
    const heard = hear();
    const first = tab();
    tab();
    await connected(1);
    connections[0]!.say(open('1'));
    connections[0]!.say(bell('2', 1));
    await heardBy(heard, [1, 1]);
    first();
    await connected(2);
    connections[1]!.say(open('9', false));
    await heardBy(heard, [1, 1, 'missed']);
    connections[1]!.say(open('9', true) + bell('10', 3));
    await heardBy(heard, [1, 1, 'missed', 3]);
  });

  it('are none of another session', async () => {
    const heard = hear();
    tab('token-1');
    tab('other-token');
    await connected(2);
    connections[0]!.say(open('1') + bell('2', 5));
    connections[1]!.say(open('7') + bell('8', 6));
    await vi.waitFor(() => expect(heard.toSorted()).toEqual([5, 6]));
  });

  it('end with the session: every tab is told why', async () => {
    status = 401;
    const heard = hear();
    tab();
    await heardBy(heard, ['登录已过期，请重新登录']);
  });

  it('stop in a tab that let go', async () => {
    const heard = hear();
    const end = tab();
    await connected(1);
    end();
    await vi.waitFor(() => expect(connections[0]!.signal.aborted).toBe(true));
    expect(heard).toEqual([]);
  });
});
