import type { EventReply } from '#kit/server/http/event-stream.ts';
import { implement } from '#kit/server/module.ts';
import { push } from '../../contract/push.ts';
import { hubOf } from './hub.ts';

export const pushHandlers = implement(push, {
  stream(ctx): EventReply {
    const hub = hubOf(ctx.app);
    const address = { accountId: ctx.user.id, sessionId: ctx.session.id };
    hub.admit(address);
    const given = ctx.request.headers['last-event-id'];
    const lastEventId = typeof given === 'string' ? given : null;
    return (stream) => hub.connect({ address, locked: ctx.session.locked, lastEventId, stream });
  },
});
