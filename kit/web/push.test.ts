import { afterEach, describe, expect, it, vi } from 'vitest';
import { byVote } from './push-leader.ts';
import { eventParser, type StreamMessage } from './push-stream.ts';
import { receivePush, onPush } from './push.ts';

describe('what a tab hears', () => {
  it('reaches every handler until it lets go, also when one of them fails', () => {
    const failed = vi.fn();
    vi.stubGlobal('reportError', failed);
    const heard: (number | null)[] = [];
    const ends = [
      onPush('bell', () => {
        throw new Error('broken page');
      }),
      onPush('bell', ({ unread }) => heard.push(unread)),
    ];
    receivePush({ kind: 'bell', data: { unread: 2 } });
    ends.forEach((end) => end());
    receivePush({ kind: 'bell', data: { unread: 3 } });
    expect(heard).toEqual([2]);
    expect(failed).toHaveBeenCalledOnce();
  });
});

describe('the reader of events', () => {
  it('puts messages together however the bytes were cut, and skips heartbeats', () => {
    const heard: StreamMessage[] = [];
    const read = eventParser((message) => heard.push(message));
    const text = 'retry: 3000\n\n: beat\n\nid: 0.1a\nevent: dict\ndata: {"code":"a:b"}\n\nevent: locked\ndata: {}\n\n';
    for (const char of text) read(char);
    expect(heard).toEqual([
      { kind: 'dict', data: { code: 'a:b' }, id: '0.1a' },
      { kind: 'locked', data: {}, id: null },
    ]);
  });
});

describe('the election without locks', () => {
  const leaves: (() => void)[] = [];
  afterEach(() => leaves.splice(0).forEach((leave) => leave()));

  it('has one leader, and another one as soon as it leaves', async () => {
    const leading = new Set<number>();
    const join = (tab: number) => {
      const leave = byVote('test', () => {
        leading.add(tab);
        return () => leading.delete(tab);
      });
      leaves.push(leave);
      return leave;
    };
    const tabs = [1, 2, 3].map(join);
    await vi.waitFor(() => expect(leading.size).toBe(1), 5_000);
    const first = [...leading][0]!;
    tabs[first - 1]!();
    await vi.waitFor(() => {
      expect(leading.size).toBe(1);
      expect(leading.has(first)).toBe(false);
    }, 5_000);
  });
});
