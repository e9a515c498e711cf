import type { ConfigSeed } from '#kit/server/module.ts';
import type { Db } from '#kit/server/ctx.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';

const HOUR_MS = 3_600_000;
const TERMS = [
  ['3', '高', 24],
  ['2', '中', 72],
  ['1', '低', 168],
] as const;
const keyOf = (level: string): string => `quality.issueHours${level}`;

/** How long an issue may stay open, by level of its rule. */
export const issueTermConfigs: readonly ConfigSeed[] = TERMS.map(([level, name, hours]) => ({
  key: keyOf(level),
  name: `${name}级问题整改期限`,
  type: 'number',
  value: String(hours),
  min: 1,
  max: 8760,
  unit: '小时',
  group: '数据质量',
  remark: `${name}级规则的问题工单从打开起须在此时间内整改，之后显示为逾期并提醒处理人；对之后打开的工单生效`,
}));

/** Until when an issue that is opened now should be mended. */
export async function dueTimeOf(db: Db, level: string, now: Date): Promise<Date> {
  const [, , hours] = TERMS.find(([code]) => code === level) ?? TERMS[2];
  return new Date(now.getTime() + (await readNumberConfig(db, keyOf(level), hours)) * HOUR_MS);
}
