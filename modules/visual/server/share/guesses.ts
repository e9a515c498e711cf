import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { addressKey, assertOpen, reserve, settle, take, verifyPassword, type Limit } from '#modules/system/server/index.ts';
import type { ShareRow } from './ticket.ts';
import { noteVisit } from './visits.ts';

const TEN_MINUTES = 600_000;
const DAY = 86_400_000;
/** The first wrong password may be a slip; after that the next guess waits 2, 4, 8 … seconds, up to ten minutes. */
const pauseMs = (failed: number): number => (failed < 1 ? 0 : Math.min(TEN_MINUTES, 2 ** failed * 1000));

/** Wrong passwords of one link: from one address and from everywhere, in ten minutes and in a day. */
const limitsOf = (row: ShareRow, address: string): Limit[] => [
  { key: `share:${row.id}:${address}`, most: 5, windowMs: TEN_MINUTES },
  { key: `shareDay:${row.id}:${address}`, most: 20, windowMs: DAY },
  { key: `share:${row.id}`, most: 50, windowMs: TEN_MINUTES },
  { key: `shareDay:${row.id}`, most: 300, windowMs: DAY },
];

/**
 * Throws share.password when the password of a link is missing or wrong, throttle.exceeded when guesses come too fast. A guess takes its
 * places before it is checked, so that parallel guesses cannot outrun the limits.
 */
export async function assertPassword(ctx: Ctx, row: ShareRow, password: string | null | undefined): Promise<void> {
  if (row.passwordHash === null) return;
  if (!password) throw new AppError('share.password', '请输入访问密码', { reason: 'needed' });
  const address = addressKey(ctx.ip);
  const pause = (windowMs: number): Limit => ({ key: `sharePause:${row.id}:${address}`, most: 1, windowMs });
  const limits = limitsOf(row, address);
  const held: Limit[] = [];
  let isRight = false;
  try {
    await assertOpen(ctx.app, pause(0));
    for (const limit of limits) {
      await reserve(ctx.app, limit);
      held.push(limit);
    }
    isRight = await verifyPassword(row.passwordHash, password);
  } catch (error) {
    if (held.length < limits.length) await noteVisit(ctx, row, '密码尝试过多');
    for (const limit of held) await settle(ctx.app, limit, 'success');
    throw error;
  }
  const outcomes = [];
  for (const limit of held) outcomes.push(await settle(ctx.app, limit, isRight ? 'success' : 'failure'));
  if (isRight) return;
  const wait = pauseMs(outcomes[1]!.failed - 1);
  // who guesses in parallel has the pause already
  if (wait > 0) await take(ctx.app, pause(wait)).catch(() => undefined);
  await noteVisit(ctx, row, '密码错误');
  throw new AppError('share.password', '访问密码不正确，请重新输入', { reason: 'wrong' });
}
