import { ReloadOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useChangeAddress } from '#kit/web/address.ts';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { dateTime } from '#kit/web/format.ts';
import { Missing, Tag, type Tone } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { confirmLeave } from '#kit/web/unsaved.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { ACTION_LABELS, OBJECT_LABELS, STATE_LABELS, SUBJECT_LABELS, type SubjectType } from '../../contract/authorize.ts';
import { api } from '../api.ts';
import { EffectiveDrawer } from './EffectiveDrawer.tsx';
import { GrantForm } from './GrantForm.tsx';
import { GrantStudio } from './GrantStudio.tsx';
import { RequestsTab } from './RequestsTab.tsx';
import { SubjectPanel } from './SubjectPanel.tsx';
import './authorize.css';

type Row = RowOf<typeof api.authorize>;
const STATE_TONES: Record<Row['state'], Tone> = { active: 'ok', waiting: 'accent', expired: 'bad', disabled: 'idle' };
const labels = (map: Record<string, string>) => Object.entries(map).map(([value, label]) => ({ value, label }));
/** Every grant gives the metadata: it is named only where there is nothing else. */
const actionsText = (row: Row) =>
  row.actions
    .filter((action) => action !== 'meta' || row.actions.length === 1)
    // clear text is what a reader of the list looks for: it must not fall behind the ellipsis
    .toSorted((a, b) => Number(b === 'unmask') - Number(a === 'unmask'))
    .map((action) => ACTION_LABELS[action])
    .join('、');
const objectText = (row: Row) => (
  <span className="grant-object" title={`${row.sourceName} ${row.objectName ?? ''}`}>
    <Tag tone="line">{OBJECT_LABELS[row.objectType]}</Tag>
    <span className="mono">{row.objectName ?? '已删除'}</span>
  </span>
);

const options: EntityPageOptions<Row> = {
  label: '授权',
  nameField: 'objectName',
  search: [
    { field: 'state', label: '状态', options: labels(STATE_LABELS) },
    { field: 'objectType', label: '对象类型', options: labels(OBJECT_LABELS) },
    { field: 'action', label: '动作', options: labels(ACTION_LABELS) },
  ],
  columns: [
    {
      field: 'subjectName',
      title: '授权给',
      width: 130,
      render: (row) => (
        <span title={row.subjectName ?? ''}>
          {row.subjectName ?? '已删除'} <span className="muted">{SUBJECT_LABELS[row.subjectType]}</span>
        </span>
      ),
    },
    { field: 'objectName', title: '对象', width: 222, render: objectText },
    { field: 'actions', title: '动作', width: 120, render: actionsText },
    { field: 'state', title: '状态', width: 90, render: (row) => <Tag tone={STATE_TONES[row.state]}>{STATE_LABELS[row.state]}</Tag> },
    { field: 'endTime', title: '有效期至', width: 158, sort: true, render: (row) => (row.endTime ? dateTime(row.endTime) : '长期') },
    { field: 'rowFilter', title: '行过滤', kind: 'mono', width: 130 },
    { field: 'sourceName', title: '数据源', width: 120, hidden: true },
    { field: 'beginTime', title: '生效时间', kind: 'time', width: 150, sort: true, hidden: true },
    { field: 'createTime', title: '授权时间', kind: 'time', width: 150, sort: true, hidden: true },
    { field: 'remark', title: '备注', hidden: true },
  ],
};
const facts: readonly Fact<Row>[] = [
  ...options.columns.filter((column) => column.field !== 'rowFilter' && column.field !== 'remark'),
  {
    field: 'rowFilter',
    title: '行过滤',
    wide: true,
    render: (row) => (row.rowFilter ? <code className="mono">{row.rowFilter}</code> : <Missing />),
  },
  { field: 'requestId', title: '申请编号', kind: 'mono' },
  { field: 'remark', title: '备注', wide: true },
];

/** The tree always shows somebody's rights: until one is chosen, those of whoever has most. */
function useFirstSubject(type: SubjectType, tab: string) {
  const isAsked = tab === 'tree';
  const subjects = useCall(api.authorize.subjects, { query: { type } }, { enabled: isAsked, staleTime: 10_000 });
  return { subjects, first: isAsked ? subjects.data?.toSorted((a, b) => b.grants - a.grants)[0]?.id : undefined };
}

function RefreshButton({ onDone }: { onDone: () => unknown }) {
  const refresh = async () => {
    await api.authorize.refresh();
    await onDone();
    toast.success('数据授权缓存已刷新');
  };
  return (
    <Button icon={<ReloadOutlined />} onClick={() => void refresh().catch(() => undefined)}>
      刷新缓存
    </Button>
  );
}

interface TreeTabProps extends Pick<ReturnType<typeof useFirstSubject>, 'subjects'> {
  type: SubjectType;
  shown: string | undefined;
}

function TreeTab({ type, shown, subjects }: TreeTabProps) {
  if (shown) return <GrantStudio key={shown} subject={{ type, id: shown }} />;
  return (
    <div className="grant-studio blank-studio">
      {subjects.isLoading && <StateView kind="loading" rows={12} />}
      {subjects.error && <StateView kind="error" error={subjects.error} onRetry={() => void subjects.refetch()} />}
      {subjects.data && <StateView kind="empty" what={`还没有${SUBJECT_LABELS[type]}`} />}
    </div>
  );
}

/** 数据授权: whom on the left, what on the right: as a tree to tick, or as the list of all grants. */
export default function AuthorizePage() {
  const list = useEntityPage(api.authorize, options);
  const can = useCan();
  const [search] = useSearchParams();
  const changeAddress = useChangeAddress();
  const [explaining, setExplaining] = useState(false);
  const { state, update } = list;
  const { subjectType, subjectId } = state.values as { subjectType?: SubjectType; subjectId?: string };
  const mayDecide = can(api.accessRequest.decide);
  const asked = search.get('tab');
  const tab = asked === 'list' || (asked === 'requests' && mayDecide) ? asked : 'tree';
  const chooseTab = (next: string) => changeAddress({ tab: next === 'tree' ? null : next, request: null });
  const open = useCall(api.accessRequest.page, { query: { state: 'open', hasProcess: '0', pageSize: 1 } }, { enabled: mayDecide });
  const type = subjectType ?? 'role';
  const { subjects, first } = useFirstSubject(type, tab);
  const shown = subjectId ?? first;
  const choose = async (type: SubjectType, id: string | null) => {
    // what was ticked for the one before is not saved yet
    if (!(await confirmLeave())) return;
    const { subjectType: _type, subjectId: _id, ...rest } = state.values;
    update({ values: id === null ? { ...rest, subjectType: type } : { ...rest, subjectType: type, subjectId: id }, page: 1 });
  };
  return (
    <div className="panel list-page authorize-page">
      <ListActions<Row> list={list}>
        <Segmented
          aria-label="显示方式"
          value={tab}
          onChange={chooseTab}
          options={[
            { value: 'tree', label: '按对象授权' },
            { value: 'list', label: '授权清单' },
            ...(mayDecide ? [{ value: 'requests', label: open.data?.total ? `申请（${open.data.total}）` : '申请' }] : []),
          ]}
        />
        <Button onClick={() => setExplaining(true)}>权限查询</Button>
        {can(api.authorize.refresh) && <RefreshButton onDone={list.refresh} />}
      </ListActions>
      {tab !== 'requests' && (
        <SubjectPanel
          type={type}
          selected={shown ?? null}
          // in the list, the one chosen again lets go of the filter
          onSelect={(next, id) => {
            if (tab === 'list' || id !== null || next !== type) void choose(next, id);
          }}
        />
      )}
      {tab === 'requests' ? (
        <RequestsTab />
      ) : tab === 'list' ? (
        <EntityTable<Row> list={list} />
      ) : (
        <TreeTab type={type} shown={shown} subjects={subjects} />
      )}
      <GrantForm opened={state.opened} subject={subjectId ? { type: type, id: subjectId } : null} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} facts={facts} />
      {explaining && <EffectiveDrawer userId={subjectType === 'user' ? (subjectId ?? null) : null} onClose={() => setExplaining(false)} />}
    </div>
  );
}
