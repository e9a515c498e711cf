import { Checkbox, Input, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { nameOf, type DraftColumn } from './draft.ts';
import type { Labels } from './grid-cells.ts';

type Flag = 'isInsert' | 'isEdit' | 'isDetail' | 'isList' | 'isQuery' | 'isRequired' | 'isUnique';
const FLAGS: readonly (readonly [Flag, string])[] = [
  ['isRequired', '必填'],
  ['isUnique', '不可重复'],
  ['isInsert', '新增时填写'],
  ['isEdit', '可修改'],
  ['isList', '列表显示'],
  ['isDetail', '详情显示'],
  ['isQuery', '查询条件'],
];
interface Props {
  column: DraftColumn;
  labels: Labels;
  isReadonly: boolean;
  onChange: (label: string, part: Partial<DraftColumn>, gesture?: string) => void;
}
/** 属性: all of one column, those too that the grid has no room for. */
export function ColumnPanel({ column, labels, isReadonly, onChange }: Props) {
  return (
    <Panel title="属性" note={nameOf(column)} padded className="md-props">
      <Labelled text="默认值">
        {(id) => (
          <Input
            id={id}
            disabled={isReadonly}
            maxLength={255}
            placeholder="新增时填入"
            value={column.defaultValue ?? ''}
            onChange={(event) => onChange('修改默认值', { defaultValue: event.target.value || null }, `default ${column.key}`)}
          />
        )}
      </Labelled>
      <Labelled text="查询方式">
        {(id) => (
          <Select
            id={id}
            disabled={isReadonly || column.isQuery !== '1'}
            value={column.queryType}
            options={[...(labels['data_query_type'] ?? [])] as { value: DraftColumn['queryType']; label: string }[]}
            onChange={(queryType) => onChange('修改查询方式', { queryType })}
          />
        )}
      </Labelled>
      <div className="md-flags">
        {FLAGS.map(([field, label]) => (
          <Checkbox
            key={field}
            disabled={isReadonly}
            checked={column[field] === '1'}
            onChange={(event) => onChange(`修改${label}`, { [field]: event.target.checked ? '1' : '0' })}
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </Panel>
  );
}
function Labelled({ text, children }: { text: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="md-prop">
      <label htmlFor={id}>{text}</label>
      {children(id)}
    </div>
  );
}
