import { useEffect, useEffectEvent } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { ChangeSource } from '#kit/web/detail/change-source.ts';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { count } from '#kit/web/format.ts';
import { onPush } from '#kit/web/push.ts';
import { download } from '#kit/web/send.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowAction, RowOf } from '#kit/web/table/types.ts';
import { Missing, Tag, type Tone } from '#kit/web/Tag.tsx';
import { REMOVES_ALL } from '../contract/transfer.ts';
import { sizeText } from '#modules/files/web/index.ts';
import { api } from './api.ts';
import { RefusedRows } from './RefusedRows.tsx';
import './exports.css';

type Row = RowOf<typeof api.transfer>;

const KINDS: Record<Row['kind'], string> = { export: '导出', import: '导入' };
const STATES: Record<Row['state'], readonly [label: string, tone: Tone]> = {
  waiting: ['排队中', 'idle'],
  running: ['进行中', 'accent'],
  done: ['已完成', 'calm'],
  failed: ['未完成', 'bad'],
  cancelled: ['已取消', 'idle'],
};
const isOpen = (row: Row): boolean => row.state === 'waiting' || row.state === 'running';

/** A bar while it runs, the state otherwise. */
function State({ row }: { row: Row }) {
  const [label, tone] = STATES[row.state];
  if (row.state !== 'running') return <Tag tone={tone}>{label}</Tag>;
  return (
    <span
      className="transfer-bar"
      role="progressbar"
      aria-valuenow={row.percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-label={row.text}
    >
      <i
        className={row.expectedRows === null ? 'unknown' : undefined}
        style={{ width: `${row.expectedRows === null ? 30 : row.percent}%` }}
      />
      <b>{row.expectedRows === null ? '进行中' : `${row.percent}%`}</b>
    </span>
  );
}

/** A failed or cancelled import has changed nothing. */
const rowsText = (row: Row): string => {
  const isVoid = row.kind === 'import' && (row.state === 'failed' || row.state === 'cancelled');
  return !isVoid && (row.doneRows > 0 || row.state === 'done') ? count(row.doneRows) : '';
};

const columns: readonly Column<Row>[] = [
  { field: 'kind', title: '类型', width: 72, render: (row) => <Tag tone="line">{KINDS[row.kind]}</Tag> },
  { field: 'entityLabel', title: '数据', width: 96 },
  { field: 'resultName', title: '文件', width: 170, render: (row) => row.resultName ?? row.sourceName ?? <Missing /> },
  { field: 'state', title: '状态', width: 112, render: (row) => <State row={row} /> },
  { field: 'text', title: '说明', width: 166 },
  { field: 'doneRows', title: '行数', kind: 'number', width: 84, render: (row) => rowsText(row) || <Missing /> },
  {
    field: 'resultSize',
    title: '大小',
    kind: 'number',
    width: 90,
    render: (row) => (row.resultSize === null ? <Missing /> : sizeText(row.resultSize)),
  },
  { field: 'createTime', title: '提交时间', kind: 'time', width: 152, sort: true },
  { field: 'expireTime', title: '保留至', kind: 'time', width: 152, render: (row) => (row.resultName ? undefined : <Missing />) },
];
const creator: Column<Row> = { field: 'createName', title: '提交人', kind: 'person', width: 92 };

const search: EntityPageOptions<Row>['search'] = [
  { field: 'entityLabel', label: '数据' },
  { field: 'kind', label: '类型', options: Object.entries(KINDS).map(([value, label]) => ({ value, label })) },
  { field: 'state', label: '状态', options: Object.entries(STATES).map(([value, [label]]) => ({ value, label })) },
];
const own: EntityPageOptions<Row> = { label: '导出导入任务', nameField: 'entityLabel', search, columns };
/** beside the menu there is less room */
const WIDE = ['resultSize', 'expireTime', 'doneRows'];
const all: EntityPageOptions<Row> = {
  ...own,
  columns: [...columns.slice(0, 2), creator, ...columns.slice(2)].map((column) => ({ ...column, hidden: WIDE.includes(column.field) })),
  always: { everybody: '1' },
};

const facts: readonly Fact<Awaited<ReturnType<typeof api.transfer.get>>>[] = [
  { field: 'kind', title: '类型', render: (row) => KINDS[row.kind] },
  { field: 'entityLabel', title: '数据' },
  { field: 'state', title: '状态', render: (row) => <State row={row} /> },
  { field: 'id', title: '编号', kind: 'mono' },
  { field: 'createName', title: '提交人', kind: 'person' },
  { field: 'createTime', title: '提交时间', kind: 'second' },
  { field: 'startTime', title: '开始时间', kind: 'second' },
  { field: 'endTime', title: '结束时间', kind: 'second' },
  { field: 'sourceName', title: '上传的文件' },
  { field: 'resultName', title: '可下载的文件' },
  { field: 'doneRows', title: '行数', render: (row) => rowsText(row) || <Missing /> },
  { field: 'expireTime', title: '保留至', kind: 'second' },
  { field: 'text', title: '说明', wide: true },
];

/** Refreshes the list on push messages; without a push connection, by polling while something runs. */
function useLive(rows: readonly Row[] | undefined, refresh: () => Promise<void>): void {
  const renew = useEffectEvent(() => void refresh());
  const isMoving = rows?.some(isOpen) ?? false;
  useEffect(() => {
    const ends = [onPush('job', ({ job }) => job.startsWith('exports.') && renew()), onPush('missed', () => renew())];
    return () => ends.forEach((end) => end());
  }, []);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => renew(), SLOW_MS);
    return () => clearInterval(timer);
  }, [isMoving]);
}
/** Messages come at once; this is for those that got lost. */
const SLOW_MS = 5_000;

/** The list of exports and imports, one's own or everybody's. */
export function TransferList({ everybody }: { everybody: boolean }) {
  const list = useEntityPage(api.transfer, everybody ? all : own);
  const can = useCan();
  const mayRemove = (row: Row) => row.isOwn || can.perm(REMOVES_ALL);
  useLive(list.rows, list.refresh);
  const after = (text: string) => async () => {
    toast.success(text);
    await list.refresh();
  };
  const actions = (row: Row): readonly RowAction[] => [
    ...(row.isOwn && row.resultName
      ? [
          {
            key: 'download',
            label: '下载',
            onClick: () => void download(api.transfer.download, { params: { id: row.id } }, row.resultName ?? '').catch(() => undefined),
          },
        ]
      : []),
    ...(isOpen(row) && mayRemove(row)
      ? [
          {
            key: 'cancel',
            label: '取消',
            onClick: () =>
              void confirmDialog({
                content: `停止${row.entityLabel}${KINDS[row.kind]}？`,
                okText: '停止',
                danger: true,
                onOk: () => api.transfer.cancel({ params: { id: row.id } }).then(after('已取消')),
              }),
          },
        ]
      : []),
    ...(row.isOwn && (row.state === 'failed' || row.state === 'cancelled')
      ? [
          {
            key: 'retry',
            label: '重试',
            onClick: () => void api.transfer.retry({ params: { id: row.id } }).then(after('已重新排队'), () => undefined),
          },
        ]
      : []),
  ];
  return (
    <div className="panel list-page">
      <EntityTable<Row> list={list} actions={actions} canRemove={(row) => !isOpen(row) && mayRemove(row)} />
      {/* a transfer is no record whose changes are kept */}
      <ChangeSource value={null}>
        <DetailDrawer<Row> list={list} facts={facts}>
          {(row) => <RefusedRows result={row.result} />}
        </DetailDrawer>
      </ChangeSource>
    </div>
  );
}
