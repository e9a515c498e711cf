import { Table, Tabs } from 'antd';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { Slot } from '#kit/web/slots/Slot.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { useCan } from '#kit/web/can.tsx';
import { count, minute } from '#kit/web/format.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { api } from './api.ts';
import { RowsTable } from '../builder/PreviewTab.tsx';
import { ExtractFacts, ExtractRuns } from './ExtractRuns.tsx';
import { AGGREGATES, TYPE_LABELS } from './kinds.tsx';

const SqlText = lazyPart(() => import('#kit/web/sql/SqlText.tsx'));

type Detail = CallReply<typeof api.dataSet.get>;
type Field = Detail['model']['fields'][number];
type Use = CallReply<typeof api.dataSet.impact>[number];
const USES: Record<Use['type'], string> = { chart: '图表', board: '看板', screen: '大屏' };

/** What there is to know of a data set in the detail drawer. */
export function SetDetail({ set }: { set: Detail }) {
  const [tab, setTab] = useState('fields');
  const can = useCan();
  return (
    <>
      <Slot name="visual.dataset.badges" of={{ dataSetId: set.id }} />
      <Tabs
        size="small"
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'fields', label: `字段 ${set.model.fields.length}`, children: <Fields set={set} /> },
          ...(can(api.dataSet.preview)
            ? [
                {
                  key: 'preview',
                  label: '预览',
                  children: <Preview id={set.id} version={set.version} fields={set.model.fields} isActive={tab === 'preview'} />,
                },
              ]
            : []),
          { key: 'uses', label: `使用 ${set.useCount}`, children: <Uses id={set.id} /> },
          ...(set.model.extract ? [{ key: 'extract', label: '抽取', children: <Extract id={set.id} /> }] : []),
          ...(set.setSql
            ? [
                {
                  key: 'sql',
                  label: 'SQL',
                  children: (
                    <Suspense fallback={<StateView kind="loading" rows={3} />}>
                      <SqlText text={set.setSql} />
                    </Suspense>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function Fields({ set }: { set: Detail }) {
  const broken = new Map(set.broken.map((one) => [one.field, one.reason]));
  return (
    <Table<Field>
      size="small"
      rowKey="id"
      pagination={false}
      scroll={{ y: 420 }}
      dataSource={set.model.fields}
      columns={[
        {
          title: '名称',
          render: (_, field) => (
            <span className={broken.has(field.id) ? 'bad' : field.hidden ? 'muted' : undefined} title={broken.get(field.id)}>
              {field.name}
            </span>
          ),
        },
        {
          title: '字段',
          ellipsis: true,
          render: (_, field) => <span className="mono muted">{field.expr ?? field.id}</span>,
        },
        {
          title: '角色',
          width: 72,
          render: (_, field) => (field.role === 'dimension' ? '维度' : '指标'),
        },
        { title: '类型', width: 88, render: (_, field) => TYPE_LABELS[field.type] },
        {
          title: '聚合',
          width: 88,
          render: (_, field) => (field.role === 'measure' ? AGGREGATES.find((one) => one.value === field.agg)?.label : null) ?? <Missing />,
        },
      ]}
    />
  );
}

function Preview({ id, version, fields, isActive }: { id: string; version: number; isActive: boolean; fields: readonly Field[] }) {
  const rows = useCall(api.dataSet.preview, { body: { id, limit: 50 } }, { enabled: isActive, staleTime: 30_000 });
  if (rows.error) return <StateView kind="error" inline error={rows.error} onRetry={() => void rows.refetch()} />;
  if (!rows.data) return <StateView kind="loading" rows={6} />;
  return (
    <div className="set-preview in-drawer" key={version}>
      <p className="muted">
        {rows.data.truncated ? `前 ${count(rows.data.rows.length)} 行` : `共 ${count(rows.data.rows.length)} 行`} · {rows.data.ms} 毫秒
      </p>
      <RowsTable columns={rows.data.columns} rows={rows.data.rows} names={rows.data.names} fields={fields} />
    </div>
  );
}

function Uses({ id }: { id: string }) {
  const uses = useCall(api.dataSet.impact, { params: { id } });
  return (
    <Table<Use>
      size="small"
      rowKey={(use) => `${use.type}${use.id}`}
      pagination={false}
      loading={uses.isLoading}
      dataSource={uses.data ?? []}
      locale={{ emptyText: uses.error ? uses.error.message : '还没有图表、看板或大屏使用它' }}
      columns={[
        { title: '类型', width: 72, render: (_, use) => <Tag tone="line">{USES[use.type]}</Tag> },
        {
          title: '名称',
          render: (_, use) => (use.path ? <Link to={use.path}>{use.name}</Link> : use.name),
        },
        {
          title: '使用的字段',
          ellipsis: true,
          render: (_, use) => (use.fields.length > 0 ? use.fields.join('、') : <Missing />),
        },
        { title: '制作人', width: 96, render: (_, use) => <PersonText bare name={use.ownerName} /> },
        { title: '更新时间', width: 146, render: (_, use) => minute(use.updateTime) },
      ]}
    />
  );
}

function Extract({ id }: { id: string }) {
  const state = useCall(api.dataSet.extract, { params: { id } });
  return (
    <>
      {state.data && <ExtractFacts state={state.data} />}
      <ExtractRuns id={id} refresh={state.data?.lastEnd ?? ''} />
    </>
  );
}
