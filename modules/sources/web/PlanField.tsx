import { Input, InputNumber, Select, Space, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { FieldProps } from '#kit/web/form/types.ts';
import { cronOf, planOf, WEEKDAYS, type Plan } from './plan.ts';

const KINDS: readonly { value: Plan['kind']; label: string }[] = [
  { value: 'none', label: '手动同步' },
  { value: 'hourly', label: '每小时' },
  { value: 'daily', label: '每天' },
  { value: 'weekly', label: '每周' },
  { value: 'custom', label: '自定义' },
];
const TIME = '02:30';

/** 同步计划: everyday plans by words, others as a six-field expression. */
export function PlanField({ id, value, onChange, disabled }: FieldProps) {
  const [isCustom, setCustom] = useState(false);
  const found = planOf(value as string | null | undefined);
  const plan: Plan = isCustom && found.kind !== 'custom' ? { kind: 'custom', text: (value as string | null) ?? '' } : found;
  const set = (next: Plan) => onChange?.(cronOf(next));
  const choose = (kind: Plan['kind']) => {
    setCustom(kind === 'custom');
    const time = 'time' in plan ? plan.time : TIME;
    if (kind === 'none') set({ kind });
    else if (kind === 'hourly') set({ kind, minute: 0 });
    else if (kind === 'daily') set({ kind, time });
    else if (kind === 'weekly') set({ kind, weekday: 2, time });
    else if (plan.kind === 'none') set({ kind: 'custom', text: '0 30 2 * * ?' });
  };
  return (
    <Space.Compact block>
      <Select<Plan['kind']> id={id} className="plan-kind" value={plan.kind} options={[...KINDS]} onChange={choose} disabled={disabled} />
      {plan.kind === 'hourly' && (
        <InputNumber
          min={0}
          max={59}
          prefix="第"
          suffix="分"
          aria-label="分钟"
          value={plan.minute}
          disabled={disabled}
          onChange={(minute) => set({ kind: 'hourly', minute: minute ?? 0 })}
        />
      )}
      {plan.kind === 'weekly' && (
        <Select
          aria-label="星期"
          value={plan.weekday}
          disabled={disabled}
          options={WEEKDAYS.map((label, i) => ({ value: i + 1, label }))}
          onChange={(weekday) => set({ ...plan, weekday })}
        />
      )}
      {(plan.kind === 'daily' || plan.kind === 'weekly') && (
        <TimePicker
          aria-label="时间"
          format="HH:mm"
          allowClear={false}
          needConfirm={false}
          disabled={disabled}
          value={dayjs(`2000-01-01T${plan.time}`)}
          onChange={(time) => time && set({ ...plan, time: time.format('HH:mm') })}
        />
      )}
      {plan.kind === 'custom' && (
        <Input
          className="mono"
          aria-label="cron 表达式"
          placeholder="秒 分 时 日 月 星期"
          maxLength={120}
          disabled={disabled}
          value={plan.text}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Space.Compact>
  );
}
