import type { Account, Ctx } from '#kit/server/ctx.ts';
import { detachedCtx, type Detached } from '#kit/server/detached.ts';
import { hideViewer } from '#modules/datasets/server/index.ts';
import { withoutUnmask } from '#modules/gate/server/index.ts';
import { record } from '../../contract/record.ts';

/**
 * A context that reads for people without an account: what the account may read now, with every sensitive column masked whatever the account
 * itself sees in the clear, and with nobody looking.
 */
export function strangersCtx(call: Pick<Ctx, 'app' | 'db' | 'signal' | 'requestId' | 'ip' | 'userAgent'>, account: Account): Detached {
  const { app, db, signal, requestId, ip, userAgent } = call;
  const detached = detachedCtx(app, { user: withoutUnmask(account), route: record.create, db, signal, requestId, ip, userAgent });
  hideViewer(detached.ctx);
  return detached;
}
