const ASK_MS = 2_000;
const PATIENCE_MS = 5_000;
const CLAIM_MS = 400;

type Word = { say: 'ask' | 'lead' | 'claim' | 'gone'; from: string };

/**
 * Leader election among the tabs of a browser: `lead` runs in the elected tab and returns its cleanup. When that tab closes, another takes
 * over at once; when it crashes, within seconds. The result leaves the election.
 */
export function beLeader(name: string, lead: () => () => void): () => void {
  return 'locks' in navigator ? byLock(name, lead) : byVote(name, lead);
}

/** Election by the Web Locks API: the lock is held as long as the tab lives. */
function byLock(name: string, lead: () => () => void): () => void {
  const leave = new AbortController();
  const hold = () =>
    new Promise<void>((resolve) => {
      const end = lead();
      leave.signal.addEventListener('abort', () => {
        end();
        resolve();
      });
    });
  // rejects only when this tab leaves while waiting
  navigator.locks.request(name, { signal: leave.signal }, hold).catch(() => undefined);
  return () => leave.abort();
}

/**
 * Fallback for plain-http origins, which lack Web Locks: tabs query each other by message (reliable in background tabs, unlike timers).
 * Without an answer a tab claims leadership; the lowest id wins.
 */
export function byVote(name: string, lead: () => () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return lead();
  const me = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
  const channel = new BroadcastChannel(`${name}.vote`);
  let end: (() => void) | null = null;
  let receivedAt = performance.now();
  let isClaiming = false;
  let hasLeft = false;
  const say = (word: Word['say']) => channel.postMessage({ say: word, from: me } satisfies Word);

  const stepDown = (): void => {
    end?.();
    end = null;
  };
  const claim = async (): Promise<void> => {
    if (end || isClaiming || hasLeft) return;
    isClaiming = true;
    const began = performance.now();
    say('claim');
    await new Promise((resolve) => setTimeout(resolve, CLAIM_MS));
    // a leader or an earlier claim answered meanwhile
    if (isClaiming && receivedAt < began) {
      end = lead();
      say('lead');
    }
    isClaiming = false;
  };
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.say === 'ask' && end) return say('lead');
    if (data.say === 'claim') {
      if (end || (isClaiming && me < data.from)) return say(end ? 'lead' : 'claim');
      receivedAt = performance.now();
    }
    if (data.say === 'lead') {
      if (end && me < data.from) return say('lead');
      receivedAt = performance.now();
      stepDown();
    }
    if (data.say === 'gone') setTimeout(() => void claim(), Math.random() * 200);
  };
  const timer = setInterval(() => {
    if (end) return;
    if (performance.now() - receivedAt > PATIENCE_MS) void claim();
    else say('ask');
  }, ASK_MS);
  say('ask');
  setTimeout(() => {
    if (performance.now() - receivedAt > CLAIM_MS) void claim();
  }, 2 * CLAIM_MS);
  const leave = (): void => {
    if (hasLeft) return;
    hasLeft = true;
    clearInterval(timer);
    isClaiming = false;
    channel.onmessage = null;
    if (end) {
      stepDown();
      say('gone');
    }
    channel.close();
    window.removeEventListener('pagehide', leave);
  };
  window.addEventListener('pagehide', leave);
  return leave;
}
