import type { Dayjs } from 'dayjs';
import type { FilterValue } from '#modules/charts/contract/view-filter.ts';
import { cronOf, type Plan } from '#modules/datasets/web/parts.ts';
import type { Subscription } from '../../contract/subscription.ts';
import type { Comparison } from './subscription-words.ts';

/** What the form of a new subscription holds. */
export interface SubscriptionValues {
  subscriptionName: string;
  every: Plan['every'];
  /** day of the week or of the month */
  on?: number;
  at: Dayjs;
  userIds: string[];
  /** absent where the form does not ask, as there is one channel only */
  channels?: Subscription['channels'];
  /** files of the mail; absent where none is chosen */
  attachments?: Subscription['attachments'];
  /** `tile measure`; absent without a condition */
  measure?: string;
  op?: Comparison;
  value?: number | null;
}

/** The document of a subscription, as the subscriber has filtered it. */
export interface SubscriptionTarget {
  readonly entity: 'board' | 'screen';
  readonly id: string;
  readonly filters: Readonly<Record<string, FilterValue>>;
}

/** The subscription that the form asks for. */
export function subscriptionOf(values: SubscriptionValues, { entity, id, filters }: SubscriptionTarget) {
  const { subscriptionName, every, on, at, userIds, channels, attachments, measure, op, value } = values;
  const [key, slot] = measure?.split(' ') ?? [];
  return {
    entityType: entity,
    entityId: id,
    subscriptionName,
    cron: cronOf({ every, on: on ?? (every === 'week' ? 2 : 1), at: at.format('HH:mm') }),
    filters: { ...filters },
    userIds,
    channels: channels ?? ['notice' as const],
    attachments: channels?.includes('mail') ? (attachments ?? []) : [],
    condition: key && slot ? { key, measure: slot, op: op ?? ('gt' as const), value: value ?? 0 } : null,
  };
}
