import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStream, type StreamMessage } from './push-stream.ts';

type Reply = { status: number; text?: string; isOpen?: boolean };
const asked: Headers[] = [];
let replies: Reply[] = [];
let close = () => {};
let ends = 0;
const heard: StreamMessage[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1); // the longest pause that chance may take
  asked.length = 0;
  heard.length = 0;
  ends = 0;
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers));
    const { status, text = '', isOpen = false } = replies.shift() ?? { status: 503 };
    if (status === 0) return Promise.reject(new Error('offline'));
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        if (text) stream.enqueue(new TextEncoder().encode(text));
        if (!isOpen) stream.close();
        init.signal!.addEventListener('abort', () => isOpen && stream.error(new Error('aborted')));
      },
    });
    return Promise.resolve(new Response(status === 200 ? body : null, { status }));
  });
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

const start = (first: Reply[], from: string | null = null) => {
  replies = first;
  close = openStream({ token: 't', from, onMessage: (message) => heard.push(message), ended: () => (ends += 1) });
  return vi.advanceTimersByTimeAsync(0);
};
const message = (id: string) => `id: ${id}\nevent: dict\ndata: {"code":"a"}\n\n`;
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the connection to the server', () => {
  it('names the session in a header and what it already has', async () => {
    await start([{ status: 200, isOpen: true }], '41');
    expect(asked).toHaveLength(1);
    expect(asked[0]!.get('authorization')).toBe('Bearer t');
    expect(asked[0]!.get('accept')).toBe('text/event-stream');
    expect(asked[0]!.get('last-event-id')).toBe('41');
  });

  it('is tried again after pauses that double up to half a minute', async () => {
    await start([]);
    for (const [i, pause] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      await after(pause - 1);
      expect(asked).toHaveLength(i + 1);
      await after(1);
      expect(asked).toHaveLength(i + 2);
    }
  });

  it('goes on after the last message, with a short pause again', async () => {
    await start([{ status: 0 }, { status: 200, text: message('7') }, { status: 200, isOpen: true }]);
    expect(asked[0]!.get('last-event-id')).toBeNull();
    await after(1_000);
    expect(heard.map(({ id }) => id)).toEqual(['7']);
    await after(1_000);
    expect(asked).toHaveLength(3);
    expect(asked[2]!.get('last-event-id')).toBe('7');
  });

  it('is given up and made anew when not even a heartbeat comes for forty seconds', async () => {
    await start([{ status: 200, text: ': beat\n\n', isOpen: true }]);
    await after(39_000);
    expect(asked).toHaveLength(1);
    await after(2_100);
    expect(asked).toHaveLength(2);
  });

  it('is made anew at once when the browser is online again or the tab is seen again', async () => {
    await start([]);
    await after(1_000 + 2_000 + 4_000);
    expect(asked).toHaveLength(4);
    window.dispatchEvent(new Event('online'));
    await after(0);
    expect(asked).toHaveLength(5);
    document.dispatchEvent(new Event('visibilitychange'));
    await after(0);
    expect(asked).toHaveLength(6);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await after(0);
    expect(asked).toHaveLength(6);
  });

  it('ends with the session, and waits for a changed password without asking again', async () => {
    await start([{ status: 401 }]);
    await after(120_000);
    expect([asked.length, ends]).toEqual([1, 1]);
    asked.length = 0;
    await start([{ status: 428 }]);
    await after(120_000);
    expect([asked.length, ends]).toEqual([1, 1]);
  });

  it('is not made anew after it was let go', async () => {
    await start([{ status: 200, isOpen: true }]);
    close();
    window.dispatchEvent(new Event('online'));
    await after(120_000);
    expect([asked.length, ends]).toEqual([1, 0]);
  });
});
