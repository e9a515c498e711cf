import { Drawer, Table } from 'antd';
import { useState } from 'react';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const PAGE_SIZE = 12;
const right = { align: 'right' as const, width: 90 };

/** 月度快照: points of months that are over; nothing changes them any more. */
export function Snapshots() {
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<string | null>(null);
  const answer = useCall(api.snapshot.page, { query: { pageNum: page, pageSize: PAGE_SIZE } }, { keepPrevious: true });
  return (
    <Panel title="月度快照" note="每月初固定上月末的评分，之后修改规则或权重不影响">
      {answer.isError ? (
        <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data?.total === 0 ? (
        <StateView kind="empty" inline what="还没有快照" why="下月初自动保存本月的评分" />
      ) : (
        <Table
          size="small"
          rowKey="id"
          loading={!answer.data}
          dataSource={answer.data?.data}
          pagination={{ current: page, pageSize: PAGE_SIZE, total: answer.data?.total ?? 0, onChange: setPage, hideOnSinglePage: true }}
          columns={[
            {
              title: '月份',
              render: (_, row) => (
                <button type="button" className="link" onClick={() => setOpened(row.id)}>
                  {row.month}
                </button>
              ),
            },
            { title: '总分', width: 100, render: (_, row) => <Score value={row.score} /> },
            { title: '表', ...right, render: (_, row) => count(row.tableCount) },
            { title: '规则', ...right, render: (_, row) => count(row.ruleCount) },
            { title: '未通过', ...right, render: (_, row) => count(row.failCount) },
            { title: '保存时间', width: 160, render: (_, row) => <DateText value={row.createTime} /> },
          ]}
        />
      )}
      {opened !== null && <SnapshotDrawer id={opened} onClose={() => setOpened(null)} />}
    </Panel>
  );
}

function SnapshotDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const answer = useCall(api.snapshot.get, { params: { id } });
  return (
    <Drawer open size={900} title={answer.data ? `${answer.data.month} 月度快照` : '月度快照'} onClose={onClose}>
      {answer.isError && <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />}
      {!answer.data && !answer.isError && <StateView kind="loading" shape="rows" rows={8} />}
      {answer.data && (
        <Table
          size="small"
          rowKey="tableId"
          dataSource={answer.data.tables}
          scroll={{ x: 760 }}
          pagination={{ pageSize: 50, hideOnSinglePage: true, size: 'small', showSizeChanger: false }}
          columns={[
            { title: '数据表', width: 200, ellipsis: true, render: (_, row) => <span className="mono">{row.tableName}</span> },
            { title: '中文名', dataIndex: 'tableComment', ellipsis: true },
            { title: '主题域', dataIndex: 'domainName', width: 110, ellipsis: true },
            { title: '部门', dataIndex: 'deptName', width: 110, ellipsis: true },
            { title: '负责人', dataIndex: 'ownerName', width: 90 },
            { title: '得分', width: 90, render: (_, row) => <Score value={row.score} /> },
            { title: '未过 / 规则', width: 100, align: 'right', render: (_, row) => `${count(row.failCount)} / ${count(row.ruleCount)}` },
          ]}
        />
      )}
    </Drawer>
  );
}
