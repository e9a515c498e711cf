import { InputNumber, Input, Select, Switch } from 'antd';
import type { Format } from '#modules/datasets/contract/field.ts';
import { KINDS, SCALES } from './labels.ts';

interface Props {
  value: Format | null | undefined;
  isTime: boolean;
  onChange: (format: Format | null) => void;
}
const EMPTY: Format = { kind: 'auto', scale: 'none', thousands: true };
const PATTERNS = ['YYYY-MM-DD', 'YYYY-MM', 'YYYY', 'YYYY年M月', 'M月D日', 'MM-DD', 'HH:mm', 'YYYY-MM-DD HH:mm'];
const optionsOf = <T extends string>(words: Readonly<Record<T, string>>, keys = Object.keys(words) as T[]) =>
  keys.map((key) => ({ value: key, label: words[key] }));

/** How numbers or times of a field are written. */
export function FormatForm({ value, isTime, onChange }: Props) {
  const format = { ...EMPTY, ...value };
  const set = (change: Partial<Format>) => onChange({ ...format, ...change });
  if (isTime)
    return (
      <div className="slot-grid">
        <label htmlFor="slot-pattern">日期格式</label>
        <Select
          id="slot-pattern"
          size="small"
          allowClear
          placeholder="随粒度"
          value={format.pattern ?? undefined}
          options={PATTERNS.map((pattern) => ({ value: pattern, label: pattern }))}
          onChange={(pattern?: string) => onChange(pattern ? { ...EMPTY, kind: 'date', pattern } : null)}
        />
      </div>
    );
  return (
    <div className="slot-grid">
      <label htmlFor="slot-kind">数值格式</label>
      <Select
        id="slot-kind"
        size="small"
        value={format.kind}
        options={optionsOf(KINDS, ['auto', 'number', 'percent', 'currency', 'duration'])}
        onChange={(kind) => set({ kind })}
      />
      <label htmlFor="slot-scale">量级</label>
      <Select id="slot-scale" size="small" value={format.scale} options={optionsOf(SCALES)} onChange={(scale) => set({ scale })} />
      <label htmlFor="slot-digits">小数位</label>
      <InputNumber
        id="slot-digits"
        size="small"
        min={0}
        max={8}
        precision={0}
        placeholder="自动"
        value={format.digits ?? null}
        onChange={(digits) => set({ digits })}
      />
      <label htmlFor="slot-unit">单位</label>
      <Input
        id="slot-unit"
        size="small"
        maxLength={16}
        placeholder="元、个、人"
        value={format.unit ?? ''}
        onChange={(event) => set({ unit: event.target.value || null })}
      />
      <label htmlFor="slot-thousands">千分位</label>
      <Switch id="slot-thousands" size="small" checked={format.thousands} onChange={(thousands) => set({ thousands })} />
    </div>
  );
}
