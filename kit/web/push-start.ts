import { beLeader } from './push-leader.ts';
import { openStream, type StreamMessage } from './push-stream.ts';
import { receivePush, type PushKind } from './push.ts';

const NAME = 'data_ui_push';
const OVER = '登录已过期，请重新登录';

/** Message between tabs; `where` asks for the position in the stream and is answered with it. */
type TabMessage = { token: string; kind: PushKind | 'where'; data: unknown; id: string | null };

/**
 * Connects this browser to the push stream for one session: one elected tab reads it and broadcasts every message to the others. The result
 * disconnects this tab.
 */
export function startPush(token: string): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  // every tab tracks the last event id, so that a new leader resumes from it
  let lastId: string | null = null;
  let isLeading = false;
  const say = (kind: TabMessage['kind'], data: unknown, id: string | null): void =>
    channel?.postMessage({ token, kind, data, id } satisfies TabMessage);
  const pass = (kind: PushKind, data: unknown, id: string | null): void => {
    lastId = id ?? lastId;
    say(kind, data, id);
    receivePush({ kind, data });
  };
  if (channel)
    channel.onmessage = ({ data: passed }: MessageEvent<TabMessage>) => {
      // ignore tabs of an earlier session
      if (passed.token !== token) return;
      if (passed.kind !== 'where') receivePush({ kind: passed.kind, data: passed.data });
      else if (passed.id === null && isLeading) say('where', null, lastId);
      lastId = passed.id ?? lastId;
    };
  const lead = (): (() => void) => {
    let isFirst = lastId === null;
    isLeading = true;
    const close = openStream({
      token,
      from: lastId,
      onMessage: ({ kind, data, id }: StreamMessage) => {
        if (kind !== 'open') return pass(kind, data, id);
        if (isFirst) {
          lastId = id;
          say('where', null, id);
        } else if (!(data as { resumed: boolean }).resumed) pass('missed', {}, id);
        isFirst = false;
      },
      ended: () => pass('kicked', { reason: OVER }, null),
    });
    return () => {
      isLeading = false;
      close();
    };
  };
  say('where', null, null);
  const leave = beLeader(`${NAME}.${token.slice(0, 8)}`, lead);
  return () => {
    leave();
    channel?.close();
  };
}
