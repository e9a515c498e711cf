/** Range of a number setting, bounds included; whole numbers unless `decimals` is set. */
export interface NumberRule {
  readonly min: number;
  readonly max: number;
  /** 分钟, 天, MB */
  readonly unit: string;
  readonly decimals?: number | undefined;
}

const grouped = (value: number): string => value.toLocaleString('zh-CN');

/** `1 到 1,440 分钟`, as messages and the page say it. */
export const rangeText = ({ min, max, unit }: NumberRule): string => `${grouped(min)} 到 ${grouped(max)} ${unit}`;

/** Why a text cannot be the value of a number setting, as a Chinese sentence; null when it can. Without a rule any plain number does. */
export function numberProblem(value: string, rule: NumberRule | null): string | null {
  const text = value.trim();
  if (!rule) return text !== '' && Number.isFinite(Number(text)) ? null : '参数键值应为数字';
  const decimals = rule.decimals ?? 0;
  const form = decimals === 0 ? /^-?\d{1,15}$/ : new RegExp(`^-?\\d{1,15}(\\.\\d{1,${decimals}})?$`);
  const kind = decimals === 0 ? '整数' : `数字，小数不超过${decimals}位`;
  const isFit = form.test(text) && Number(text) >= rule.min && Number(text) <= rule.max;
  return isFit ? null : `请填写 ${rangeText(rule)}之间的${kind}`;
}

/** The nearest value that the rule allows, `fallback` for what is no number: for values that were stored before there was a rule. */
export function nearestNumber(value: string, rule: NumberRule, fallback: string): string {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return fallback;
  const factor = 10 ** (rule.decimals ?? 0);
  return String(Math.min(rule.max, Math.max(rule.min, Math.round(number * factor) / factor)));
}
