import { useNavigate } from 'react-router';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { BatchAction, RowAction, RowOf } from '#kit/web/table/types.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { MessageIcon } from './MessageIcon.tsx';

type Row = RowOf<typeof api.message>;

const options: EntityPageOptions<Row> = {
  label: '消息',
  nameField: 'title',
  details: false,
  search: [
    { field: 'title', label: '关键词' },
    { field: 'kind', label: '类型', dict: 'sys_message_kind' },
    {
      field: 'isRead',
      label: '状态',
      options: [
        { value: '0', label: '未读' },
        { value: '1', label: '已读' },
      ],
    },
  ],
  views: [{ id: 'unread', name: '未读', values: { isRead: '0' } }],
  columns: [
    {
      field: 'title',
      title: '标题',
      width: 280,
      render: (row, own) => (
        <span className={row.readTime === null ? 'message-title unread' : 'message-title'}>
          <MessageIcon kind={row.kind} />
          <span className="cut">{own}</span>
        </span>
      ),
    },
    { field: 'text', title: '内容', width: 300 },
    { field: 'kind', title: '类型', dict: 'sys_message_kind', width: 100 },
    { field: 'createTime', title: '时间', kind: 'time', width: 150, sort: true },
  ],
};

/** My messages: open, mark, delete. */
export function MessageList() {
  const list = useEntityPage(api.message, options);
  const navigate = useNavigate();
  const read = useWrite(api.message.read, { overlay: false, refreshes: [api.message.page, api.message.unread] });
  const mark = (rows: readonly Row[]) => {
    const ids = rows.filter((row) => row.readTime === null).map((row) => row.id);
    if (ids.length > 0) read.mutate({ params: { ids: ids.join(',') } });
  };
  const opener = (row: Row) => {
    const { path } = row;
    if (path === null) return undefined;
    return () => {
      mark([row]);
      void navigate(path);
    };
  };
  const actions = (row: Row): RowAction[] =>
    row.readTime === null ? [{ key: 'read', label: '标为已读', onClick: () => mark([row]) }] : [];
  const batch: BatchAction<Row>[] = [{ key: 'read', label: '标为已读', onClick: mark }];
  return <EntityTable<Row> list={list} opener={opener} actions={actions} batch={batch} />;
}
