import type { CachePlace, CachePolicy } from '../../contract/cache-policy.ts';
import { planText } from './plan-text.ts';

/** Moments that are offered by name. */
export const PLANS = [
  { value: '0 0 * * * ?', label: '每小时' },
  { value: '0 0 6 * * ?', label: '每天 06:00' },
  { value: '0 0 6,12,18 * * ?', label: '每天 06:00、12:00、18:00' },
  { value: '0 0 7 ? * MON', label: '每周一 07:00' },
];
const momentsText = (cron: string): string => PLANS.find(({ value }) => value === cron)?.label ?? planText(cron);

/** `90 秒`, `5 分钟`, `2 小时`, `1 天`: in the largest unit that says it exactly. */
export function spanText(seconds: number): string {
  for (const [unit, word] of [
    [86_400, '天'],
    [3600, '小时'],
    [60, '分钟'],
  ] as const)
    if (seconds >= unit && seconds % unit === 0) return `${seconds / unit} ${word}`;
  return `${seconds} 秒`;
}

/** What people read of a policy, in a few words. */
export function policyText(policy: CachePolicy): string {
  switch (policy.mode) {
    case 'inherit':
      return '继承';
    case 'none':
      return '不缓存';
    case 'ttl':
      return spanText(policy.freshSec);
    case 'adaptive':
      return '按耗时自动';
    case 'schedule':
      return policy.cron ? `${momentsText(policy.cron)} 更新` : '按计划更新';
    case 'event':
      return '到数据更新为止';
  }
}

const PLACES: Readonly<Record<CachePlace, string>> = {
  chart: '图表',
  document: '看板或大屏',
  set: '数据集',
  source: '数据源',
  platform: '平台',
};
/** `数据集 · 5 分钟` */
export const inheritedText = ({ place, policy }: { place: CachePlace; policy: CachePolicy }): string =>
  `${PLACES[place]} · ${policyText(policy)}`;
