import { Select } from 'antd';
import { useState } from 'react';
import type { FieldProps } from '#kit/web/form/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const search = { optionFilterProp: 'label' } as const;
const named = (name: string, comment: string | null) => (comment ? `${name}（${comment}）` : name);

/** A column of the catalogue: source, then table, then column. */
export function ColumnPicker({ id, value, onChange, disabled }: FieldProps) {
  const [sourceId, setSource] = useState<string>();
  const [tableId, setTable] = useState<string>();
  const sources = useCall(api.source.list, {});
  const tables = useCall(api.table.list, { query: { sourceId: sourceId ?? '' } }, { enabled: sourceId !== undefined });
  const columns = useCall(api.column.list, { query: { tableId: tableId ?? '' } }, { enabled: tableId !== undefined });
  const clear = () => onChange?.(undefined);
  return (
    <div className="column-picker">
      <Select<string>
        aria-label="数据源"
        placeholder="数据源"
        disabled={disabled}
        loading={sources.isFetching}
        showSearch={search}
        value={sourceId}
        options={(sources.data ?? []).map((one) => ({ value: one.id, label: one.sourceName }))}
        onChange={(next: string) => {
          setSource(next);
          setTable(undefined);
          clear();
        }}
      />
      <Select<string>
        aria-label="数据表"
        placeholder="数据表"
        disabled={disabled || sourceId === undefined}
        loading={tables.isFetching}
        showSearch={search}
        value={tableId}
        options={(tables.data ?? []).map((one) => ({
          value: one.id,
          label: named(`${one.schemaName}.${one.tableName}`, one.tableComment),
        }))}
        onChange={(next: string) => {
          setTable(next);
          clear();
        }}
      />
      <Select<string>
        id={id}
        placeholder="字段"
        disabled={disabled || tableId === undefined}
        loading={columns.isFetching}
        showSearch={search}
        value={value as string | undefined}
        options={(columns.data ?? []).map((one) => ({ value: one.id, label: named(one.columnName, one.columnComment) }))}
        onChange={(next: string) => onChange?.(next)}
      />
    </div>
  );
}
