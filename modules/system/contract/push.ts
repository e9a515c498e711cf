import { bytes, defineContract, route, signedIn } from '#kit/contract/route.ts';

/** What the server tells a browser by itself; the events are those of kit/contract/push.ts, and `open` with `{ resumed }` first. */
export const push = defineContract({
  stream: route.get('/system/push/stream', {
    summary: '消息推送（事件流，断线后按 Last-Event-ID 续传）',
    access: signedIn,
    replies: 'events',
    reply: bytes,
  }),
});
