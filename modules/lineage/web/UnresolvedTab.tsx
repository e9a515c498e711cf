import { Alert, Modal, Radio } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { ORIGIN_LABELS, REASON_LABELS, TABLE_REASONS } from '../contract/lineage.ts';
import { api } from './api.ts';
import { ManualDialog } from './ManualDialog.tsx';
import { TablePicker } from './TablePicker.tsx';

const entity = { page: api.lineage.unresolved };
type Row = RowOf<typeof entity>;
const STATES = { open: '待处理', resolved: '已处理', ignored: '已忽略' };

const options: EntityPageOptions<Row> = {
  label: '待处理问题',
  details: false,
  search: [
    { field: 'reason', label: '问题', options: Object.entries(REASON_LABELS).map(([value, label]) => ({ value, label })) },
    { field: 'state', label: '状态', options: Object.entries(STATES).map(([value, label]) => ({ value, label })) },
  ],
  columns: [
    { field: 'reason', title: '问题', width: 130, sort: true, render: (row) => <Tag tone="warn">{REASON_LABELS[row.reason]}</Tag> },
    {
      field: 'text',
      title: '内容',
      width: 300,
      render: (row) =>
        row.text === null ? (
          <span className="muted">无权查看 SQL</span>
        ) : (
          <span className="mono cut" title={row.text}>
            {row.text}
          </span>
        ),
    },
    {
      field: 'unitName',
      title: '出处',
      width: 220,
      render: (row) => <span className="cut">{`${ORIGIN_LABELS[row.origin]}　${row.unitName}`}</span>,
    },
    { field: 'sourceName', title: '数据源', width: 140 },
    {
      field: '_candidates',
      title: '可能的表',
      width: 80,
      render: (row) => (row.candidates.length > 0 ? `${row.candidates.length} 个` : ''),
    },
    {
      field: 'state',
      title: '状态',
      width: 150,
      render: (row) =>
        row.state === 'open' ? <Tag tone="accent">待处理</Tag> : <Tag tone="idle">{`${STATES[row.state]}　${row.resolvedBy ?? ''}`}</Tag>,
    },
    { field: 'createTime', title: '发现时间', kind: 'time', width: 150, sort: true },
    { field: 'resolvedTime', title: '处理时间', width: 150, hidden: true, render: (row) => <DateText value={row.resolvedTime} /> },
  ],
};
const REFRESHES = [api.lineage.unresolved, api.lineage.units, api.lineage.table, api.lineage.column, api.lineage.edge];

/** 待处理: what the parser could not decide, settled by a steward once and for all. */
export function UnresolvedTab() {
  const list = useEntityPage(entity, options);
  const [settling, setSettling] = useState<Row | null>(null);
  const resolve = useWrite(api.lineage.resolve, { refreshes: REFRESHES, quiet: true });
  const ignore = useWrite(api.lineage.ignore, { refreshes: REFRESHES });
  const reopen = useWrite(api.lineage.reopen, { refreshes: REFRESHES });
  const done = async (text: string) => {
    toast.success(text);
    setSettling(null);
    await list.refresh();
  };
  const settle = async (call: typeof ignore, row: Row, text: string) => {
    try {
      await call.mutateAsync({ params: { id: row.id } });
    } catch {
      return; // the call has said why
    }
    await done(text);
  };
  const actions = (row: Row): readonly RowAction[] =>
    row.state === 'open'
      ? [
          { key: 'settle', label: '处理', onClick: () => setSettling(row) },
          {
            key: 'ignore',
            label: '忽略',
            onClick: () => void settle(ignore, row, '已忽略'),
          },
        ]
      : [
          {
            key: 'reopen',
            label: '重新打开',
            onClick: () => void settle(reopen, row, '已重新打开'),
          },
        ];
  return (
    <div className="lin-tab">
      <EntityTable<Row> list={list} actions={actions} />
      {settling && TABLE_REASONS.includes(settling.reason) && (
        <ChooseTable
          row={settling}
          onClose={() => setSettling(null)}
          onChosen={async (id) => {
            const { edges } = await resolve.mutateAsync({ params: { id: settling.id }, body: { target: { type: 'table', id } } });
            await done(`已对应，${edges} 条关系指向所选的表`);
          }}
        />
      )}
      {settling && !TABLE_REASONS.includes(settling.reason) && (
        <ManualDialog
          title={`补充“${settling.unitName}”未能解析的关系`}
          onClose={() => setSettling(null)}
          onGiven={async (edge) => {
            await resolve.mutateAsync({ params: { id: settling.id }, body: { edges: [edge] } });
            await list.refresh();
          }}
        />
      )}
    </div>
  );
}

function ChooseTable({ row, onClose, onChosen }: { row: Row; onClose: () => void; onChosen: (tableId: string) => Promise<void> }) {
  const [chosen, setChosen] = useState<string | null>(row.candidates[0]?.id ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isCandidate = row.candidates.some((one) => one.id === chosen);
  const save = async () => {
    if (!chosen) return setProblem('请选择对应的表');
    setBusy(true);
    try {
      await onChosen(chosen);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '保存失败，请重试');
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`“${row.text}”是哪张表？`}
      okText="匹配"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <p className="muted">该数据源中所有写着这个名字的 SQL 都按这里的选择处理，重新解析后仍然有效。</p>
      {problem && <Alert type="error" title={problem} style={{ marginBottom: 12 }} />}
      {row.candidates.length > 0 && (
        <Radio.Group
          className="lin-candidates"
          value={isCandidate ? chosen : null}
          options={row.candidates.map((one) => ({ value: one.id, label: <span className="mono">{one.name}</span> }))}
          onChange={(event) => setChosen(event.target.value as string)}
        />
      )}
      <TablePicker
        value={isCandidate ? null : chosen}
        placeholder={row.candidates.length > 0 ? '或搜索其他表' : '搜索表'}
        width="100%"
        onPick={({ tableId }) => setChosen(tableId)}
      />
    </Modal>
  );
}
