import type { Dayjs } from 'dayjs';
import type { FilterValue } from '#modules/charts/contract/view-filter.ts';
import { cronOf, type Plan } from '#modules/datasets/web/parts.ts';
import type { Subscription } from '../../contract/subscription.ts';
import { ONCE, type Comparison } from './subscription-words.ts';

/** What the form of a new subscription holds. */
export interface SubscriptionValues {
  subscriptionName: string;
  every: Plan['every'];
  /** minutes between two, day of the week or of the month */
  on?: number;
  /** absent where it comes more often than daily */
  at?: Dayjs;
  /** absent where a group alone gets it */
  userIds?: string[];
  /** absent where the form does not ask, as there is one channel only */
  channels?: Subscription['channels'];
  webhookKind?: Subscription['webhookKind'];
  webhookAddress?: string;
  webhookSecret?: string;
  /** absent where none is chosen */
  attachments?: Subscription['attachments'];
  /** `tile measure`; absent without a condition */
  measure?: string;
  op?: Comparison;
  value?: number | null;
  /** one of REPEATS; absent without a condition */
  repeat?: number;
}

/** The document of a subscription, as the subscriber has filtered it. */
export interface SubscriptionTarget {
  readonly entity: 'board' | 'screen';
  readonly id: string;
  readonly filters: Readonly<Record<string, FilterValue>>;
}

/** What is taken where nothing is chosen: Monday, a quarter of an hour. */
export const FIRST_OF: Partial<Record<Plan['every'], number>> = { week: 2, minutes: 15 };

/** Whether one of the chosen ways takes files. */
export const takesFiles = ({ channels = [], webhookKind }: Pick<SubscriptionValues, 'channels' | 'webhookKind'>): boolean =>
  channels.includes('mail') || (channels.includes('webhook') && (webhookKind === 'json' || webhookKind === 'wecom'));

/** The subscription that the form asks for. */
export function subscriptionOf(values: SubscriptionValues, { entity, id, filters }: SubscriptionTarget) {
  const { subscriptionName, every, on, at, userIds, channels, attachments, measure, op, value, repeat = ONCE } = values;
  const { webhookKind, webhookAddress, webhookSecret } = values;
  const hasGroup = channels?.includes('webhook') ?? false;
  const [key, slot] = measure?.split(' ') ?? [];
  return {
    entityType: entity,
    entityId: id,
    subscriptionName,
    cron: cronOf({ every, on: on ?? FIRST_OF[every] ?? 1, at: at?.format('HH:mm') ?? '' }),
    filters: { ...filters },
    userIds: userIds ?? [],
    channels: channels ?? ['notice' as const],
    ...(hasGroup && { webhookKind: webhookKind ?? null, webhookAddress: webhookAddress ?? null, webhookSecret: webhookSecret ?? null }),
    attachments: takesFiles(values) ? (attachments ?? []) : [],
    condition: key && slot ? { key, measure: slot, op: op ?? ('gt' as const), value: value ?? 0 } : null,
    repeatHours: repeat === ONCE ? null : repeat,
  };
}
