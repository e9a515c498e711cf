import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { PurgeDialog } from './recycle/PurgeDialog.tsx';
import { RecycledDrawer } from './recycle/RecycledDrawer.tsx';
import './system.css';

type Row = RowOf<typeof api.recycle>;

/** From here on the remaining days ask to be looked at. */
const SOON_DAYS = 7;

const columns: EntityPageOptions<Row>['columns'] = [
  { field: 'entityLabel', title: '类型', width: 100, render: (row) => <Tag tone="line">{row.entityLabel}</Tag> },
  { field: 'name', title: '名称', width: 198 },
  { field: 'deptName', title: '部门', width: 130 },
  { field: 'deletedBy', title: '删除人', width: 100 },
  { field: 'deletedAt', title: '删除时间', kind: 'second', width: 170 },
  { field: 'daysLeft', title: '自动清理', width: 104, render: (row) => <DaysLeft days={row.daysLeft} /> },
];

function DaysLeft({ days }: { days: number | null }) {
  if (days === null) return <Missing />;
  return days <= SOON_DAYS ? <Tag tone="warn">{days === 0 ? '即将清理' : `${days} 天后`}</Tag> : <span>{days} 天后</span>;
}

const keysOf = (rows: readonly Row[]) => ({ items: rows.map((row) => ({ entity: row.entity, id: row.rowId })) });
const named = (rows: readonly Row[]): string => {
  const shown = rows
    .slice(0, 5)
    .map((row) => `${row.entityLabel}“${row.name ?? row.rowId}”`)
    .join('、');
  return rows.length > 5 ? `${shown}等 ${rows.length} 条数据` : shown;
};

/** What the last question is about, and the name that answers it. */
const questionOf = (rows: readonly Row[]) => ({ text: named(rows), name: rows.length === 1 ? rows[0]!.name : null });

/** 回收站: deleted rows of every kind, to be restored or removed for good. */
export default function RecyclePage() {
  const kinds = useCall(api.recycle.entities);
  const can = useCan();
  const [purging, setPurging] = useState<readonly Row[] | null>(null);
  const [shown, setShown] = useState<Row | null>(null);
  const list = useEntityPage(api.recycle, {
    label: '已删除数据',
    nameField: 'name',
    details: false,
    search: [
      { field: 'entity', label: '类型', options: (kinds.data ?? []).map(({ entity, label }) => ({ value: entity, label })) },
      { field: 'keyword', label: '名称' },
      { field: 'deletedBy', label: '删除人' },
      { field: 'beginTime', to: 'endTime', label: '删除时间' },
    ],
    columns,
  });
  const restoring = useWrite(api.recycle.restore);
  const purge = useWrite(api.recycle.purge);
  const restore = async (rows: readonly Row[]) => {
    const work = () => restoring.mutateAsync({ body: keysOf(rows) });
    if (!(await confirmDialog({ content: `恢复${named(rows)}？`, okText: '恢复', onOk: work }))) return;
    toast.success(rows.length === 1 ? '恢复成功' : `已恢复 ${rows.length} 条`);
    setShown(null);
    list.select([]);
    await list.refresh();
  };
  const remove = async (rows: readonly Row[]) => {
    await purge.mutateAsync({ body: keysOf(rows) });
    toast.success(rows.length === 1 ? '已彻底删除' : `已彻底删除 ${rows.length} 条`);
    setPurging(null);
    setShown(null);
    list.select([]);
    await list.refresh();
  };
  return (
    <div className="panel list-page">
      <EntityTable<Row>
        list={list}
        opener={(row) => (can(api.recycle.get) ? () => setShown(row) : undefined)}
        actions={(row) => [
          { key: 'restore', label: '恢复', call: api.recycle.restore, onClick: () => void restore([row]) },
          { key: 'purge', label: '彻底删除', call: api.recycle.purge, danger: true, onClick: () => setPurging([row]) },
        ]}
        batch={[
          { key: 'restore', label: '恢复', call: api.recycle.restore, onClick: (rows) => void restore(rows) },
          { key: 'purge', label: '彻底删除', call: api.recycle.purge, danger: true, onClick: (rows) => setPurging(rows) },
        ]}
      />
      {shown && (
        <RecycledDrawer
          row={shown}
          onClose={() => setShown(null)}
          onRestore={can(api.recycle.restore) ? () => void restore([shown]) : undefined}
        />
      )}
      {purging && (
        <PurgeDialog
          {...questionOf(purging)}
          busy={purge.isPending}
          onOk={() => void remove(purging).catch(() => undefined)}
          onCancel={() => setPurging(null)}
        />
      )}
    </div>
  );
}
