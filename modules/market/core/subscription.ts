import type { SubscriptionStatus } from '../contract/subscription.ts';

/** What may be done with a subscription. */
export type SubscriptionAction = 'approve' | 'reject' | 'pause' | 'resume' | 'close';

const TRANSITIONS: Record<
  SubscriptionAction,
  { readonly from: readonly SubscriptionStatus[]; readonly to: SubscriptionStatus; readonly refusal: string }
> = {
  approve: { from: ['1'], to: '2', refusal: '只有待审批的申请可以审批' },
  reject: { from: ['1'], to: '3', refusal: '只有待审批的申请可以审批' },
  pause: { from: ['2'], to: '4', refusal: '只有生效的订阅可以暂停' },
  resume: { from: ['4'], to: '2', refusal: '只有已暂停的订阅可以恢复' },
  close: { from: ['1', '2', '4'], to: '5', refusal: '订阅已结束' },
};

/** The state after an action, or the sentence that says why it cannot be done. */
export function transition(status: SubscriptionStatus, action: SubscriptionAction): { to: SubscriptionStatus } | { refusal: string } {
  const { from, to, refusal } = TRANSITIONS[action];
  return from.includes(status) ? { to } : { refusal };
}

/** The state as people see it: what is in force ends by itself. */
export const shownStatus = (stored: SubscriptionStatus, endTime: Date | null, now: Date): SubscriptionStatus =>
  (stored === '2' || stored === '4') && endTime !== null && endTime <= now ? '6' : stored;
