import { Select } from 'antd';
import type { FieldProps } from '#kit/web/form/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api, catalogue } from '../api.ts';

interface Choice {
  value: string;
  label: string;
}
function Choose({
  id,
  value,
  onChange,
  disabled,
  options,
  loading,
  placeholder,
}: FieldProps & { options: Choice[]; loading: boolean; placeholder: string }) {
  return (
    <Select<string>
      id={id}
      disabled={disabled}
      loading={loading}
      placeholder={placeholder}
      showSearch={{ optionFilterProp: 'label' }}
      value={(value as string | undefined) || undefined}
      onChange={(next) => onChange?.(next)}
      options={options}
    />
  );
}
const withWords = (name: string, words: string | null): string => (words ? `${name}（${words}）` : name);

/** 数据源 */
export function SourceSelect(props: FieldProps) {
  const { data, isFetching } = useCall(catalogue.source.list);
  return (
    <Choose
      {...props}
      loading={isFetching}
      placeholder="选择数据源"
      options={(data ?? []).map((row) => ({ value: row.id, label: row.sourceName }))}
    />
  );
}

/** 数据表 of a source */
export function TableSelect({ sourceId, ...props }: FieldProps & { sourceId: string | undefined }) {
  const { data, isFetching } = useCall(catalogue.table.list, { query: { sourceId: sourceId ?? '' } }, { enabled: Boolean(sourceId) });
  return (
    <Choose
      {...props}
      disabled={props.disabled || !sourceId}
      loading={isFetching}
      placeholder={sourceId ? '选择数据表' : '请先选择数据源'}
      options={(data ?? []).map((row) => ({ value: row.id, label: withWords(`${row.schemaName}.${row.tableName}`, row.tableComment) }))}
    />
  );
}

/** 字段 of a table */
export function ColumnSelect({ tableId, ...props }: FieldProps & { tableId: string | undefined }) {
  const { data, isFetching } = useCall(catalogue.column.list, { query: { tableId: tableId ?? '' } }, { enabled: Boolean(tableId) });
  return (
    <Choose
      {...props}
      disabled={props.disabled || !tableId}
      loading={isFetching}
      placeholder={tableId ? '选择字段' : '请先选择数据表'}
      options={(data ?? []).map((row) => ({ value: row.id, label: withWords(row.columnName, row.columnComment) }))}
    />
  );
}

/** Enabled code sets. */
export const loadTypes = async () =>
  (await api.standardType.list())
    .filter((type) => type.status === '1')
    .map((type) => ({ value: type.id, label: `${type.gbTypeCode} ${type.gbTypeName}` }));
