import { Table } from 'antd';
import { useEffect } from 'react';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { count, minute } from '#kit/web/format.ts';
import { Missing, Tag, type Tone } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { EXTRACT_STATES } from './kinds.tsx';

type Run = CallReply<typeof api.dataSet.extractRuns>['data'][number];
type State = CallReply<typeof api.dataSet.extract>;
const STATES: Record<Run['state'], { label: string; tone: Tone }> = {
  running: { label: '进行中', tone: 'accent' },
  success: { label: '成功', tone: 'ok' },
  failed: { label: '失败', tone: 'bad' },
  cancelled: { label: '已取消', tone: 'idle' },
};
const TRIGGERS: Readonly<Record<string, string>> = { manual: '手动', plan: '计划', save: '保存' };

export function sizeText(bytes: string | null): string | null {
  if (bytes === null) return null;
  const n = Number(bytes);
  return n < 1024
    ? `${n} B`
    : n < 1_048_576
      ? `${(n / 1024).toFixed(0)} KB`
      : n < 1_073_741_824
        ? `${(n / 1_048_576).toFixed(1)} MB`
        : `${(n / 1_073_741_824).toFixed(2)} GB`;
}
const seconds = (run: Run): string | null => {
  if (!run.endTime) return null;
  const s = (Date.parse(run.endTime) - Date.parse(run.startTime)) / 1000;
  return s < 60 ? `${s.toFixed(1)} 秒` : `${Math.floor(s / 60)} 分 ${Math.round(s % 60)} 秒`;
};

/** How the extract of a set stands, in one row of facts. */
export function ExtractFacts({ state }: { state: State }) {
  const { label, tone } = EXTRACT_STATES[state.state];
  const facts: [string, React.ReactNode][] = [
    [
      '状态',
      <Tag key="s" tone={tone as Tone}>
        {label}
      </Tag>,
    ],
    ['行数', state.rowCount ? count(Number(state.rowCount)) : null],
    ['大小', sizeText(state.sizeBytes)],
    ['完成时间', minute(state.lastEnd)],
    ['增量到', state.watermark],
    ['下次抽取', minute(state.nextTime)],
    ['权限账号', state.runAsName],
  ];
  return (
    <>
      <dl className="set-facts">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value ?? <Missing />}</dd>
          </div>
        ))}
      </dl>
      {state.message && state.state !== 'running' && <p className={state.state === 'failed' ? 'bad' : 'muted'}>{state.message}</p>}
    </>
  );
}

/** The last runs of an extract. */
export function ExtractRuns({ id, refresh }: { id: string; refresh: string }) {
  const runs = useCall(api.dataSet.extractRuns, { params: { id }, query: { pageSize: 20 } }, { keepPrevious: true });
  const { refetch } = runs;
  useEffect(() => {
    if (refresh) void refetch();
  }, [refresh, refetch]);
  return (
    <Table<Run>
      size="small"
      rowKey="id"
      pagination={false}
      loading={runs.isLoading}
      dataSource={runs.data?.data ?? []}
      locale={{ emptyText: runs.error ? runs.error.message : '还没有抽取过' }}
      scroll={{ x: 760 }}
      columns={[
        {
          title: '开始时间',
          dataIndex: 'startTime',
          width: 160,
          render: (value: string) => <DateText value={value} />,
        },
        {
          title: '方式',
          dataIndex: 'mode',
          width: 72,
          render: (value: string) => (value === 'incremental' ? '增量' : '全量'),
        },
        {
          title: '触发',
          width: 110,
          render: (_, run) =>
            `${TRIGGERS[run.triggerBy] ?? run.triggerBy}${run.createByName && run.triggerBy === 'manual' ? ` · ${run.createByName}` : ''}`,
        },
        {
          title: '结果',
          width: 88,
          render: (_, run) => <Tag tone={STATES[run.state].tone}>{STATES[run.state].label}</Tag>,
        },
        {
          title: '读取',
          dataIndex: 'rowRead',
          width: 90,
          align: 'right',
          render: (value: string) => count(Number(value)),
        },
        {
          title: '行数',
          dataIndex: 'rowCount',
          width: 90,
          align: 'right',
          render: (value: string | null) => (value === null ? <Missing /> : count(Number(value))),
        },
        {
          title: '大小',
          width: 84,
          align: 'right',
          render: (_, run) => sizeText(run.sizeBytes) ?? <Missing />,
        },
        {
          title: '耗时',
          width: 90,
          align: 'right',
          render: (_, run) => seconds(run) ?? <Missing />,
        },
        {
          title: '说明',
          dataIndex: 'message',
          ellipsis: true,
          render: (value: string | null) => value ?? <Missing />,
        },
      ]}
    />
  );
}
