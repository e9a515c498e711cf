import { InputNumber, Select, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { describeCron } from '#kit/core/cron/describe.ts';
import type { FieldProps } from '#kit/web/form/types.ts';
import { readPlan, textOfPlan, type Plan } from './plan.ts';

const KINDS = [
  { value: 'once', label: '单次填报' },
  { value: 'day', label: '每天一轮' },
  { value: 'week', label: '每周一轮' },
  { value: 'month', label: '每月一轮' },
];
const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'].map((label, at) => ({ value: at + 1, label }));

/** When the rounds of a task begin: once, or each day, week or month at a time. An expression of another kind is kept and named. */
export function PlanInput({ id, value, onChange, disabled }: FieldProps) {
  const text = (value as string | null | undefined) ?? null;
  const plan = readPlan(text);
  const put = (next: Plan) => onChange?.(textOfPlan(next));
  if (!plan)
    return (
      <Select<string>
        id={id}
        disabled={disabled}
        value="own"
        options={[{ value: 'own', label: describeCron(text ?? '') }, ...KINDS]}
        onChange={(kind) => kind !== 'own' && put({ kind: kind as Plan['kind'], day: 1, time: '09:00' })}
      />
    );
  return (
    <span className="plan-input">
      <Select id={id} disabled={disabled} value={plan.kind} options={KINDS} onChange={(kind) => put({ ...plan, kind, day: 1 })} />
      {plan.kind === 'week' && (
        <Select aria-label="星期" disabled={disabled} value={plan.day} options={WEEKDAYS} onChange={(day) => put({ ...plan, day })} />
      )}
      {plan.kind === 'month' && (
        <InputNumber
          aria-label="每月几日"
          disabled={disabled}
          min={1}
          max={28}
          precision={0}
          suffix="日"
          value={plan.day}
          onChange={(day) => put({ ...plan, day: day ?? 1 })}
        />
      )}
      {plan.kind !== 'once' && (
        <TimePicker
          aria-label="开始时刻"
          disabled={disabled}
          format="HH:mm"
          allowClear={false}
          needConfirm={false}
          value={dayjs(`2026-01-01T${plan.time}`)}
          onChange={(time: Dayjs | null) => time && put({ ...plan, time: time.format('HH:mm') })}
        />
      )}
    </span>
  );
}
