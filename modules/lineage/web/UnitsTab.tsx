import { ReloadOutlined } from '@ant-design/icons';
import { Button, Drawer, Popover } from 'antd';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Can } from '#kit/web/can.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { minute } from '#kit/web/format.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useCall, useRefresh, useWrite } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { ORIGIN_LABELS, UNIT_STATE_LABELS } from '../contract/lineage.ts';
import { api } from './api.ts';
import { SourceSelect } from './SourceSelect.tsx';

const SqlText = lazy(() => import('#kit/web/sql/SqlText.tsx'));
const entity = { page: api.lineage.units };
type Row = RowOf<typeof entity>;
const entries = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }));

const options: EntityPageOptions<Row> = {
  label: '解析记录',
  nameField: 'unitName',
  details: false,
  search: [
    { field: 'unitName', label: '名称' },
    { field: 'origin', label: '来源', options: entries(ORIGIN_LABELS) },
    { field: 'state', label: '状态', options: entries(UNIT_STATE_LABELS) },
  ],
  columns: [
    { field: 'unitName', title: '名称', width: 260, sort: true, kind: 'mono' },
    { field: 'origin', title: '来源', width: 130, render: (row) => ORIGIN_LABELS[row.origin] },
    { field: 'sourceName', title: '数据源', width: 140 },
    {
      field: 'state',
      title: '状态',
      width: 100,
      render: (row) => (
        <Tag tone={row.state === 'failed' ? 'bad' : row.state === 'partial' ? 'warn' : 'calm'}>{UNIT_STATE_LABELS[row.state]}</Tag>
      ),
    },
    { field: 'edgeCount', title: '关系', kind: 'number', width: 80 },
    { field: 'openCount', title: '待处理', kind: 'number', width: 80 },
    {
      field: 'runCount',
      title: '执行',
      kind: 'number',
      width: 80,
      sort: true,
      render: (row) => (row.runCount > 0 ? row.runCount : <Missing />),
    },
    { field: 'parseTime', title: '解析时间', kind: 'time', width: 150, sort: true },
    { field: 'message', title: '说明', width: 200, hidden: true },
    { field: 'lastRunTime', title: '最近执行', kind: 'time', width: 150, sort: true, hidden: true },
  ],
};

/** 解析记录: every text that lineage was read from. */
export function UnitsTab() {
  const list = useEntityPage(entity, options);
  const [shown, setShown] = useState<string | null>(null);
  const graphs = [api.lineage.table, api.lineage.column, api.lineage.unresolved];
  const parse = useWrite(api.lineage.parseUnit, { refreshes: [api.lineage.units, ...graphs] });
  const remove = useWrite(api.lineage.removeUnit, { refreshes: [api.lineage.units, ...graphs] });
  const again = async (row: Row) => {
    const unit = await parse.mutateAsync({ params: { id: row.id } });
    toast.success(`已重新解析，${unit.edgeCount} 条关系`);
    await list.refresh();
  };
  const drop = async (row: Row) => {
    const yes = await confirmDialog({
      content: `删除“${row.unitName}”？由它得到的 ${row.edgeCount} 条关系一并删除。`,
      okText: '删除',
      danger: true,
      onOk: () => remove.mutateAsync({ params: { id: row.id } }),
    });
    if (yes) await list.refresh();
  };
  const actions = (row: Row): readonly RowAction[] => [
    ...(row.origin === 'manual' ? [] : [{ key: 'parse', label: '重新解析', call: api.lineage.parseUnit, onClick: () => void again(row) }]),
    ...(row.origin === 'import' || row.origin === 'console'
      ? [{ key: 'drop', label: '删除', danger: true, call: api.lineage.removeUnit, onClick: () => void drop(row) }]
      : []),
  ];
  return (
    <div className="lin-tab">
      <EntityTable<Row> list={list} opener={(row) => () => setShown(row.id)} actions={actions} />
      <Can call={api.lineage.refresh}>
        <Popover trigger="click" placement="topLeft" content={<TakeAgain onDone={() => void list.refresh()} />}>
          <Button className="lin-take" icon={<ReloadOutlined />}>
            重新采集
          </Button>
        </Popover>
      </Can>
      {shown && <UnitDrawer id={shown} onClose={() => setShown(null)} />}
    </div>
  );
}

const POLL_MS = 1500;

/** Starts a lineage run for a source and shows its progress. */
function TakeAgain({ onDone }: { onDone: () => void }) {
  const [sourceId, setSource] = useState<string | null>(null);
  const start = useWrite(api.lineage.refresh, { overlay: false });
  const refresh = useRefresh();
  const state = useCall(
    api.lineage.state,
    { params: { id: sourceId ?? '0' } },
    { enabled: sourceId !== null, refetchInterval: POLL_MS, staleTime: 0 },
  );
  const isRunning = state.data?.running ?? false;
  const wasRunning = useRef(false);
  const notify = useEffectEvent(() => {
    void refresh(api.lineage.units, api.lineage.table, api.lineage.unresolved);
    onDone();
  });
  useEffect(() => {
    if (wasRunning.current && !isRunning) notify();
    wasRunning.current = isRunning;
  }, [isRunning]);
  const begin = async (id: string) => {
    try {
      await start.mutateAsync({ params: { id } });
    } catch {
      return; // the call has said why
    }
    await state.refetch();
  };
  return (
    <div className="lin-again">
      <SourceSelect value={sourceId} onChange={setSource} width={260} />
      <p className="muted">
        {isRunning
          ? `${state.data?.percent ?? 0}%　${state.data?.text ?? ''}`
          : state.data?.doneTime
            ? `上次 ${minute(state.data.doneTime)}：${state.data.text}`
            : '读取视图、存储过程与 SQL工作台的写入，未变化的不会重复解析'}
      </p>
      <Button
        type="primary"
        size="small"
        disabled={sourceId === null || isRunning}
        loading={isRunning || start.isPending}
        onClick={() => sourceId !== null && void begin(sourceId)}
      >
        开始
      </Button>
    </div>
  );
}

function UnitDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: unit, error, refetch } = useCall(api.lineage.unit, { params: { id } });
  return (
    <Drawer open size={720} title={unit?.unitName ?? '解析记录'} onClose={onClose}>
      {error ? (
        <StateView kind="error" error={error} onRetry={() => void refetch()} />
      ) : !unit ? (
        <StateView kind="loading" />
      ) : (
        <>
          <dl className="facts grid">
            {[
              ['来源', ORIGIN_LABELS[unit.origin]],
              ['状态', UNIT_STATE_LABELS[unit.state]],
              ['数据源', unit.sourceName],
              ['方言', unit.dialect],
              ['语句', unit.origin === 'manual' ? null : String(unit.statementCount)],
              ['关系', String(unit.edgeCount)],
              ['解析时间', <DateText key="parse" value={unit.parseTime} />],
              ['最近执行', <DateText key="run" value={unit.lastRunTime} />],
            ].map(([title, text]) => (
              <div key={String(title)}>
                <dt>{title}</dt>
                <dd>{text ?? <Missing />}</dd>
              </div>
            ))}
            {unit.message && (
              <div className="wide">
                <dt>说明</dt>
                <dd>{unit.message}</dd>
              </div>
            )}
          </dl>
          {unit.sqlText && (
            <>
              <div className="form-section">SQL</div>
              <Suspense fallback={<StateView kind="loading" />}>
                <SqlText text={unit.sqlText} />
              </Suspense>
            </>
          )}
          {unit.isSqlHidden && <p className="lin-hidden-sql">SQL 文本需要“查看血缘SQL”权限以及其中全部表的查看权限，请联系管理员授权。</p>}
        </>
      )}
    </Drawer>
  );
}
