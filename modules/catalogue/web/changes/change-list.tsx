import { Link } from 'react-router';
import type { Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { count } from '#kit/web/format.ts';
import { Missing } from '#kit/web/Tag.tsx';
import type { Column, RowOf } from '#kit/web/table/types.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { CHANGE_FIELDS } from '../../contract/change.ts';
import type { api } from '../api.ts';
import { tablePath } from '../paths.ts';
import { DiffBlock, DiffCell } from './Diff.tsx';
import { KIND_TONES, lineageOf, STATUS_TONES } from './tones.ts';

export type ChangeRow = RowOf<typeof api.change>;
export type ChangeDetail = CallReply<typeof api.change.get>;

/** What of a table an object is: the part of its name after the table. */
const ownName = (row: ChangeRow): string =>
  row.tableName !== null && row.objectName.startsWith(`${row.tableName}.`)
    ? row.objectName.slice(row.tableName.length + 1)
    : row.objectName;
const columnOf = (row: ChangeRow): string | null =>
  row.objectType !== 'column' ? null : row.changeKind === 'renamed' ? row.fieldOldValue : ownName(row);

const field = (row: ChangeRow) => CHANGE_FIELDS[row.fieldName] ?? row.fieldName;
const time = (row: ChangeRow) => <DateText value={row.createTime} />;
/** Objects further down the lineage, with the way there. */
const impact = (row: ChangeRow) =>
  row.impactCount === 0 || row.tableId === null ? (
    <Missing />
  ) : (
    <Link className="num" to={lineageOf(row.tableId, columnOf(row))} title="查看受影响的下游对象">
      {count(row.impactCount)}
    </Link>
  );
const table = (row: ChangeRow) =>
  row.tableId === null || row.tableName === null ? (
    <Missing />
  ) : (
    <Link className="mono" to={tablePath(row.tableId)} title={row.tableName}>
      {row.tableName}
    </Link>
  );

const objectColumn: Column<ChangeRow> = {
  field: 'objectName',
  title: '对象',
  width: 122,
  sort: true,
  render: (row) => (
    <span className="mono">
      {row.objectType === 'table' || row.objectType === 'view' ? (row.tableName ?? row.objectName).split('.').at(-1) : ownName(row)}
    </span>
  ),
};
const common: readonly Column<ChangeRow>[] = [
  { field: 'changeKind', title: '变更', width: 100, dict: 'metadata_change_kind', tones: KIND_TONES },
  { field: 'fieldName', title: '内容', width: 80, render: field },
  { field: '_diff', title: '变更前 → 变更后', width: 214, render: (row) => <DiffCell {...row} /> },
  { field: 'impactCount', title: '影响', width: 62, sort: true, render: impact },
  { field: 'status', title: '状态', width: 84, dict: 'metadata_change_status', tones: STATUS_TONES },
  { field: 'createTime', title: '时间', width: 108, sort: true, render: time },
];

/** Columns of the list of one table, and of all. */
export const tableColumns: readonly Column<ChangeRow>[] = [
  objectColumn,
  ...common,
  { field: 'changeVersion', title: '版本', width: 70, kind: 'number' },
];
export const allColumns: readonly Column<ChangeRow>[] = [
  { field: 'sourceName', title: '数据源', width: 104 },
  { field: 'tableName', title: '数据表', width: 146, render: table },
  objectColumn,
  { field: 'objectType', title: '对象类型', width: 90, dict: 'metadata_change_object', hidden: true },
  ...common,
  { field: 'changeVersion', title: '结构版本', width: 90, kind: 'number', sort: true, hidden: true },
  { field: 'origin', title: '来源', width: 90, dict: 'metadata_change_origin', hidden: true },
  { field: 'ackByName', title: '确认人', width: 100, hidden: true, render: (row) => <PersonText bare name={row.ackByName} /> },
  { field: 'ackTime', title: '确认时间', width: 142, kind: 'time', hidden: true },
  { field: 'remark', title: '备注', width: 160, hidden: true },
];

export const facts: readonly Fact<ChangeDetail>[] = [
  { field: 'sourceName', title: '数据源' },
  { field: 'tableName', title: '数据表', render: table },
  { field: 'objectType', title: '对象类型', dict: 'metadata_change_object' },
  { field: 'objectName', title: '对象', render: (row) => <span className="mono">{ownName(row)}</span> },
  { field: 'changeKind', title: '变更类型', dict: 'metadata_change_kind', tones: KIND_TONES },
  { field: 'fieldName', title: '变更内容', render: field },
  { field: '_diff', title: '变更前后', wide: true, render: (row) => <DiffBlock {...row} /> },
  { field: 'impactCount', title: '影响的下游对象', render: impact },
  { field: 'changeVersion', title: '结构版本', render: (row) => <span className="num">v{row.changeVersion}</span> },
  { field: 'origin', title: '来源', dict: 'metadata_change_origin' },
  { field: 'createTime', title: '变更时间', kind: 'second' },
  { field: 'status', title: '状态', dict: 'metadata_change_status', tones: STATUS_TONES },
  { field: 'ackByName', title: '确认人', render: (row) => <PersonText name={row.ackByName} /> },
  { field: 'ackTime', title: '确认时间', kind: 'second' },
  { field: 'ackNote', title: '确认说明', wide: true },
  { field: 'remark', title: '备注', wide: true },
];
