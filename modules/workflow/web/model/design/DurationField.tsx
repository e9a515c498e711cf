import { InputNumber, Select, Space } from 'antd';
import { amountOf, durationOf, UNITS, type Amount } from './duration.ts';

interface DurationFieldProps {
  id: string;
  /** ISO 8601 */
  value: string;
  units: readonly Amount['unit'][];
  onChange: (duration: string) => void;
}

/** A length of time: a number and its unit. */
export function DurationField({ id, value, units, onChange }: DurationFieldProps) {
  const amount = amountOf(value) ?? { count: 1, unit: 'D' };
  return (
    <Space.Compact block>
      <InputNumber
        id={id}
        min={1}
        max={9999}
        precision={0}
        className="tree-grow"
        value={amount.count}
        onChange={(count) => onChange(durationOf({ ...amount, count: count ?? 1 }))}
      />
      <Select
        aria-label="时间单位"
        className="tree-unit"
        value={amount.unit}
        options={UNITS.filter((unit) => units.includes(unit.value)).map(({ value: unit, label }) => ({ value: unit, label }))}
        onChange={(unit) => onChange(durationOf({ ...amount, unit }))}
      />
    </Space.Compact>
  );
}
