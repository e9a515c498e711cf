import { rangeText } from '../../core/config-value.ts';
import type { RowOf } from '#kit/web/table/types.ts';
import type { api } from '../api.ts';

export type ConfigRow = RowOf<typeof api.config>;
type Rule = Pick<NonNullable<ConfigRow['rule']>, 'range' | 'defaultValue' | 'help'>;

/** Group of settings that people have added. */
export const OWN_GROUP = '自定义参数';

export const groupOf = (row: ConfigRow): string => row.rule?.groupName ?? OWN_GROUP;

export const isOn = (value: string): boolean => value === 'true' || value === '1';

/** A value as people read it, with its unit; null when there is none. */
export function valueText(value: string, { configType, rule }: Pick<ConfigRow, 'configType' | 'rule'>): string | null {
  if (configType === 'secret') return value === '' ? null : '已设置（不显示）';
  if (configType === 'boolean') return isOn(value) ? '开启' : '关闭';
  if (value === '') return null;
  const range = rule?.range;
  const figure = range && Number.isFinite(Number(value)) ? Number(value).toLocaleString('en-US') : value;
  return range?.unit ? `${figure} ${range.unit}` : figure;
}

/** The value that holds: a disabled setting of the platform counts as not being there, so that its default does. */
export const effectiveValue = (row: ConfigRow): string =>
  row.status === '0' && row.rule && row.configType !== 'secret' ? row.rule.defaultValue : row.configValue;

/** True when the setting has its default value. */
export const isDefault = (row: ConfigRow): boolean => row.rule !== null && row.status === '1' && row.configValue === row.rule.defaultValue;

/** The allowed values of a declared setting: `可填 1 到 1,440 分钟，默认 30` */
export function allowedText({ range, defaultValue }: Pick<Rule, 'range' | 'defaultValue'>): string {
  const allowed = range ? `可填 ${rangeText(range)}${range.decimals > 0 ? `，最多${range.decimals}位小数` : ''}` : '';
  const initial = range && defaultValue !== '' ? `默认 ${Number(defaultValue).toLocaleString('en-US')}` : '';
  return [allowed, initial].filter(Boolean).join('，');
}

/** The allowed values and their effect: `可填 1 到 1,440 分钟，默认 30。超过该时间…` */
export const ruleText = (rule: Rule): string => [allowedText(rule), rule.help ?? ''].filter(Boolean).join('。');

/** Every word of the search occurs in name, key, help, value or group. */
export function fits(row: ConfigRow, words: readonly string[]): boolean {
  const text = [row.configName, row.configKey, row.remark, row.rule?.help, groupOf(row), row.configType === 'secret' ? '' : row.configValue]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Groups in the order in which the platform declares them, those of people last. */
export function grouped(rows: readonly ConfigRow[], order: readonly string[]): [group: string, rows: ConfigRow[]][] {
  const groups = new Map<string, ConfigRow[]>();
  for (const row of rows) groups.set(groupOf(row), [...(groups.get(groupOf(row)) ?? []), row]);
  const place = (group: string) => (order.includes(group) ? order.indexOf(group) : order.length);
  return [...groups].toSorted(([a], [b]) => place(a) - place(b));
}
