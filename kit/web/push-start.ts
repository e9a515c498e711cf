import { beLeader } from './push-leader.ts';
import { openStream, type StreamMessage } from './push-stream.ts';
import { receivePush, type PushKind } from './push.ts';

const NAME = 'data_ui_push';
const OVER = '登录已过期，请重新登录';

/** `where` asks for the place in the stream and answers with it. */
type TabMessage = { token: string; kind: PushKind | 'where'; data: unknown; id: string | null };

/**
 * Connects this browser for one session: of all its tabs one reads the stream and passes every message to the others. The result
 * disconnects this tab.
 */
export function startPush(token: string): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  // every tab knows where the stream is, so that whoever takes over goes on from there
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
      // a tab that still belongs to an earlier session is not spoken to
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
