import type { SubscriptionCondition } from '../../contract/subscription.ts';

/** Comparisons of a condition, by their keys in the contract. */
export type Comparison = SubscriptionCondition['op'];
export const COMPARISONS: readonly { value: Comparison; label: string }[] = [
  { value: 'gt', label: '大于' },
  { value: 'gte', label: '大于等于' },
  { value: 'lt', label: '小于' },
  { value: 'lte', label: '小于等于' },
  { value: 'eq', label: '等于' },
  { value: 'ne', label: '不等于' },
];
/** Ways that a subscription is sent. */
export const CHANNELS = { notice: '站内消息', mail: '邮件' } as const;
