import { ScanOutlined } from '@ant-design/icons';
import { Button, Progress, Select } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { Missing, Tag, type Tone } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { HIT_LABELS } from '../../contract/classify.ts';
import { api } from '../api.ts';
import { LevelTag } from './level-tag.tsx';

const hitApi = { page: api.classify.hits };
type Row = RowOf<typeof hitApi>;
const POLL_MS = 1500;
const STATE_TONES: Record<Row['state'], Tone> = { proposed: 'accent', accepted: 'ok', rejected: 'idle' };
const BY: Record<string, string> = {
  manual: '人工设置',
  auto: '识别后采纳',
  lineage: '采纳血缘建议',
  inherited: '沿血缘继承',
  pending: '来源待判定',
  renamed: '疑似更名沿用',
};

const options: EntityPageOptions<Row> = {
  label: '识别结果',
  nameField: 'columnName',
  details: false,
  search: [
    { field: 'columnName', label: '表或字段' },
    { field: 'state', label: '状态', options: Object.entries(HIT_LABELS).map(([value, label]) => ({ value, label })) },
  ],
  columns: [
    {
      field: 'columnName',
      title: '字段',
      width: 220,
      render: (row) => (
        <span className="hit-column" title={`${row.sourceName} ${row.tableName}.${row.columnName}`}>
          <span className="mono">{row.columnName}</span>
          <small>
            {row.tableName}
            {row.columnComment ? ` · ${row.columnComment}` : ''}
          </small>
        </span>
      ),
    },
    { field: 'className', title: '建议分类', width: 104 },
    { field: 'classLevel', title: '建议级别', width: 96, render: (row) => <LevelTag level={row.classLevel} /> },
    {
      field: 'reason',
      title: '依据',
      render: (row) => (
        <span className="hit-reason" title={row.reason}>
          {row.reason}
        </span>
      ),
    },
    {
      field: 'samples',
      title: '样本（已脱敏）',
      width: 132,
      render: (row) =>
        row.samples.length === 0 ? (
          <Missing />
        ) : (
          <span className="hit-samples mono">
            {row.samples.slice(0, 2).map((sample, i) => (
              <span key={i}>{sample}</span>
            ))}
          </span>
        ),
    },
    {
      field: 'level',
      title: '当前级别',
      width: 92,
      render: (row) =>
        row.level ? (
          <span title={BY[row.levelBy ?? '']}>
            <LevelTag level={row.level} />
          </span>
        ) : (
          <Missing />
        ),
    },
    { field: 'state', title: '状态', width: 90, render: (row) => <Tag tone={STATE_TONES[row.state]}>{HIT_LABELS[row.state]}</Tag> },
    { field: 'createTime', title: '发现时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
  views: [
    { id: 'open', name: '待处理', values: { state: 'proposed' } },
    { id: 'done', name: '已采纳', values: { state: 'accepted' } },
  ],
};

/** What recognitions found, to be accepted or rejected one by one or many at once. */
export function HitList() {
  const list = useEntityPage(hitApi, options);
  const can = useCan();
  const decide = useWrite(api.classify.decide, { refreshes: [api.classify.hits, api.classify.page, api.classify.recognition] });
  const settle = async (rows: readonly Row[], decision: 'accept' | 'reject') => {
    const reply = await decide.mutateAsync({ body: { ids: rows.map((row) => row.id), decision } });
    list.select([]);
    if (decision === 'reject') toast.success(`已忽略${reply.decided}条`);
    else toast.success(reply.kept > 0 ? `已采纳${reply.set}条，${reply.kept}个字段的级别由人工设置，保持不变` : `已采纳${reply.set}条`);
  };
  const actions = (row: Row): readonly RowAction[] =>
    row.state === 'proposed'
      ? [
          { key: 'accept', label: '采纳', call: api.classify.decide, onClick: () => void settle([row], 'accept') },
          { key: 'reject', label: '忽略', call: api.classify.decide, onClick: () => void settle([row], 'reject') },
        ]
      : [];
  const batch = (['accept', 'reject'] as const).map((decision) => ({
    key: decision,
    label: decision === 'accept' ? '采纳' : '忽略',
    call: api.classify.decide,
    onClick: (rows: readonly Row[]) => void settle(rows, decision),
  }));
  const sourceId = list.state.values['sourceId'] ?? null;
  const chooseSource = (id: string | null) => {
    const { sourceId: _old, ...rest } = list.state.values;
    list.update({ values: id === null ? rest : { ...rest, sourceId: id }, page: 1 });
  };
  return (
    <>
      <PageActions>
        <Recognise sourceId={sourceId} onChoose={chooseSource} onDone={() => void list.refresh()} />
      </PageActions>
      <EntityTable<Row> list={list} actions={can(api.classify.decide) ? actions : undefined} batch={batch} />
    </>
  );
}

interface RecogniseProps {
  sourceId: string | null;
  onChoose: (id: string | null) => void;
  onDone: () => void;
}

/** Chooses a source, starts the recognition of it and shows how far it is. */
function Recognise({ sourceId, onChoose, onDone }: RecogniseProps) {
  const can = useCan();
  const sources = useCall(api.source.list);
  const status = useCall(api.classify.recognition, { params: { sourceId: sourceId ?? '0' } }, { enabled: sourceId !== null });
  const start = useWrite(api.classify.recognise, { overlay: false });
  const cancel = useWrite(api.classify.cancel, { overlay: false });
  const job = sourceId === null ? null : (status.data?.job ?? null);
  const isRunning = job?.state === 'waiting' || job?.state === 'running';
  const look = useEffectEvent(() => void status.refetch());
  const done = useEffectEvent(() => {
    onDone();
    if (job?.state === 'done') toast.success(job.text);
    if (job?.state === 'failed') toast.error(`识别失败：${job.text}`);
  });
  // A background job has no event of its own on this page: look again while one runs.
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(look, POLL_MS);
    return () => {
      clearInterval(timer);
      done();
    };
  }, [isRunning]);
  const run = async () => {
    if (sourceId === null) return;
    await start.mutateAsync({ params: { sourceId }, body: { tableIds: [] } });
    await status.refetch();
  };
  return (
    <span className="recognise">
      <Select
        allowClear
        aria-label="数据源"
        placeholder="全部数据源"
        loading={sources.isLoading}
        value={sourceId}
        onChange={(id: string | undefined) => onChoose(id ?? null)}
        showSearch={{ optionFilterProp: 'label' }}
        options={(sources.data ?? []).map((source) => ({ value: source.id, label: source.sourceName }))}
      />
      {isRunning && (
        <>
          <Progress type="circle" size={24} aria-label="识别进度" percent={Math.round(job.percent)} />
          <Button onClick={() => void cancel.mutateAsync({ params: { sourceId: sourceId! } })}>取消识别</Button>
        </>
      )}
      {can(api.classify.recognise) && !isRunning && (
        <Button
          type="primary"
          icon={<ScanOutlined />}
          disabled={sourceId === null}
          title={sourceId === null ? '请先选择数据源' : undefined}
          loading={start.isPending}
          onClick={() => void run()}
        >
          开始识别
        </Button>
      )}
    </span>
  );
}
