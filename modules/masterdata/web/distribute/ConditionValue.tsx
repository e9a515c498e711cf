import { Input, Select } from 'antd';
import type { FormParam } from '../../contract/model.ts';
import type { TargetCondition } from '../../contract/target.ts';
import { ReferenceName } from '../data/ReferenceName.tsx';
import { ReferenceSelect } from '../data/ReferenceSelect.tsx';
import { codesOf, valueText } from '../data/values.ts';
import { CONDITIONS, needsValue } from './words.ts';

type Column = FormParam['columnList'][number];
/** Comparisons with one whole value. */
const isWhole = (kind: TargetCondition['kind']): boolean => kind === 'eq' || kind === 'ne';

interface Props {
  /** null when the model has lost it */
  column: Column | null;
  condition: TargetCondition;
  label: string;
  onChange: (value: string) => void;
}

/** The value of a condition: codes and records are chosen by their names, everything else is typed. */
export function ConditionValue({ column, condition, label, onChange }: Props) {
  const { kind, value } = condition;
  if (!needsValue(kind)) return <Input aria-label={label} disabled value="" />;
  const choices = column?.dictList?.map((one) => ({ value: one.value, label: one.label }));
  if (choices && isWhole(kind))
    return (
      <Select<string>
        aria-label={label}
        showSearch={{ optionFilterProp: 'label' }}
        value={value || undefined}
        options={choices}
        onChange={onChange}
      />
    );
  if (choices && kind === 'in')
    return (
      <Select<string[]>
        aria-label={label}
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        value={codesOf(value)}
        options={choices}
        onChange={(codes) => onChange(codes.join(','))}
      />
    );
  if (column?.refModelId && isWhole(kind))
    return <ReferenceSelect label={label} modelId={column.refModelId} value={value} onChange={(id) => onChange(id ?? '')} />;
  return (
    <Input
      aria-label={label}
      maxLength={1000}
      placeholder={kind === 'in' ? '用逗号分隔' : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** 客户等级 等于 甲级 */
export function ConditionText({ column, condition, name }: { column: Column | null; condition: TargetCondition; name: string }) {
  const { kind, value } = condition;
  return (
    <>
      {name} {CONDITIONS[kind]} {needsValue(kind) && <ValueText {...{ column, kind, value }} />}
    </>
  );
}

function ValueText({ column, kind, value }: { column: Column | null; kind: TargetCondition['kind']; value: string }) {
  if (column?.refModelId && isWhole(kind)) return <ReferenceName modelId={column.refModelId} id={value} />;
  const isCode = isWhole(kind) || kind === 'in';
  return <>{(column && isCode && valueText(column, value)) || value}</>;
}
