import type { SubscriptionStatus } from '../contract/subscription.ts';

/** What may be done with a subscription. */
export type SubscriptionAction = 'approve' | 'reject' | 'pause' | 'resume' | 'close' | 'supersede';

const TRANSITIONS: Record<
  SubscriptionAction,
  { readonly from: readonly SubscriptionStatus[]; readonly to: SubscriptionStatus; readonly refusal: string }
> = {
  approve: { from: ['1'], to: '2', refusal: '只有待审批的申请可以审批' },
  reject: { from: ['1'], to: '3', refusal: '只有待审批的申请可以审批' },
  pause: { from: ['2'], to: '4', refusal: '只有生效的订阅可以暂停' },
  resume: { from: ['4'], to: '2', refusal: '只有已暂停的订阅可以恢复' },
  close: { from: ['1', '2', '4'], to: '5', refusal: '订阅已结束' },
  // its renewal takes over, which goes on with what is in force or has just ended
  supersede: { from: ['2', '6'], to: '5', refusal: '只有生效或已到期的订阅可以续期' },
};

/** Why a subscription cannot be renewed; null when it can. */
export const renewalRefusal = (status: SubscriptionStatus): string | null =>
  TRANSITIONS.supersede.from.includes(status) ? null : TRANSITIONS.supersede.refusal;

const DAY_MS = 86_400_000;
/** When a term ends that is agreed to now: a renewal goes on behind what is left of the term before it. */
export const endOfTerm = (days: number, now: Date, before: Date | null): Date =>
  new Date(Math.max(now.getTime(), before?.getTime() ?? 0) + days * DAY_MS);

/** The state after an action, or the sentence that says why it cannot be done. */
export function transition(status: SubscriptionStatus, action: SubscriptionAction): { to: SubscriptionStatus } | { refusal: string } {
  const { from, to, refusal } = TRANSITIONS[action];
  return from.includes(status) ? { to } : { refusal };
}

/** The state as people see it: what is in force ends by itself. */
export const shownStatus = (stored: SubscriptionStatus, endTime: Date | null, now: Date): SubscriptionStatus =>
  (stored === '2' || stored === '4') && endTime !== null && endTime <= now ? '6' : stored;
