import { CronProblem, parseCron, type Cron, type Field } from '#kit/contract/cron.ts';

/** What the builder offers: four everyday plans, everything else is written out. */
export type Plan =
  | { kind: 'every'; unit: 'second' | 'minute' | 'hour'; by: number }
  | { kind: 'daily'; time: string }
  | { kind: 'weekly'; weekdays: readonly number[]; time: string }
  | { kind: 'monthly'; days: readonly number[] | 'last' | 'lastWorkday'; time: string }
  | { kind: 'custom'; text: string };
export type PlanKind = Plan['kind'];

const two = (value: number): string => String(value).padStart(2, '0');
const numbers = (field: Field): number[] | null => {
  const found = field?.map((part) => (part.kind === 'value' ? [part.value] : part.kind === 'range' ? span(part.from, part.to) : null));
  return !found || found.some((one) => one === null) ? null : (found.flat() as number[]);
};
const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const only = (field: Field): number | null => {
  const found = numbers(field);
  return found?.length === 1 ? (found[0] ?? null) : null;
};

/** HH:mm:ss → the first three fields. */
const clock = (time: string): string => {
  const [hour = '0', minute = '0', second = '0'] = time.split(':');
  return `${Number(second)} ${Number(minute)} ${Number(hour)}`;
};

/** The expression of a plan. */
export function cronOfPlan(plan: Plan): string {
  switch (plan.kind) {
    case 'every': {
      const by = plan.by === 1 ? '*' : `0/${plan.by}`;
      return { second: `${by} * * * * ?`, minute: `0 ${by} * * * ?`, hour: `0 0 ${by} * * ?` }[plan.unit];
    }
    case 'daily':
      return `${clock(plan.time)} * * ?`;
    case 'weekly':
      return `${clock(plan.time)} ? * ${[...plan.weekdays].sort((a, b) => a - b).join(',') || '2'}`;
    case 'monthly': {
      const days = plan.days === 'last' ? 'L' : plan.days === 'lastWorkday' ? 'LW' : [...plan.days].sort((a, b) => a - b).join(',') || '1';
      return `${clock(plan.time)} ${days} * ?`;
    }
    case 'custom':
      return plan.text;
  }
}

/** The plan that an expression stands for; what no tab can show is custom. */
export function planOf(text: string): Plan {
  const custom: Plan = { kind: 'custom', text };
  let cron: Cron;
  try {
    cron = parseCron(text);
  } catch (error) {
    if (error instanceof CronProblem) return custom;
    throw error;
  }
  if (cron.month !== null) return custom;
  const every = cron.day === null && cron.weekday === null ? everyOf(cron) : null;
  if (every) return every;
  const [hour, minute, second] = [only(cron.hour), only(cron.minute), only(cron.second)];
  if (hour === null || minute === null || second === null) return custom;
  const time = `${two(hour)}:${two(minute)}:${two(second)}`;
  if (cron.day === null && cron.weekday === null) return { kind: 'daily', time };
  if (cron.weekday !== null) {
    const weekdays = numbers(cron.weekday);
    return weekdays ? { kind: 'weekly', weekdays, time } : custom;
  }
  const [first] = cron.day ?? [];
  if (cron.day?.length === 1 && (first?.kind === 'last' || first?.kind === 'lastWorkday'))
    return { kind: 'monthly', days: first.kind, time };
  const days = numbers(cron.day);
  return days ? { kind: 'monthly', days, time } : custom;
}

function everyOf({ second, minute, hour }: Cron): Plan | null {
  const by = (field: Field, max: number): number | null => {
    if (field === null) return 1;
    const [part] = field;
    return field.length === 1 && part?.kind === 'step' && part.from === 0 && part.to === max ? part.step : null;
  };
  const seconds = by(second, 59);
  if (seconds !== null) return minute === null && hour === null ? { kind: 'every', unit: 'second', by: seconds } : null;
  if (only(second) !== 0) return null;
  const minutes = by(minute, 59);
  if (minutes !== null) return hour === null ? { kind: 'every', unit: 'minute', by: minutes } : null;
  const hours = only(minute) === 0 ? by(hour, 23) : null;
  return hours === null ? null : { kind: 'every', unit: 'hour', by: hours };
}
