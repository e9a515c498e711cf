import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useCan } from '../can.tsx';
import { cellOf } from '../table/cell.tsx';
import { useObjectTitle } from '../page/object-title.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import { GoneState, isGoneError } from '../parts/ObjectFailed.tsx';
import { StateView } from '../parts/StateView.tsx';
import { barredBy, barredProps, type Barred } from '../table/barred.ts';
import type { AnyCall, AnyRow } from '../table/types.ts';
import { measures } from '../theme.ts';
import { useCall } from '../use-call.ts';
import { RowTimeline, type ChangedField } from './ChangeTimeline.tsx';
import type { DetailDrawerProps, Fact } from './DetailDrawer.tsx';

/** Label above value, in two columns. */
function Facts<Row>({ facts, row }: { facts: readonly Fact<Row>[]; row: Row }) {
  return (
    <dl className="facts grid">
      {facts.map((fact) => (
        <div key={fact.field} className={fact.wide ? 'wide' : undefined}>
          <dt>{fact.title}</dt>
          <dd>{fact.render?.(row, cellOf(fact, row)) ?? cellOf(fact, row)}</dd>
        </div>
      ))}
    </dl>
  );
}

const TRACES: readonly Fact<any>[] = [
  { field: '_created', title: '创建时间', render: (row) => cellOf({ field: 'createTime', kind: 'second' }, row) },
  { field: '_updated', title: '更新时间', render: (row) => cellOf({ field: 'updateTime', kind: 'second' }, row) },
];

const ALWAYS: readonly ChangedField[] = [
  { field: 'status', label: '状态', dict: 'sys_common_status' },
  { field: 'remark', label: '备注' },
];

/** Details of one row, with the previous and next row of the list ([ and ]) and its changes. */
export default function OpenDetail<Row extends AnyRow>({
  list,
  facts,
  form = [],
  children,
  canEdit,
  actions,
  get,
  id,
}: DetailDrawerProps<Row> & { get: AnyCall; id: string }) {
  const can = useCan();
  const answer = useCall(get, { params: { id } } as never);
  const rows = list.rows ?? [];
  const at = rows.findIndex((row) => row.id === id);
  const go = (by: number) => {
    const next = rows[at + by];
    // `replace`: one step back closes the drawer, however many rows were visited
    if (at >= 0 && next) list.update({ opened: { kind: 'detail', id: next.id } }, { replace: true });
  };
  useStepKeys(go);

  const row = answer.data as AnyRow | undefined;
  useObjectTitle(row && list.nameOf(row as Row));
  useReturnFocus();
  const traces = TRACES.filter((fact) => row && (fact.field === '_created' ? 'createTime' : 'updateTime') in row);
  const own: readonly Fact<any>[] = facts ?? list.options.columns;
  const shown = facts ? own : [...own.filter((fact) => !['createTime', 'updateTime'].includes(fact.field)), ...traces];
  const fields = [
    ...form,
    ...[...list.options.columns, ...own].map((fact) => ({ field: fact.field, label: fact.title, dict: fact.dict })),
    ...ALWAYS,
  ];
  const barred = row === undefined || !list.api.update || !can(list.api.update) || barredBy(canEdit, row);
  return (
    <Drawer
      open
      size={measures.drawer}
      title={row ? list.nameOf(row as Row) : `${list.options.label}详情`}
      onClose={() => list.open(null)}
      extra={
        <>
          <Steps at={at} count={rows.length} onStep={go} />
          <EditButton barred={barred} onClick={() => list.update({ opened: { kind: 'edit', id } }, { replace: true })} />
          {row && actions?.(row)}
        </>
      }
    >
      {answer.error && (
        <LoadFailed error={answer.error} noun={list.options.label} onBack={() => list.open(null)} onRetry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <StateView kind="loading" shape="form" rows={6} />}
      {row && (
        <>
          <Facts<any> facts={shown} row={row} />
          {children?.(row)}
          <RowTimeline entityId={id} fields={fields} />
        </>
      )}
    </Drawer>
  );
}

/** 修改, where it is possible or will be. */
const EditButton = ({ barred, onClick }: { barred: Barred; onClick: () => void }) =>
  barred !== true && (
    <Button {...barredProps(barred)} onClick={onClick}>
      修改
    </Button>
  );

/** Why the row is not shown: it is gone, or the call failed. */
function LoadFailed({ error, noun, onBack, onRetry }: { error: Error; noun: string; onBack: () => void; onRetry: () => void }) {
  if (isGoneError(error)) return <GoneState noun={noun} action={<Button onClick={onBack}>返回列表</Button>} />;
  return <StateView kind="error" error={error} onRetry={onRetry} />;
}

const Steps = ({ at, count, onStep }: { at: number; count: number; onStep: (by: number) => void }) => (
  <>
    <button type="button" className="icon-button" aria-label="上一条" title="上一条 [" disabled={at <= 0} onClick={() => onStep(-1)}>
      <UpOutlined />
    </button>
    <button
      type="button"
      className="icon-button"
      aria-label="下一条"
      title="下一条 ]"
      disabled={at < 0 || at >= count - 1}
      onClick={() => onStep(1)}
    >
      <DownOutlined />
    </button>
  </>
);

/** [ and ] step through the rows, unless somebody is typing. */
function useStepKeys(go: (by: number) => void) {
  const onStep = useEffectEvent(go);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && (event.target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName));
      if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key === '[') onStep(-1);
      if (event.key === ']') onStep(1);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
