import { Drawer, Progress } from 'antd';
import { ExportButton } from '#kit/web/excel/ExportButton.tsx';
import { useEntityPanel, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { count } from '#kit/web/format.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { AnyCall } from '#kit/web/table/types.ts';
import { measures } from '#kit/web/theme.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { useMemo } from 'react';
import { api } from '../api.ts';

type Row = CallReply<typeof api.notice.receipts>['data'][number];

const OPTIONS: EntityPageOptions<Row> = {
  label: '回执',
  nameField: 'nickname',
  details: false,
  search: [{ field: 'keyword', label: '姓名', placeholder: '姓名或用户名' }],
  views: [
    { id: 'unread', name: '未读', values: { isRead: '0' } },
    { id: 'read', name: '已读', values: { isRead: '1' } },
  ],
  columns: [
    { field: 'nickname', title: '姓名', width: 110 },
    { field: 'username', title: '用户名', kind: 'mono', width: 130 },
    { field: 'deptName', title: '部门' },
    {
      field: 'readTime',
      title: '阅读时间',
      kind: 'time',
      width: 160,
      render: (row) => (row.readTime === null ? <Tag tone="warn">未读</Tag> : undefined),
    },
  ],
};

interface ReceiptsProps {
  notice: { id: string; title: string };
  onClose: () => void;
}

/** Who has read a notice and who has not. */
export function Receipts({ notice, onClose }: ReceiptsProps) {
  const { id } = notice;
  const options = useMemo(() => ({ ...OPTIONS, always: { noticeId: id } }), [id]);
  const list = useEntityPanel(calls, options);
  const { data } = useCall(api.notice.receipts, { params: { id }, query: { pageSize: 1 } });
  const percent = data && data.audienceCount > 0 ? Math.floor((data.readCount / data.audienceCount) * 1000) / 10 : 0;
  return (
    <Drawer
      open
      size={measures.drawer}
      title={`阅读回执：${notice.title}`}
      onClose={onClose}
      extra={
        <ExportButton
          call={exportOf(id)}
          label={`阅读回执_${notice.title}`}
          body={() => ({ keyword: list.query['keyword'], isRead: list.query['isRead'] })}
        />
      }
      styles={{ body: { padding: 0, display: 'flex', flexDirection: 'column' } }}
    >
      {data && (
        <div className="receipt-sum">
          <span>
            已读 <b>{count(data.readCount)}</b> 人
          </span>
          <span>
            未读 <b>{count(data.audienceCount - data.readCount)}</b> 人
          </span>
          <Progress aria-label="阅读进度" percent={percent} size="small" />
        </div>
      )}
      <div className="list-page">
        <EntityTable<Row> list={list} />
      </div>
    </Drawer>
  );
}

/** The receipts as a list in pages; which notice is meant comes with the query. */
const calls: { page: typeof api.notice.receipts } = {
  page: Object.assign(
    ({ query: { noticeId, ...query } }: { query: { noticeId: string } }, how?: object) =>
      api.notice.receipts({ params: { id: noticeId }, query }, how),
    { route: api.notice.receipts.route },
  ) as unknown as typeof api.notice.receipts,
};

const exportOf = (id: string): AnyCall => {
  const { route } = api.notice.exportReceipts;
  return Object.assign(() => Promise.resolve(), { route: { ...route, path: route.path.replace(':id', id) } });
};
