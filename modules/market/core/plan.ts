import type * as z from 'zod';
import type { PlanTerms } from '../contract/plan.ts';

export type Plan = z.output<typeof PlanTerms>;
const numbers = new Intl.NumberFormat('en-US');

/** What a plan allows, bound by bound; empty where it bounds nothing. */
export function planBounds({ rate, burst, concurrency, dayQuota, monthQuota, monthMegabytes, maxDays }: Plan): string[] {
  const bound = (name: string, value: number | null, unit: string) => (value === null ? [] : [`${name} ${numbers.format(value)} ${unit}`]);
  const peak = burst === null ? '' : `（突发 ${numbers.format(burst)} 次）`;
  return [
    ...bound('每秒', rate, '次').map((text) => `${text}${peak}`),
    ...bound('并发', concurrency, '个'),
    ...bound('每日', dayQuota, '次'),
    ...bound('每月', monthQuota, '次'),
    ...bound('每月流量', monthMegabytes, 'MB'),
    ...bound('最长', maxDays, '天'),
  ];
}

/** 标准：每秒 10 次，每日 1,000 次 */
export const planText = (plan: Plan): string => `${plan.planName}：${planBounds(plan).join('，') || '不限次数和流量'}`;
