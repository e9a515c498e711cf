import { Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { useCall } from '#kit/web/use-call.ts';
import { catalogue } from '../api.ts';
import type { TargetDraft } from './target-draft.ts';

export type Put = (part: Partial<TargetDraft>) => void;

interface FieldProps {
  label: string;
  note?: string;
  isRequired?: boolean;
  children: (id: string) => ReactNode;
}
export function Field({ label, note, isRequired, children }: FieldProps) {
  const id = useId();
  return (
    <div className="md-prop">
      <label htmlFor={id}>
        {label}
        {isRequired && <span className="form-mark">*</span>} {note && <span className="muted">{note}</span>}
      </label>
      {children(id)}
    </div>
  );
}

interface ColumnProps {
  id?: string;
  label?: string;
  tableId: string | undefined;
  value: string | undefined;
  onChange: (name: string | undefined) => void;
}
/** A column of the target table, by its name. */
export function ColumnSelect({ id, label, tableId, value, onChange }: ColumnProps) {
  const { data = [], isFetching } = useCall(
    catalogue.column.list,
    { query: { tableId: tableId ?? '' } },
    { enabled: Boolean(tableId), staleTime: 60_000 },
  );
  return (
    <Select
      id={id}
      aria-label={label}
      allowClear
      disabled={!tableId}
      loading={isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={tableId ? '选择字段' : '请先选择数据表'}
      value={value || undefined}
      options={data.map(({ columnName, columnComment }) => ({
        value: columnName,
        label: columnComment ? `${columnName}（${columnComment}）` : columnName,
      }))}
      onChange={(next?: string) => onChange(next)}
    />
  );
}
