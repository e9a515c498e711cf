import { DatePicker, Input, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { Field } from '#modules/datasets/contract/field.ts';
import type { Condition, RelativeDate, Scalar } from '#modules/datasets/contract/query.ts';
import { operatorsFor, OPERATORS, SPANS, UNITS } from './labels.ts';

interface Props {
  condition: Condition;
  field: Field | undefined;
  /** choices of the field that contain a text */
  choices: ((search: string) => Promise<readonly { value: Scalar; label: string }[]>) | undefined;
  onChange: (condition: Condition) => void;
}
const DAY = 'YYYY-MM-DD';
const asNumber = (value: Scalar | undefined): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value);

/** Chosen values of a field, searched on the server. */
function ValuesInput({
  value,
  choices,
  onChange,
}: {
  value: readonly Scalar[];
  choices: Props['choices'];
  onChange: (values: Scalar[]) => void;
}) {
  const [options, setOptions] = useState<readonly { value: string; label: string }[]>([]);
  const [isLoading, setLoading] = useState(false);
  const load = (search: string) => {
    if (!choices) return;
    setLoading(true);
    choices(search)
      .then((list) => setOptions(list.filter((one) => one.value !== null).map((one) => ({ value: String(one.value), label: one.label }))))
      .catch(() => setOptions([]))
      .finally(() => setLoading(false));
  };
  return (
    <Select
      mode="tags"
      size="small"
      maxTagCount="responsive"
      aria-label="取值"
      placeholder="选择或输入取值"
      value={value.map(String)}
      loading={isLoading}
      options={[...options]}
      showSearch={{ filterOption: !choices, onSearch: load }}
      onOpenChange={(isOpen) => isOpen && load('')}
      onChange={(list: string[]) => onChange(list.slice(0, 1000))}
    />
  );
}

function OneValue({ field, value, onChange }: { field: Field | undefined; value: Scalar | undefined; onChange: (value: Scalar) => void }) {
  if (field?.type === 'number')
    return (
      <InputNumber size="small" aria-label="取值" style={{ width: '100%' }} value={asNumber(value)} onChange={(next) => onChange(next)} />
    );
  if (field?.type === 'date' || field?.type === 'datetime')
    return (
      <DatePicker
        size="small"
        aria-label="取值"
        style={{ width: '100%' }}
        value={value ? dayjs(String(value)) : null}
        onChange={(day) => onChange(day ? day.format(DAY) : null)}
      />
    );
  if (field?.type === 'bool')
    return (
      <Select
        size="small"
        aria-label="取值"
        value={value === undefined ? undefined : String(value)}
        options={[
          { value: 'true', label: '是' },
          { value: 'false', label: '否' },
        ]}
        onChange={(next) => onChange(next === 'true')}
      />
    );
  return (
    <Input
      size="small"
      aria-label="取值"
      maxLength={4000}
      value={value === null || value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const optionsOf = <T extends string>(words: Readonly<Record<T, string>>, keys: readonly T[] = Object.keys(words) as T[]) =>
  keys.map((key) => ({ value: key, label: words[key] }));

/** One condition: operator and what it compares with, by the type of the field. */
export function ConditionForm({ condition, field, choices, onChange }: Props) {
  const relative: RelativeDate = condition.relative ?? { span: 'last', unit: 'day', n: 30 };
  const [from, to] = condition.values ?? [];
  const setOp = (op: Condition['op']) =>
    onChange({
      col: condition.col,
      op,
      ...(op === 'relative' && { relative }),
      ...(condition.aggregateType && { aggregateType: condition.aggregateType }),
    });
  return (
    <div className="condition">
      <Select
        size="small"
        aria-label="比较方式"
        style={{ width: 104 }}
        value={condition.op}
        options={optionsOf(OPERATORS, operatorsFor(field?.type ?? 'string'))}
        onChange={setOp}
      />
      <div className="condition-value">
        {(condition.op === 'in' || condition.op === 'nin') && (
          <ValuesInput value={condition.values ?? []} choices={choices} onChange={(values) => onChange({ ...condition, values })} />
        )}
        {condition.op === 'between' && (
          <>
            <OneValue field={field} value={from} onChange={(value) => onChange({ ...condition, values: [value, to ?? null] })} />
            <span>至</span>
            <OneValue field={field} value={to} onChange={(value) => onChange({ ...condition, values: [from ?? null, value] })} />
          </>
        )}
        {condition.op === 'relative' && (
          <>
            <Select
              size="small"
              aria-label="跨度"
              value={relative.span}
              options={optionsOf(SPANS)}
              onChange={(span) => onChange({ ...condition, relative: { ...relative, span } })}
            />
            {relative.span !== 'this' && relative.span !== 'toDate' && (
              <InputNumber
                size="small"
                aria-label="数量"
                min={1}
                max={1000}
                precision={0}
                style={{ width: 64 }}
                value={relative.n}
                onChange={(n) => onChange({ ...condition, relative: { ...relative, n: n ?? 1 } })}
              />
            )}
            <Select
              size="small"
              aria-label="单位"
              value={relative.unit}
              options={optionsOf(UNITS, field?.type === 'date' ? ['day', 'week', 'month', 'quarter', 'year'] : undefined)}
              onChange={(unit) => onChange({ ...condition, relative: { ...relative, unit } })}
            />
          </>
        )}
        {['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'ncontains', 'starts', 'ends'].includes(condition.op) && (
          <OneValue field={field} value={condition.value} onChange={(value) => onChange({ ...condition, value })} />
        )}
      </div>
    </div>
  );
}
