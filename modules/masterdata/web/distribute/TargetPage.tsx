import { useEffect, useEffectEvent, useState } from 'react';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { TargetDrawer } from './TargetDrawer.tsx';
import { TargetSheet } from './TargetSheet.tsx';
import { StateTag } from './StateTag.tsx';
import { KINDS, STATES } from './words.ts';
import '../masterdata.css';
import './distribute.css';

const { page, get, create, update, remove, removeBatch } = api.target;
const listApi = { page, get, create, update, remove, removeBatch };
type Row = RowOf<typeof listApi>;
const choices = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, label]) => ({ value, label }));

const whereTo = (row: Row): string | null =>
  ({ http: row.addressHost, table: [row.sourceName, row.tableName].filter(Boolean).join(' · ') || null, api: row.appName })[row.kind];

const options: EntityPageOptions<Row> = {
  label: '分发目标',
  nameField: 'targetName',
  details: false,
  search: [
    { field: 'targetName', label: '名称' },
    { field: 'kind', label: '方式', options: choices(KINDS) },
    {
      field: 'state',
      label: '状态',
      options: choices(Object.fromEntries(Object.entries(STATES).map(([state, [label]]) => [state, label]))),
    },
  ],
  columns: [
    { field: 'targetName', title: '名称', width: 160, sort: true },
    { field: 'modelName', title: '数据模型', width: 100 },
    { field: 'kind', title: '方式', width: 70, render: ({ kind }) => <Tag tone="line">{KINDS[kind]}</Tag> },
    { field: '_to', title: '去向', width: 170, render: (row) => whereTo(row) ?? <Missing /> },
    { field: 'state', title: '状态', width: 110, render: (row) => <StateTag row={row} /> },
    {
      field: 'problem',
      title: '问题',
      width: 180,
      render: ({ problem }) => (problem ? <span className="dist-bad">{problem}</span> : <Missing />),
    },
    {
      field: 'backlog',
      title: '待分发',
      width: 90,
      render: ({ backlog }) => <span className={backlog > 0 ? 'num dist-warn' : 'num muted'}>{count(backlog)}</span>,
    },
    {
      field: 'dead',
      title: '被拒绝',
      width: 90,
      render: ({ dead }) => <span className={dead > 0 ? 'num dist-bad' : 'num muted'}>{count(dead)}</span>,
    },
    { field: 'records', title: '目标记录', width: 100, render: ({ records }) => <span className="num">{count(records)}</span> },
    {
      field: 'lastTime',
      title: '最近送达',
      width: 130,
      render: ({ lastTime }) => (lastTime ? <DateText value={lastTime} /> : <Missing />),
    },
    { field: 'ownerName', title: '负责人', kind: 'person', width: 100 },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
};

const RENEW_MS = 5000;
/** Something is on its way, or will be tried again. */
const isMoving = ({ state, isStarting, backlog, problem }: Row): boolean =>
  state === 'running' && (isStarting || backlog > 0 || problem !== null);

/** 数据分发: to whom records of models go, and how far each is. */
export default function TargetPage() {
  const list = useEntityPage(listApi, options);
  const renew = useEffectEvent(() => void list.refresh());
  const hasMoving = list.rows?.some(isMoving) ?? false;
  useEffect(() => {
    if (!hasMoving) return undefined;
    const timer = setInterval(renew, RENEW_MS);
    return () => clearInterval(timer);
  }, [hasMoving]);
  const [shown, setShown] = useState<{ id: string; tab: string } | null>(null);
  const refreshes = [api.target.page, api.target.get];
  const pause = useWrite(api.target.pause, { refreshes, onSuccess: () => toast.success('已暂停，变更会继续排队') });
  const resume = useWrite(api.target.resume, { refreshes, onSuccess: () => toast.success('已恢复') });
  const actions = (row: Row): RowAction[] => [
    { key: 'log', label: '日志', call: api.target.deliveries, onClick: () => setShown({ id: row.id, tab: 'log' }) },
    row.state === 'running'
      ? {
          key: 'pause',
          label: '暂停',
          call: api.target.pause,
          onClick: () =>
            void confirmLoss('暂停', `暂停向“${row.targetName}”分发？期间的变更会排队，恢复后按顺序送达。`, () =>
              pause.mutateAsync({ params: { id: row.id } }),
            ),
        }
      : { key: 'resume', label: '恢复', call: api.target.resume, onClick: () => resume.mutate({ params: { id: row.id } }) },
  ];
  const { opened } = list.state;
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={actions} opener={(row) => () => setShown({ id: row.id, tab: 'facts' })} />
      {opened?.kind === 'new' && <TargetDrawer target={null} onClose={() => list.open(null)} />}
      {opened?.kind === 'edit' && <TargetDrawer key={opened.id} target={opened.id} onClose={() => list.open(null)} />}
      {shown && <TargetSheet key={shown.id} id={shown.id} tab={shown.tab} onClose={() => setShown(null)} />}
    </div>
  );
}
