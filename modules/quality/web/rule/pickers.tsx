import { Select } from 'antd';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const FRESH = 60_000;
interface Pick<V> {
  id?: string;
  value: V;
  onChange: (value: V) => void;
}
const found = (input: string, option?: { label?: unknown }) =>
  String(option?.label ?? '')
    .toLowerCase()
    .includes(input.toLowerCase());
const search = { filterOption: found };

export function SourcePick({ id, value, onChange }: Pick<string | null>) {
  const { data, isPending } = useCall(api.source.list, {}, { staleTime: FRESH });
  const options = data?.map((one) => ({ value: one.id, label: one.sourceName }));
  return (
    <Select
      id={id}
      showSearch={search}
      loading={isPending}
      options={options}
      value={value}
      onChange={onChange}
      placeholder="请选择数据源"
    />
  );
}

const useTables = (sourceId: string | null) => {
  const { data, isFetching } = useCall(
    api.table.list,
    { query: { sourceId: sourceId ?? '' } },
    { enabled: sourceId !== null, staleTime: FRESH },
  );
  const options = data?.map((one) => ({
    value: one.id,
    label: `${one.tableComment ? `${one.tableComment} ` : ''}${one.schemaName ? `${one.schemaName}.` : ''}${one.tableName}`,
  }));
  return { options, isFetching };
};

export function TablePick({ id, sourceId, value, onChange }: Pick<string | null> & { sourceId: string | null }) {
  const { options, isFetching } = useTables(sourceId);
  return (
    <Select
      id={id}
      showSearch={search}
      loading={isFetching}
      disabled={sourceId === null}
      options={options}
      value={value}
      onChange={onChange}
      placeholder="请选择数据表"
    />
  );
}
export function TablesPick({ id, sourceId, value, onChange }: Pick<readonly string[]> & { sourceId: string | null }) {
  const { options, isFetching } = useTables(sourceId);
  return (
    <Select
      id={id}
      mode="multiple"
      showSearch={search}
      loading={isFetching}
      disabled={sourceId === null}
      options={options}
      value={[...value]}
      onChange={onChange}
      placeholder="请选择数据表"
    />
  );
}

interface ColumnPickProps {
  id?: string;
  tableId: string | null;
}
const useColumns = (tableId: string | null) => {
  const { data, isFetching } = useCall(
    api.column.list,
    { query: { tableId: tableId ?? '' } },
    { enabled: tableId !== null, staleTime: FRESH },
  );
  const options = data?.map((one) => ({
    value: one.id,
    label: one.columnComment ? `${one.columnComment} ${one.columnName}` : one.columnName,
  }));
  return { options, isFetching };
};

export function ColumnPick({ id, tableId, value, onChange }: ColumnPickProps & Pick<string | null>) {
  const { options, isFetching } = useColumns(tableId);
  return (
    <Select
      id={id}
      showSearch={search}
      allowClear
      loading={isFetching}
      disabled={tableId === null}
      options={options}
      value={value}
      onChange={(chosen) => onChange(chosen ?? null)}
      placeholder="请选择字段"
    />
  );
}
export function ColumnsPick({ id, tableId, value, onChange }: ColumnPickProps & Pick<readonly string[]>) {
  const { options, isFetching } = useColumns(tableId);
  return (
    <Select
      id={id}
      mode="multiple"
      showSearch={search}
      loading={isFetching}
      disabled={tableId === null}
      options={options}
      value={[...value]}
      onChange={onChange}
      placeholder="请选择字段"
    />
  );
}

export function CodeSetPick({ id, value, onChange }: Pick<string | null>) {
  const { data, isPending, error } = useCall(api.standardType.list, {}, { staleTime: FRESH });
  const options = data?.map((one) => ({ value: one.id, label: `${one.gbTypeName} ${one.gbTypeCode}` }));
  return (
    <>
      <Select
        id={id}
        showSearch={search}
        loading={isPending && !error}
        options={options}
        value={value}
        onChange={onChange}
        placeholder="请选择标准字典"
      />
      {error && <small>{error.message}</small>}
    </>
  );
}

/** Mappings of the values of a column to a standard. */
export function ContrastPick({ id, columnId, value, onChange }: Pick<string | null> & { columnId: string | null }) {
  const { data, isFetching, error } = useCall(
    api.contrast.page,
    { query: { columnId: columnId ?? '', pageSize: 50 } },
    { enabled: columnId !== null, staleTime: FRESH },
  );
  const options = data?.data.map((one) => ({ value: one.id, label: one.gbTypeName }));
  return (
    <>
      <Select
        id={id}
        allowClear
        loading={isFetching}
        disabled={columnId === null}
        options={options}
        value={value}
        onChange={(chosen) => onChange(chosen ?? null)}
        placeholder="不选则直接与代码比较"
      />
      {error && <small>{error.message}</small>}
    </>
  );
}
