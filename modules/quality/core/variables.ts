import { ConfigProblem } from './measure/problem.ts';

/*
 * Variables of the run, filled in before a rule is compiled: `${yyyyMMdd-1}` yesterday, `${yyyy-MM-dd}` today. The form is a
 * pattern of `yyyy MM dd HH mm ss` with marks between, then a shift: `-1` days, or a number with a unit (`m` minutes, `h` hours, `d` days, `w` weeks,
 * `M` months, `y` years). `${now-2h}` is a moment. Same idea as Qualitis' run_date.
 */

const VARIABLE = /\$\{([^{}]*)\}/g;
const FORM = /^(now|today|yesterday|(?:yyyy|MM|dd|HH|mm|ss|[-_/:. 年月日T])*?(?:yyyy|MM|dd|HH|mm|ss)[年月日]?)((?:[+-]\d{1,6}[mhdwMy]?)*)$/;
const SHIFT = /([+-]\d{1,6})([mhdwMy]?)/g;
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/;
const NAMED: Readonly<Record<string, readonly [form: string, days: number]>> = {
  now: ['yyyy-MM-dd HH:mm:ss', 0],
  today: ['yyyy-MM-dd', 0],
  yesterday: ['yyyy-MM-dd', -1],
};
const STEPS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const padded = (n: number, width: number): string => String(n).padStart(width, '0');

function shifted(at: Date, by: number, unit: string): Date {
  const step = STEPS[unit];
  if (step !== undefined) return new Date(at.getTime() + by * step);
  // the last day of a shorter month stands for those that it lacks
  const months = unit === 'y' ? by * 12 : by;
  const first = new Date(
    Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1, at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()),
  );
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(at.getUTCDate(), days));
  return first;
}

function valueOf(name: string, now: Date): string | null {
  const found = FORM.exec(name.trim());
  if (!found) return null;
  const [form, days] = NAMED[found[1]!] ?? [found[1]!, 0];
  let at = shifted(now, days, 'd');
  for (const [, by, unit] of found[2]!.matchAll(SHIFT)) at = shifted(at, Number(by), unit || 'd');
  const parts: Readonly<Record<string, string>> = {
    yyyy: padded(at.getUTCFullYear(), 4),
    MM: padded(at.getUTCMonth() + 1, 2),
    dd: padded(at.getUTCDate(), 2),
    HH: padded(at.getUTCHours(), 2),
    mm: padded(at.getUTCMinutes(), 2),
    ss: padded(at.getUTCSeconds(), 2),
  };
  return form.replace(/yyyy|MM|dd|HH|mm|ss/g, (part) => parts[part]!);
}

/** A moment of the calendar as a date whose UTC parts are those written. */
function calendar(now: string): Date {
  const found = MOMENT.exec(now);
  if (!found) throw new ConfigProblem(`时间“${now}”不能识别`, 'now');
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** A text with its variables filled in for a moment in the zone of the source. Throws ConfigProblem for one that nobody knows. */
export function fillVariables(text: string, now: string): string {
  const at = calendar(now);
  return text.replace(VARIABLE, (whole, name: string) => {
    const value = valueOf(name, at);
    if (value === null)
      throw new ConfigProblem(`不支持的变量“${whole}”，可使用 \${yyyyMMdd-1}、\${yyyy-MM-dd}、\${now-2h} 等写法`, 'ruleConfig');
    return value;
  });
}

/** Any config with the variables of all its texts filled in. Throws ConfigProblem. */
export function fillConfig<T>(config: T, now: string): T {
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('${') ? fillVariables(value, now) : value;
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one)]));
  };
  return filled(config) as T;
}
