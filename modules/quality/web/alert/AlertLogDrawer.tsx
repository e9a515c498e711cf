import { Drawer, Table } from 'antd';
import { useState } from 'react';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Line = CallReply<typeof api.alertLog.page>['data'][number];
const PAGE_SIZE = 20;
const columns = [
  { title: '变化时间', width: 150, render: (_: unknown, { createTime }: Line) => <DateText value={createTime} /> },
  { title: '变化', width: 90, render: (_: unknown, { kind }: Line) => <DictTag code="quality_alert_kind" value={kind} /> },
  { title: '规则', dataIndex: 'ruleName', ellipsis: true },
  { title: '数据表', dataIndex: 'tableName', width: 180, ellipsis: true },
  { title: '状态', width: 96, render: (_: unknown, { state }: Line) => <DictTag code="quality_alert_state" value={state} /> },
  { title: '发送时间', width: 150, render: (_: unknown, { sentTime, sendTime }: Line) => <DateText value={sentTime ?? sendTime} /> },
  { title: '说明', dataIndex: 'message', width: 260, ellipsis: true },
];

/** What an alert told, newest first. */
export function AlertLogDrawer({ alert, onClose }: { alert: { id: string; alertName: string }; onClose: () => void }) {
  const [pageNum, setPageNum] = useState(1);
  const logs = useCall(api.alertLog.page, { query: { alertRuleId: alert.id, pageNum, pageSize: PAGE_SIZE } });
  return (
    <Drawer open title={`“${alert.alertName}”的告警记录`} size={1100} onClose={onClose}>
      <Table<Line>
        className="list-table"
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={logs.data?.data}
        loading={logs.isLoading}
        scroll={{ x: 980 }}
        locale={{ emptyText: logs.isError ? '告警记录加载失败，请关闭后重试' : '还没有发出过告警' }}
        pagination={{ current: pageNum, pageSize: PAGE_SIZE, total: logs.data?.total ?? 0, onChange: setPageNum, showSizeChanger: false }}
      />
    </Drawer>
  );
}
