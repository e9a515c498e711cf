import { bytes, defineContract, route, signedIn } from '#kit/contract/route.ts';

/** Server-sent events to the browser: `open` with `{ resumed }` first, then the kinds of kit/contract/push.ts. */
export const push = defineContract({
  stream: route.get('/system/push/stream', {
    summary: '消息推送（事件流，断线后按 Last-Event-ID 续传）',
    access: signedIn,
    replies: 'events',
    reply: bytes,
  }),
});
