import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { count } from '#kit/web/format.ts';
import { Meter } from '#kit/web/parts/Meter.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { Link } from 'react-router';
import type { RowOf } from '#kit/web/table/types.ts';
import { api } from '../api.ts';

const listApi = { page: api.contrast.stat };
type Row = RowOf<typeof listApi>;

/** A number that leads to the values behind it. */
const Behind = ({ row, value }: { row: Row; value: number }) =>
  value === 0 ? '0' : <Link to={`/standard/dictmapping?contrastId=${row.id}`}>{count(value)}</Link>;

const Page = defineEntityPage<typeof listApi>({
  title: '对照统计',
  api: listApi,
  nameField: 'columnName',
  search: [{ field: 'keyword', label: '表或字段' }],
  columns: [
    {
      field: 'columnName',
      title: '字段',
      width: 210,
      render: (row) => <Link to={`/standard/dictmapping?contrastId=${row.id}`}>{`${row.tableName ?? ''}.${row.columnName ?? ''}`}</Link>,
    },
    { field: 'columnComment', title: '字段名称', width: 130 },
    { field: 'sourceName', title: '数据源', width: 130 },
    { field: 'gbTypeCode', title: '标准类别', width: 220, render: (row) => `${row.gbTypeCode} ${row.gbTypeName}` },
    { field: 'mappingCount', title: '已对照', kind: 'number', width: 80, render: (row) => <Behind row={row} value={row.mappingCount} /> },
    {
      field: 'unMappingCount',
      title: '未对照',
      kind: 'number',
      width: 80,
      render: (row) => <Behind row={row} value={row.unMappingCount} />,
    },
    { field: 'proposedCount', title: '待确认', kind: 'number', width: 80, render: (row) => <Behind row={row} value={row.proposedCount} /> },
    { field: 'newCount', title: '新取值', kind: 'number', width: 80, render: (row) => <Behind row={row} value={row.newCount} /> },
    { field: 'mappingPercent', title: '按取值', width: 150, render: (row) => <Meter label="按取值" value={row.mappingPercent} /> },
    { field: 'mappingRowPercent', title: '按行数', width: 150, render: (row) => <Meter label="按行数" value={row.mappingRowPercent} /> },
    {
      field: 'collectTime',
      title: '采集时间',
      kind: 'time',
      width: 140,
      render: (row, own) => (row.collectTime === null ? <Missing /> : own),
    },
  ],
});
export default Page;
