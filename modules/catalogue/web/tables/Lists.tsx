import { Button, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityList, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { count } from '#kit/web/format.ts';
import { LayerTag } from '#kit/web/parts/marks.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { AnyRow, RowOf } from '#kit/web/table/types.ts';
import { TABLE_KIND_LABELS } from '#modules/sources/contract/table-kind.ts';
import { api } from '../api.ts';
import { levelOrigin, LevelMark, LEVELS, LevelTag } from '#modules/gate/web/parts.ts';
import { tablePath } from '../paths.ts';
import { GovernDialog, type Subject } from './GovernDialog.tsx';
import type { Place } from './SourceTree.tsx';
import { TagMarks } from './TagMarks.tsx';
import { dataType } from './data-type.ts';
import { TIERS } from './labels.ts';

type Table = RowOf<typeof api.table>;
type Column = RowOf<typeof api.column>;
type Show = 'tables' | 'columns';
interface Shared {
  place: Place;
  onShow: (show: Show) => void;
}

const YES_NO = [
  { value: '1', label: '是' },
  { value: '0', label: '否' },
];
const KINDS = Object.entries(TABLE_KIND_LABELS).map(([value, label]) => ({ value, label }));
/** Objects that one bulk edit over a filter may reach. */
const MAX_AT_ONCE = 50_000;

const ShowSwitch = ({ show, onShow }: { show: Show; onShow: (show: Show) => void }) => (
  <Segmented<Show>
    aria-label="列表"
    value={show}
    onChange={onShow}
    options={[
      { value: 'tables', label: '数据表' },
      { value: 'columns', label: '字段' },
    ]}
  />
);

/** Bulk edit of all rows of the filter, and the dialog for it and for chosen rows. */
function useGovern<Row extends AnyRow>(kind: 'table' | 'column', list: EntityList<Row>) {
  const can = useCan();
  const [subject, setSubject] = useState<Subject | null>(null);
  const mayEdit = can(kind === 'table' ? api.governance.tables : api.governance.columns);
  const { pageNum: _page, pageSize: _size, sort: _sort, ...filter } = list.query;
  const all = mayEdit && list.total > 0 && list.total <= MAX_AT_ONCE && (
    <Button onClick={() => setSubject({ kind, filter, total: list.total })}>全部维护（{count(list.total)}）</Button>
  );
  const dialog = subject && (
    <GovernDialog
      subject={subject}
      onClose={(done) => {
        setSubject(null);
        if (!done) return;
        list.select([]);
        void list.refresh();
      }}
    />
  );
  return { all, dialog, choose: (ids: readonly string[]) => setSubject({ kind, ids }) };
}

const TableName = ({ row }: { row: Table }) => (
  <span className="two-lines">
    <span className="cut" title={row.brokenReason === null ? undefined : `视图已失效：${row.brokenReason}`}>
      <NameLink mono name={row.tableName} to={tablePath(row.id)} />
      {row.brokenReason !== null && '（失效）'}
    </span>
    <small className="muted cut">{row.cnName ?? row.tableComment ?? ''}</small>
  </span>
);

/** Filters of the list of tables; links of the overviews name them. */
const TABLE_SEARCH: NonNullable<EntityPageOptions<Table>['search']> = [
  { field: 'tableName', label: '数据表', placeholder: '表名、中文名或注释' },
  { field: 'tier', label: '数据分层', options: TIERS },
  { field: 'level', label: '敏感级别', options: LEVELS },
  { field: 'hasOwner', label: '有负责人', options: YES_NO },
  { field: 'hasDescription', label: '有说明', options: YES_NO },
  { field: 'hasDomain', label: '有主题域', options: YES_NO },
  { field: 'hasReads', label: '近30天被读取', options: YES_NO },
  { field: 'tableKind', label: '表类型', options: KINDS },
];

const TABLE_COLUMNS: EntityPageOptions<Table>['columns'] = [
  {
    field: 'tableName',
    title: '数据表',
    width: 240,
    sort: true,
    render: (row) => <TableName row={row} />,
  },
  { field: 'schemaName', title: '模式', kind: 'mono', width: 90, sort: true },
  { field: 'tier', title: '分层', width: 120, render: (row) => <LayerTag layer={row.tier} /> },
  { field: 'domainName', title: '主题域', width: 110 },
  { field: 'ownerName', title: '负责人', width: 90, render: (row) => <PersonText bare name={row.ownerName} /> },
  { field: 'level', title: '级别', width: 96, render: (row) => <LevelTag level={row.level} /> },
  { field: 'qualityScore', title: '质量', width: 80, sort: true, render: (row) => <Score value={row.qualityScore} /> },
  { field: 'tags', title: '标签', width: 140, render: (row) => <TagMarks tags={row.tags} /> },
  { field: 'columnCount', title: '字段', kind: 'number', width: 70, sort: true },
  {
    field: 'rowEstimate',
    title: '行数',
    width: 100,
    sort: true,
    kind: 'number',
    render: (row) => (row.rowEstimate === null ? <Missing /> : count(Number(row.rowEstimate))),
  },
  { field: 'heat', title: '近30天读取', kind: 'number', width: 110, sort: true },
  { field: 'changeTime', title: '结构变化', kind: 'time', width: 150, sort: true },
  { field: 'sourceName', title: '数据源', width: 140, hidden: true },
  { field: 'description', title: '说明', width: 200, hidden: true },
  { field: 'tableKind', title: '表类型', width: 90, hidden: true, render: (row) => TABLE_KIND_LABELS[row.tableKind] },
];

/** Tables of the chosen place. */
export function TableList({ place, onShow }: Shared) {
  const navigate = useNavigate();
  const { sourceId, schemaName } = place;
  const options = useMemo(
    (): EntityPageOptions<Table> => ({
      label: '数据表',
      nameField: 'tableName',
      details: false,
      always: { sourceId, schemaName },
      search: TABLE_SEARCH,
      columns: TABLE_COLUMNS,
    }),
    [sourceId, schemaName],
  );
  const list = useEntityPage(api.table, options);
  const govern = useGovern('table', list);
  return (
    <>
      <ListActions<Table> list={list}>
        <ShowSwitch show="tables" onShow={onShow} />
        {govern.all}
      </ListActions>
      <EntityTable<Table>
        list={list}
        actions={(row) => [{ key: 'open', label: '查看', onClick: () => void navigate(tablePath(row.id)) }]}
        batch={[
          { key: 'govern', label: '批量维护', call: api.governance.tables, onClick: (rows) => govern.choose(rows.map(({ id }) => id)) },
        ]}
      />
      {govern.dialog}
    </>
  );
}

/** Columns of the chosen place. */
export function ColumnList({ place, onShow, onColumn }: Shared & { onColumn: (id: string) => void }) {
  const { sourceId, schemaName } = place;
  const options = useMemo(
    (): EntityPageOptions<Column> => ({
      label: '元数据',
      nameField: 'columnName',
      details: false,
      always: { sourceId, schemaName },
      search: [
        { field: 'columnName', label: '字段', placeholder: '字段名、中文名或注释' },
        { field: 'dataType', label: '类型' },
        { field: 'level', label: '敏感级别', options: LEVELS },
        { field: 'hasDescription', label: '有说明', options: YES_NO },
        { field: 'hasLevel', label: '已分级', options: YES_NO },
        { field: 'columnKey', label: '主键', options: YES_NO },
      ],
      columns: [
        {
          field: 'columnName',
          title: '字段名',
          width: 190,
          sort: true,
          render: (row) => <NameLink mono name={row.columnName} onOpen={() => onColumn(row.id)} />,
        },
        { field: 'columnComment', title: '注释', width: 150 },
        { field: 'cnName', title: '中文名', width: 130 },
        { field: '_type', title: '类型', width: 130, render: (row) => <span className="mono">{dataType(row)}</span> },
        {
          field: 'columnNullable',
          title: '可空',
          width: 64,
          render: (row) => (row.columnNullable === '1' ? '是' : <span className="muted">否</span>),
        },
        {
          field: 'tableName',
          title: '数据表',
          width: 210,
          render: (row) => <NameLink mono place="rail" name={`${row.schemaName}.${row.tableName}`} to={tablePath(row.tableId)} />,
        },
        { field: 'className', title: '分类', width: 110 },
        { field: 'level', title: '级别', width: 110, render: (row) => <LevelMark {...row} /> },
        { field: '_origin', title: '级别来源', width: 220, hidden: true, render: (row) => levelOrigin(row) || <Missing /> },
        { field: 'tags', title: '标签', width: 130, render: (row) => <TagMarks tags={row.tags} /> },
        { field: 'description', title: '说明', width: 180, hidden: true },
        { field: 'reference', title: '外键引用', kind: 'mono', width: 200, hidden: true },
        { field: 'dataDefault', title: '默认值', kind: 'mono', width: 160, hidden: true },
        { field: 'sourceName', title: '数据源', width: 150, hidden: true },
        { field: 'updateTime', title: '更新时间', kind: 'time', width: 150, sort: true, hidden: true },
      ],
    }),
    [sourceId, schemaName, onColumn],
  );
  const list = useEntityPage(api.column, options);
  const govern = useGovern('column', list);
  return (
    <>
      <ListActions<Column> list={list}>
        <ShowSwitch show="columns" onShow={onShow} />
        {govern.all}
      </ListActions>
      <EntityTable<Column>
        list={list}
        actions={(row) => [{ key: 'open', label: '详情', onClick: () => onColumn(row.id) }]}
        batch={[
          { key: 'govern', label: '批量维护', call: api.governance.columns, onClick: (rows) => govern.choose(rows.map(({ id }) => id)) },
        ]}
      />
      {govern.dialog}
    </>
  );
}
