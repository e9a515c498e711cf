import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { EventStream } from '#kit/server/http/event-stream.ts';
import { PushCursor, readCursor } from '#kit/server/push-cursor.ts';
import { isFor, type PushAddress, type PushRow } from '#kit/server/push-feed.ts';
import { sessionStates } from './states.ts';

/** One stream per browser; a second exists briefly while another tab takes over. */
const MAX_PER_SESSION = 4;
const MAX_PER_ACCOUNT = 40;
/** Messages that wait for a locked screen; more are not worth telling one by one. */
const MAX_HELD = 500;
const OVER = '登录已过期，请重新登录';
const ABOUT_SESSION: ReadonlySet<string> = new Set(['kicked', 'locked', 'unlocked']);

/** One connected browser. */
interface Listener {
  readonly address: PushAddress;
  readonly stream: EventStream;
  /** what it has been given; null until its past is known */
  cursor: PushCursor | null;
  locked: boolean;
  /** messages that wait for the past to be known, or for the session to be unlocked */
  held: PushRow[];
  /** reason of the end of the session, when a message has carried one */
  reason: string | null;
  /** polls since the session was found to have ended */
  gone: number;
}

interface Subscription {
  readonly address: PushAddress;
  readonly locked: boolean;
  /** last event id of the browser, null at the first connection */
  readonly lastEventId: string | null;
  readonly stream: EventStream;
}

export interface Hub {
  /** Throws throttle.exceeded when the account has too many streams on this node. */
  admit(address: PushAddress): void;
  /** Connects a browser: what it missed, then everything new, until it goes or its session ends. */
  connect(options: Subscription): Promise<void>;
}

/** Notices about a session itself follow from its state; messages only add the reason of its end. */
function take(listener: Listener, row: PushRow): void {
  if (row.message.kind === 'kicked') listener.reason = row.message.data.reason;
  else if (!ABOUT_SESSION.has(row.message.kind)) listener.held.push(row);
  if (listener.held.length > MAX_HELD) listener.held.shift();
}

function giveHeld({ stream, cursor, held }: Listener): void {
  for (const row of held.splice(0))
    if (cursor?.give(row)) stream.send({ event: row.message.kind, data: row.message.data, id: cursor.text() });
}

/** Brings a browser up to date with its session. */
function settle(listener: Listener, state: { locked: boolean } | undefined): void {
  const { stream } = listener;
  if (listener.cursor === null) return;
  if (!state) {
    // the end and its reason commit together, but the two were read one after the other
    if (listener.reason === null && listener.gone++ === 0) return;
    stream.send({ event: 'kicked', data: { reason: listener.reason ?? OVER } });
    return stream.end();
  }
  listener.reason = null;
  listener.gone = 0;
  if (state.locked !== listener.locked) {
    listener.locked = state.locked;
    stream.send({ event: state.locked ? 'locked' : 'unlocked', data: {} });
  }
  if (!state.locked) giveHeld(listener);
}

/**
 * The browsers of one node. Before anything is delivered the state of their sessions is read, so a message never reaches a session that
 * was locked or ended before the message was written.
 */
function pushHub(app: App): Hub {
  const listeners = new Set<Listener>();
  let subscription: Promise<() => void> | null = null;
  let waiting: PushRow[] = [];

  const drop = (listener: Listener): void => {
    listeners.delete(listener);
    if (listeners.size > 0 || subscription === null) return;
    // one that did not come about has nothing to end
    subscription.then(
      (end) => end(),
      () => undefined,
    );
    subscription = null;
    waiting = [];
  };

  const receive = async (fresh: readonly PushRow[]): Promise<void> => {
    // kept until the states are known: a failing query must not lose messages
    waiting.push(...fresh);
    const ids = [...new Set([...listeners].map(({ address }) => address.sessionId))];
    if (ids.length === 0) return;
    const present = [...listeners];
    const states = await sessionStates(app, ids);
    const rows = waiting;
    waiting = [];
    for (const listener of listeners) for (const row of rows) if (isFor(row, listener.address)) take(listener, row);
    for (const listener of present) settle(listener, states.get(listener.address.sessionId));
  };

  return {
    admit({ accountId }) {
      const own = [...listeners].filter(({ address }) => address.accountId === accountId);
      if (own.length >= MAX_PER_ACCOUNT) throw new AppError('throttle.exceeded', '打开的浏览器过多，请稍后再试', { retryAfter: 60 });
    },
    async connect({ address, locked, lastEventId, stream }) {
      const { feed } = app.push;
      const own = [...listeners].filter((other) => other.address.sessionId === address.sessionId);
      // most likely the oldest is a connection that broke without a word
      for (const other of own.slice(0, Math.max(0, own.length + 1 - MAX_PER_SESSION))) other.stream.end();
      const listener: Listener = { address, stream, cursor: null, locked, held: [], reason: null, gone: 0 };
      listeners.add(listener);
      stream.onEnd(() => drop(listener));
      await (subscription ??= feed.listen(receive));
      const from = lastEventId === null ? null : readCursor(lastEventId);
      const past = from && (await feed.since(address, from));
      listener.cursor = new PushCursor(past ? past.delivered : feed.known(address));
      stream.send({ event: 'open', data: { resumed: past !== null }, id: listener.cursor.text() });
      stream.send({ event: 'version', data: { version: app.settings.version } });
      if (locked) stream.send({ event: 'locked', data: {} });
      listener.held.unshift(...(past?.missed ?? []).filter(({ message }) => !ABOUT_SESSION.has(message.kind)));
      if (!locked) giveHeld(listener);
    },
  };
}

const hubs = new WeakMap<App, Hub>();
/** The hub of a node. */
export function hubOf(app: App): Hub {
  const known = hubs.get(app);
  if (known) return known;
  const hub = pushHub(app);
  hubs.set(app, hub);
  return hub;
}
