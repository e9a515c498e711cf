import { Select } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const FRESH = 60_000;
const search = {
  filterOption: (input: string, option?: { label?: unknown }) =>
    String(option?.label ?? '')
      .toLowerCase()
      .includes(input.toLowerCase()),
};
interface PickProps {
  id: string;
  value: string | null;
  isWrong: boolean;
}

export function SourcePick({ id, value, isWrong, onChange }: PickProps & { onChange: (id: string) => void }) {
  const { data, isPending } = useCall(api.source.list, {}, { staleTime: FRESH });
  return (
    <Select
      id={id}
      showSearch={search}
      status={isWrong ? 'error' : undefined}
      loading={isPending}
      options={data?.map((one) => ({ value: one.id, label: one.sourceName }))}
      value={value}
      onChange={onChange}
      placeholder="请选择数据源"
    />
  );
}

export interface PickedTable {
  id: string;
  tableName: string;
}
interface TablePickProps extends PickProps {
  sourceId: string;
  onChange: (table: PickedTable) => void;
}
export function TablePick({ id, sourceId, value, isWrong, onChange }: TablePickProps) {
  const { data, isFetching } = useCall(api.table.list, { query: { sourceId } }, { enabled: sourceId !== '', staleTime: FRESH });
  const options = data?.map((one) => ({
    value: one.id,
    label: `${one.tableComment ? `${one.tableComment} ` : ''}${one.schemaName ? `${one.schemaName}.` : ''}${one.tableName}`,
  }));
  return (
    <Select
      id={id}
      showSearch={search}
      status={isWrong ? 'error' : undefined}
      loading={isFetching}
      disabled={sourceId === ''}
      options={options}
      value={value}
      onChange={(chosen: string) => {
        const table = data?.find((one) => one.id === chosen);
        if (table) onChange(table);
      }}
      placeholder={sourceId === '' ? '先选择数据源' : '请选择数据表'}
    />
  );
}

/** Columns of a table, and what the catalogue knows of how sensitive they are; null where this account may not see that. */
export function useTableColumns(tableId: string | null) {
  const mayDetail = useCan()(api.table.get);
  const params = { id: tableId ?? '' };
  const columns = useCall(api.column.list, { query: { tableId: tableId ?? '' } }, { enabled: tableId !== null, staleTime: FRESH });
  const detail = useCall(api.table.get, { params }, { enabled: tableId !== null && mayDetail, staleTime: FRESH });
  const known = new Map(detail.data?.columns.map((one) => [one.columnName, one]));
  return { columns, known: mayDetail ? known : null };
}
