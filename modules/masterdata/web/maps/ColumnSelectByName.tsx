import { Select } from 'antd';
import { useCall } from '#kit/web/use-call.ts';
import { catalogue } from '../api.ts';

interface ColumnProps {
  id?: string;
  tableId: string | undefined;
  value: string | undefined;
  onChange: (name: string | null) => void;
  label?: string;
}
/** A column of the source, by its name: mappings outlive a new harvest. */
export function ColumnSelectByName({ id, tableId, value, onChange, label }: ColumnProps) {
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
      value={value}
      options={data.map(({ columnName, columnComment }) => ({
        value: columnName,
        label: columnComment ? `${columnName}（${columnComment}）` : columnName,
      }))}
      onChange={(next?: string) => onChange(next ?? null)}
    />
  );
}
