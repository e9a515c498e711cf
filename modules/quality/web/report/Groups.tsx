import { Segmented, Table } from 'antd';
import { useState } from 'react';
import { count } from '#kit/web/format.ts';
import { Delta } from '#kit/web/parts/Delta.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { shiftDay } from '../days.ts';

type Group = CallReply<typeof api.snapshot.groups>[number];
const KINDS = [
  { value: 'source', label: '数据源' },
  { value: 'domain', label: '主题域' },
  { value: 'tier', label: '分层' },
  { value: 'dept', label: '部门' },
  { value: 'owner', label: '负责人' },
] as const;
const NONE: Readonly<Record<string, string>> = { domain: '未归类', tier: '未分层', dept: '没有部门', owner: '未指定', source: '已删除' };
const DAYS = 30;
const BOX = { width: 120, height: 24 };

/** The course of a group's points. */
function Course({ days }: Pick<Group, 'days'>) {
  const values = days.flatMap(({ score }) => score ?? []);
  if (values.length < 2) return <span className="none">—</span>;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const y = (value: number) => (most === least ? BOX.height / 2 : BOX.height - 3 - ((value - least) / (most - least)) * (BOX.height - 6));
  const points = values.map((value, i) => `${((i / (values.length - 1)) * BOX.width).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg
      className="quality-course"
      width={BOX.width}
      height={BOX.height}
      role="img"
      aria-label={`从 ${values[0]!.toFixed(1)} 到 ${values.at(-1)!.toFixed(1)}`}
    >
      <polyline points={points} />
    </svg>
  );
}

/** Points by source, domain, layer, department or owner, with their course. */
export function Groups({ to }: { to: string }) {
  const [by, setBy] = useState<(typeof KINDS)[number]['value']>('source');
  const answer = useCall(api.snapshot.groups, { query: { by, from: shiftDay(to, 1 - DAYS), to } }, { keepPrevious: true });
  return (
    <Panel title="分组得分" note={`近 ${DAYS} 天`} actions={<Segmented size="small" value={by} onChange={setBy} options={[...KINDS]} />}>
      {answer.isError ? (
        <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <Table
          size="small"
          rowKey="id"
          loading={!answer.data}
          dataSource={answer.data}
          scroll={{ x: 590 }}
          pagination={{ pageSize: 10, hideOnSinglePage: true, size: 'small', showSizeChanger: false }}
          locale={{ emptyText: '还没有核查结果' }}
          columns={[
            {
              title: KINDS.find(({ value }) => value === by)!.label,
              ellipsis: true,
              render: (_, row) => row.name ?? <span className="muted">{NONE[by]}</span>,
            },
            { title: '得分', width: 90, render: (_, row) => <Score value={row.score} /> },
            {
              title: '较前一天',
              width: 90,
              render: (_, row) => <Delta value={row.score === null || row.before === null ? null : row.score - row.before} unit="分" />,
            },
            { title: '趋势', width: 136, render: (_, row) => <Course days={row.days} /> },
            { title: '表', width: 52, align: 'right', render: (_, row) => count(row.tableCount) },
            {
              title: '未过 / 规则',
              width: 100,
              align: 'right',
              render: (_, row) => (
                <span className={row.failCount > 0 ? 'quality-bad' : ''}>
                  {count(row.failCount)} / {count(row.ruleCount)}
                </span>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
