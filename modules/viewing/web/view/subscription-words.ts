import type { FormField } from '#kit/web/form/types.ts';
import { formatNumber } from '#modules/charts/core/index.ts';
import { planText } from '#modules/datasets/web/parts.ts';
import type { Subscription, SubscriptionCondition } from '../../contract/subscription.ts';
import type { Measure } from './subscription-measures.ts';

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
export const CHANNELS = { notice: '站内消息', mail: '邮件', webhook: '群机器人' } as const;
export const ROBOTS = { dingtalk: '钉钉', wecom: '企业微信', feishu: '飞书', json: '通用 JSON' } as const;

/** How often an alert is told that goes on; -1 stands for once, as a choice cannot be null. */
export const ONCE = -1;
export const REPEATS: readonly { value: number; label: string }[] = [
  { value: ONCE, label: '恢复前只提醒一次' },
  { value: 1, label: '每小时提醒一次' },
  { value: 4, label: '每 4 小时提醒一次' },
  { value: 24, label: '每天提醒一次' },
  { value: 0, label: '每次检查都提醒' },
];
const repeatText = (hours: number | null): string =>
  REPEATS.find(({ value }) => value === (hours ?? ONCE))?.label ?? `每 ${hours} 小时提醒一次`;

/** Files that mails and robots bring along. */
export const ATTACHMENTS = { png: '图片（PNG）', pdf: 'PDF', xlsx: '数据（Excel）' } as const;

/** What two versions of a subscription are compared by, as `textsOf` says it. */
export const SUBSCRIPTION_FIELDS: readonly FormField<Record<string, unknown>>[] = [
  { field: 'subscriptionName', label: '订阅名称' },
  { field: 'cron', label: '发送时间' },
  { field: 'people', label: '接收人' },
  { field: 'channels', label: '发送方式' },
  { field: 'attachments', label: '附件' },
  { field: 'condition', label: '仅当达到条件时发送' },
  { field: 'repeatHours', label: '持续达到条件时' },
  { field: 'status', label: '启用', widget: 'switch' },
];

type Said = Pick<
  Subscription,
  'cron' | 'people' | 'channels' | 'attachments' | 'condition' | 'repeatHours' | 'webhookKind' | 'webhookHost'
>;

/** When, to whom, how and on what condition a subscription is sent; the condition is null where there is none. */
export function textsOf(
  { cron, people, channels, attachments, condition, repeatHours, webhookKind, webhookHost }: Said,
  measures: readonly Measure[],
) {
  return {
    cron: planText(cron),
    people: people.map(({ name }) => name).join('、'),
    channels: channels
      .map((channel) => (channel === 'webhook' && webhookKind ? `${ROBOTS[webhookKind]}群机器人（${webhookHost}）` : CHANNELS[channel]))
      .join('、'),
    attachments: attachments.map((kind) => ATTACHMENTS[kind]).join('、'),
    condition: condition && conditionText(condition, measures),
    repeatHours: condition && repeatText(repeatHours),
  };
}

function conditionText({ key, measure: slot, op, value }: SubscriptionCondition, measures: readonly Measure[]): string {
  const measure = measures.find((one) => one.value === `${key} ${slot}`);
  const comparison = COMPARISONS.find((one) => one.value === op)?.label ?? '';
  return `${measure?.label ?? '指标'} ${comparison} ${formatNumber(value, measure?.format, measure?.modifier)}`;
}
