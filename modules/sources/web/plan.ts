import { cronProblem, parseCron, type Field } from '#kit/contract/cron.ts';

/** When a source is synchronised by itself, as the form asks for it. */
export type Plan =
  | { readonly kind: 'none' }
  | { readonly kind: 'hourly'; readonly minute: number }
  | { readonly kind: 'daily'; readonly time: string }
  | { readonly kind: 'weekly'; readonly weekday: number; readonly time: string }
  | { readonly kind: 'custom'; readonly text: string };

/** Sunday is 1, as in Quartz. */
export const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

const two = (value: number): string => String(value).padStart(2, '0');
const only = (field: Field): number | null => {
  const [part, ...more] = field ?? [];
  return part?.kind === 'value' && more.length === 0 ? part.value : null;
};

/** The six-field expression of a plan, null without one. */
export function cronOf(plan: Plan): string | null {
  switch (plan.kind) {
    case 'none':
      return null;
    case 'hourly':
      return `0 ${plan.minute} * * * ?`;
    case 'custom':
      return plan.text;
    default: {
      const [hour = 0, minute = 0] = plan.time.split(':').map(Number);
      return plan.kind === 'daily' ? `0 ${minute} ${hour} * * ?` : `0 ${minute} ${hour} ? * ${plan.weekday}`;
    }
  }
}

/** The plan that an expression stands for; what the form has no fields for is custom. */
export function planOf(cron: string | null | undefined): Plan {
  if (cron === null || cron === undefined || cron === '') return { kind: 'none' };
  const custom: Plan = { kind: 'custom', text: cron };
  if (cronProblem(cron) !== null) return custom;
  const { second, minute, hour, day, month, weekday } = parseCron(cron);
  const at = only(minute);
  if (only(second) !== 0 || at === null || day !== null || month !== null) return custom;
  if (hour === null) return weekday === null ? { kind: 'hourly', minute: at } : custom;
  const clock = only(hour);
  if (clock === null) return custom;
  const time = `${two(clock)}:${two(at)}`;
  if (weekday === null) return { kind: 'daily', time };
  const which = only(weekday);
  return which === null ? custom : { kind: 'weekly', weekday: which, time };
}

/** A plan in words. */
export function planText(cron: string | null): string {
  const plan = planOf(cron);
  switch (plan.kind) {
    case 'none':
      return '手动同步';
    case 'hourly':
      return `每小时第 ${plan.minute} 分`;
    case 'daily':
      return `每天 ${plan.time}`;
    case 'weekly':
      return `每${WEEKDAYS[plan.weekday - 1] ?? ''} ${plan.time}`;
    case 'custom':
      return plan.text;
  }
}
