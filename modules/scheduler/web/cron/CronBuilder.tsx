import { Input, InputNumber, Segmented, Select } from 'antd';
import { useState } from 'react';
import type { FieldProps } from '#kit/web/form/types.ts';
import { cronProblem } from '#kit/contract/cron.ts';
import { cronOfPlan, planOf, type Plan, type PlanKind } from '#kit/core/cron/plan.ts';
import { CronPreview } from './CronPreview.tsx';
import { FieldChoices } from './FieldChoices.tsx';

const KINDS: readonly { value: PlanKind; label: string }[] = [
  { value: 'every', label: '每隔' },
  { value: 'daily', label: '每天' },
  { value: 'weekly', label: '每周' },
  { value: 'monthly', label: '每月' },
  { value: 'custom', label: '自定义' },
];
const UNITS = [
  { value: 'second', label: '秒', most: 59 },
  { value: 'minute', label: '分钟', most: 59 },
  { value: 'hour', label: '小时', most: 23 },
] as const;
// people begin the week on Monday, Quartz on Sunday
const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((label, index) => ({ value: ((index + 1) % 7) + 1, label }));
const DAYS = [
  ...Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: `${index + 1} 日` })),
  { value: 'last', label: '最后一天' },
  { value: 'lastWorkday', label: '最后一个工作日' },
];
const START: Readonly<Record<Exclude<PlanKind, 'custom'>, Plan>> = {
  every: { kind: 'every', unit: 'minute', by: 10 },
  daily: { kind: 'daily', time: '02:00:00' },
  weekly: { kind: 'weekly', weekdays: [2], time: '02:00:00' },
  monthly: { kind: 'monthly', days: [1], time: '02:00:00' },
};

interface CronBuilderProps extends FieldProps {
  timeZone: string;
}

/** Chooses when a job runs, in words; shows the expression, what it means and the next ten runs. */
export function CronBuilder({ id, value, onChange, disabled, timeZone }: CronBuilderProps) {
  const text = typeof value === 'string' ? value : '';
  const plan = planOf(text);
  // 自定义 stays open although the text would fit one of the other tabs
  const [isCustom, setCustom] = useState(false);
  const kind = isCustom ? 'custom' : plan.kind;
  const set = (next: Plan) => onChange?.(cronOfPlan(next));
  const choose = (next: PlanKind) => {
    setCustom(next === 'custom');
    if (next === 'custom' || next === plan.kind) return;
    // the time of day goes along
    const time = 'time' in plan ? { time: plan.time } : {};
    set({ ...START[next], ...('time' in START[next] ? time : {}) } as Plan);
  };
  return (
    <div className="cron-builder" id={id}>
      <Segmented<PlanKind> aria-label="周期" value={kind} options={[...KINDS]} disabled={disabled} onChange={choose} />
      <div className="cron-body">
        {kind === 'custom' ? (
          <>
            <Input
              className="mono"
              value={text}
              disabled={disabled}
              maxLength={120}
              aria-label="cron 表达式"
              placeholder="秒 分 时 日 月 星期，例如 0 30 2 * * ?"
              onChange={(event) => onChange?.(event.target.value)}
            />
            <FieldChoices text={text} disabled={disabled} onChange={(next) => onChange?.(next)} />
          </>
        ) : (
          <PlanFields plan={plan} disabled={disabled} onChange={set} />
        )}
      </div>
      <CronPreview text={text} timeZone={timeZone} problem={cronProblem(text)} />
    </div>
  );
}

interface PlanFieldsProps {
  plan: Plan;
  disabled?: boolean | undefined;
  onChange: (plan: Plan) => void;
}

function PlanFields({ plan, disabled, onChange }: PlanFieldsProps) {
  if (plan.kind === 'every')
    return (
      <div className="cron-line">
        每隔
        <InputNumber
          aria-label="间隔"
          min={1}
          max={UNITS.find((unit) => unit.value === plan.unit)?.most ?? 59}
          precision={0}
          value={plan.by}
          disabled={disabled}
          onChange={(by) => onChange({ ...plan, by: by ?? 1 })}
        />
        <Select
          aria-label="单位"
          value={plan.unit}
          disabled={disabled}
          options={UNITS.map(({ value, label }) => ({ value, label }))}
          onChange={(unit: 'second' | 'minute' | 'hour') =>
            onChange({ ...plan, unit, by: Math.min(plan.by, UNITS.find((one) => one.value === unit)?.most ?? 59) })
          }
        />
        执行一次
      </div>
    );
  if (plan.kind === 'custom') return null;
  return (
    <div className="cron-line">
      {plan.kind === 'weekly' && (
        <Select
          mode="multiple"
          className="cron-many"
          aria-label="星期"
          value={[...plan.weekdays]}
          options={WEEKDAYS}
          disabled={disabled}
          placeholder="选择星期"
          onChange={(weekdays: number[]) => onChange({ ...plan, weekdays: weekdays.length > 0 ? weekdays : plan.weekdays })}
        />
      )}
      {plan.kind === 'monthly' && <MonthDays plan={plan} disabled={disabled} onChange={onChange} />}
      {plan.kind === 'daily' && '每天'}
      <Clock time={plan.time} disabled={disabled} onChange={(time) => onChange({ ...plan, time })} />
      执行
    </div>
  );
}

function MonthDays({ plan, disabled, onChange }: PlanFieldsProps & { plan: Extract<Plan, { kind: 'monthly' }> }) {
  const value = typeof plan.days === 'string' ? [plan.days] : plan.days.map(String);
  const handle = (next: string[]) => {
    const newest = next.at(-1);
    // the last day of the month excludes other days
    if (newest === 'last' || newest === 'lastWorkday') return onChange({ ...plan, days: newest });
    const days = next.map(Number).filter((day) => !Number.isNaN(day));
    if (days.length > 0) onChange({ ...plan, days });
  };
  return (
    <>
      每月
      <Select
        mode="multiple"
        className="cron-many"
        aria-label="日期"
        value={value}
        options={DAYS}
        disabled={disabled}
        maxTagCount={6}
        placeholder="选择日期"
        onChange={handle}
      />
    </>
  );
}

interface ClockProps {
  /** HH:mm:ss */
  time: string;
  disabled?: boolean | undefined;
  onChange: (time: string) => void;
}

/** Hour, minute and second. */
function Clock({ time, disabled, onChange }: ClockProps) {
  const parts = time.split(':').map(Number);
  const set = (index: number, value: number | null) =>
    onChange(parts.map((part, at) => String(at === index ? (value ?? 0) : part).padStart(2, '0')).join(':'));
  return (
    <span className="cron-clock">
      {(['时', '分', '秒'] as const).map((label, index) => (
        <span key={label}>
          <InputNumber
            aria-label={label}
            min={0}
            max={index === 0 ? 23 : 59}
            precision={0}
            value={parts[index] ?? 0}
            disabled={disabled}
            onChange={(value) => set(index, value)}
          />
          {label}
        </span>
      ))}
    </span>
  );
}
