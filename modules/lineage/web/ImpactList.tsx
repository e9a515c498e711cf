import { Alert, Button, Drawer, Input, Modal, Table } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { Can } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { kindLabel } from './kinds.ts';
import './lineage.css';

type Impact = CallReply<typeof api.lineage.impactTable>;
type Item = Impact['items'][number];
const EVERY_PAGE = 50;

/** Everything that a change of a table or of one column bears on, with the way there and who answers for it. */
export function ImpactList({ tableId, columnId }: { tableId: string; columnId?: string | null }) {
  const ofTable = useCall(api.lineage.impactTable, { params: { id: tableId } }, { enabled: !columnId });
  const ofColumn = useCall(api.lineage.impactColumn, { params: { id: columnId ?? '0' } }, { enabled: Boolean(columnId) });
  const { data, error, refetch } = columnId ? ofColumn : ofTable;
  const [isNotifying, setNotifying] = useState(false);
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" />;
  if (data.total === 0) return <StateView kind="empty" what="没有采集到受影响的对象" why="可以放心修改；血缘以已采集的为准。" />;
  return (
    <div className="lin-impact">
      <div className="lin-impact-head">
        <span>
          共影响 <b>{data.total}</b> 个对象，涉及 <b>{data.ownerCount}</b> 位负责人
          {data.unownedCount > 0 && <span className="muted">{`，${data.unownedCount} 张表没有负责人`}</span>}
          {data.capped && <span className="muted">（数量较多，已截断）</span>}
        </span>
        <Can call={api.lineage.notifyOwners}>
          <Button disabled={data.ownerCount === 0} onClick={() => setNotifying(true)}>
            通知全部负责人
          </Button>
        </Can>
      </div>
      <Table<Item>
        size="small"
        rowKey="key"
        dataSource={data.items}
        pagination={data.items.length > EVERY_PAGE ? { pageSize: EVERY_PAGE, showSizeChanger: false } : false}
        tableLayout="fixed"
        scroll={{ x: 820 }}
        columns={[
          {
            title: '对象',
            key: 'name',
            width: 240,
            render: (_: unknown, item) => (
              <div className="lin-item">
                <NameLink mono={item.type === 'table'} name={item.name} to={item.path ?? undefined} />
                <em className="cut">{item.comment ?? item.sourceName}</em>
              </div>
            ),
          },
          { title: '类型', key: 'kind', width: 80, render: (_: unknown, item) => kindLabel(item.kind) },
          {
            title: '影响',
            key: 'how',
            width: 170,
            render: (_: unknown, item) =>
              item.isIndirect ? (
                <Tag tone="line">仅影响行</Tag>
              ) : item.columns.length === 0 ? (
                // boards and charts have no columns of their own
                { table: '整表', object: '整体', hidden: '整体' }[item.type]
              ) : (
                <span className="mono cut" title={item.columns.join('、')}>
                  {item.columns.slice(0, 2).join('、')}
                  {item.columns.length > 2 && ` 等 ${item.columns.length} 个`}
                </span>
              ),
          },
          { title: '距离', dataIndex: 'distance', width: 70, render: (distance: number) => `${distance} 层` },
          { title: '负责人', key: 'owner', width: 100, render: (_: unknown, item) => <PersonText bare name={item.ownerName} /> },
          {
            title: '路径',
            key: 'route',
            render: (_: unknown, item) => (
              <span className="mono cut muted" title={item.route.join(' → ')}>
                {item.route.slice(1).join(' → ')}
              </span>
            ),
          },
        ]}
      />
      {isNotifying && <NotifyOwners tableId={tableId} columnId={columnId ?? null} impact={data} onClose={() => setNotifying(false)} />}
    </div>
  );
}

function NotifyOwners({
  tableId,
  columnId,
  impact,
  onClose,
}: {
  tableId: string;
  columnId: string | null;
  impact: Impact;
  onClose: () => void;
}) {
  const [text, setText] = useState(`计划变更 ${impact.name}，请确认对您负责的对象的影响。`);
  const notify = useWrite(api.lineage.notifyOwners, { quiet: true });
  const send = async () => {
    const { notified } = await notify.mutateAsync({ body: { tableId, columnId, text } });
    if (notified === 0) toast.info('这些负责人已收到过同样的通知');
    else toast.success(`已通知 ${notified} 位负责人`);
    onClose();
  };
  return (
    <Modal
      open
      title="通知全部负责人"
      okText="发送"
      cancelText="取消"
      confirmLoading={notify.isPending}
      okButtonProps={{ disabled: text.trim() === '' }}
      onOk={() => void send().catch(() => undefined)}
      onCancel={onClose}
    >
      {notify.error && <Alert type="error" title={notify.error.message} style={{ marginBottom: 12 }} />}
      <Input.TextArea
        rows={4}
        maxLength={500}
        showCount
        value={text}
        aria-label="通知内容"
        onChange={(event) => setText(event.target.value)}
      />
    </Modal>
  );
}

/** The list in a drawer beside the drawing. */
export function ImpactDrawer({ tableId, columnId, onClose }: { tableId: string; columnId: string | null; onClose: () => void }) {
  return (
    <Drawer open size={900} title={columnId ? '改了这个字段会影响什么' : '改了这张表会影响什么'} onClose={onClose}>
      <ImpactList tableId={tableId} columnId={columnId} />
    </Drawer>
  );
}
