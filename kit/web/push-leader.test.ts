import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { byVote } from './push-leader.ts';

/** Channels as browsers have them: every other channel of the name hears a word a moment later. */
class Channel {
  static readonly all = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    Channel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.all)
      if (other !== this && other.name === this.name) setTimeout(() => Channel.all.has(other) && other.onmessage?.({ data }), 1);
  }
  close(): void {
    Channel.all.delete(this);
  }
}

const leaves: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  leaves.splice(0).forEach((leave) => leave());
  Channel.all.clear();
  vi.useRealTimers();
});

const leading: string[] = [];
beforeEach(() => void leading.splice(0));
function tab(name: string) {
  const leave = byVote('test', () => {
    leading.push(name);
    return () => void leading.splice(leading.indexOf(name), 1);
  });
  leaves.push(leave);
  return leave;
}
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Every channel that is there falls silent, as in tabs that crash. */
const crash = () => {
  for (const channel of Channel.all) Object.assign(channel, { onmessage: null, postMessage: () => undefined });
};

describe('the election without locks', () => {
  it('waits a moment for others, then leads', async () => {
    tab('a');
    await after(790);
    expect(leading).toEqual([]);
    await after(500);
    expect(leading).toEqual(['a']);
  });
  it('leaves a leader alone', async () => {
    tab('a');
    await after(1_500);
    tab('b');
    tab('c');
    await after(30_000);
    expect(leading).toEqual(['a']);
  });
  it('has one of several that come at once', async () => {
    for (const name of ['a', 'b', 'c', 'd']) tab(name);
    await after(2_000);
    expect(leading).toHaveLength(1);
    await after(30_000);
    expect(leading).toHaveLength(1);
  });
  it('has another at once when the leader leaves, also by closing its window', async () => {
    const first = tab('a');
    await after(1_500);
    tab('b');
    await after(3_000);
    first();
    first();
    expect(leading).toEqual([]);
    await after(700);
    expect(leading).toEqual(['b']);
    window.dispatchEvent(new Event('pagehide'));
    expect(leading).toEqual([]);
  });
  it('has another within seconds when the leader crashes', async () => {
    tab('a');
    await after(1_500);
    crash();
    leading.splice(0);
    tab('b');
    await after(1_300);
    expect(leading).toEqual(['b']);
  });
  it('notices a leader that says nothing any more', async () => {
    tab('a');
    await after(1_500);
    tab('b');
    await after(3_000);
    const [leader] = [...Channel.all];
    Object.assign(leader!, { onmessage: null, postMessage: () => undefined });
    await after(4_000);
    expect(leading).toEqual(['a']);
    await after(5_000);
    expect(leading).toEqual(['a', 'b']);
  });
  it('ends with one leader when two meet', async () => {
    tab('a');
    await after(1_500);
    const others = [...Channel.all];
    others.forEach((channel) => Channel.all.delete(channel)); // apart for a while
    tab('b');
    await after(1_500);
    expect(leading).toEqual(['a', 'b']);
    others.forEach((channel) => Channel.all.add(channel));
    tab('c'); // asks, and both answer
    await after(3_000);
    expect(leading).toHaveLength(1);
  });
  it('is none for a tab that left before its turn', async () => {
    tab('a')();
    await after(10_000);
    expect(leading).toEqual([]);
  });
  it('needs no other tabs to be heard where there are no channels', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const end = vi.fn();
    byVote('test', () => end)();
    expect(end).toHaveBeenCalledOnce();
  });
});
