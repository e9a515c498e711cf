import { Select } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import type { Draft, KnownColumn } from './draft.ts';

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
  placeholder?: string;
  onChange: (table: PickedTable) => void;
}
export function TablePick({ id, sourceId, value, isWrong, placeholder = '请选择数据表', onChange }: TablePickProps) {
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
      placeholder={sourceId === '' ? '先选择数据源' : placeholder}
    />
  );
}

interface SetPickProps extends PickProps {
  onChange: (id: string) => void;
}
export function SetPick({ id, value, isWrong, onChange }: SetPickProps) {
  const { data, isPending } = useCall(api.dataSet.list, { query: {} }, { staleTime: FRESH });
  // files and the platform's own tables have no source that the gate stands before
  const options = data?.filter(({ setKind }) => setKind !== 'file' && setKind !== 'platform');
  return (
    <Select
      id={id}
      showSearch={search}
      status={isWrong ? 'error' : undefined}
      loading={isPending}
      options={options?.map((one) => ({ value: one.id, label: one.sourceName ? `${one.setName} · ${one.sourceName}` : one.setName }))}
      value={value}
      onChange={onChange}
      placeholder="请选择数据集"
    />
  );
}

type SetField = CallReply<typeof api.dataSet.fields>['fields'][number];
const FIELD_TYPES: Record<SetField['type'], string> = {
  string: 'text',
  number: 'numeric',
  date: 'date',
  datetime: 'timestamp',
  bool: 'boolean',
};
/** Fields of a data set as the columns of an API. */
export const setColumns = (fields: readonly SetField[]): KnownColumn[] =>
  fields.map(({ id, name, type }) => ({ columnName: id, columnComment: name, dataType: FIELD_TYPES[type] }));

type Config = Draft['executeConfig'];
/** Columns of everything that an API reads, by the names that it has for them, and how sensitive they are; null where that is not known. */
export function useOriginColumns({ configType, tableId, joins, dataSetId }: Config) {
  const isTable = configType === '1';
  const first = useTableColumns(isTable ? (tableId ?? null) : null);
  const second = useTableColumns(isTable ? (joins[0]?.tableId ?? null) : null);
  const third = useTableColumns(isTable ? (joins[1]?.tableId ?? null) : null);
  const fields = useCall(
    api.dataSet.fields,
    { params: { id: dataSetId ?? '' } },
    { enabled: configType === '3' && Boolean(dataSetId), staleTime: FRESH },
  );
  const parts = [{ part: first, prefix: '' }, ...joins.map(({ alias }, i) => ({ part: i === 0 ? second : third, prefix: `${alias}.` }))];
  const calls = configType === '3' ? [fields] : parts.map(({ part }) => part.columns);
  const failed = calls.find(({ isError }) => isError);
  const retry = () => void Promise.all(calls.map((call) => call.refetch()));
  if (configType === '3') return { columns: fields.data && setColumns(fields.data.fields), levels: null, failed, retry };
  const named = parts.map(({ part, prefix }) =>
    part.columns.data?.map((column) => ({ ...column, columnName: `${prefix}${column.columnName}` })),
  );
  const isKnown = parts.every(({ part }) => part.known !== null);
  const levels = parts.flatMap(({ part, prefix }) =>
    [...(part.known ?? [])].map(([name, { level }]) => [`${prefix}${name}`, level] as const),
  );
  return {
    columns: named.every((list) => list !== undefined) ? named.flat() : undefined,
    levels: isKnown ? new Map(levels) : null,
    failed,
    retry,
  };
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
