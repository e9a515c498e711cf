import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, confirmLoss, toast } from '#kit/web/dialog.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction } from '#kit/web/table/types.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { ApplyDialog } from './ApplyDialog.tsx';
import { named, options, type Row } from './columns.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import { SubscriptionDrawer } from './SubscriptionDrawer.tsx';
import '../market.css';

type Shown = { kind: 'detail'; row: Row } | { kind: 'decide'; row: Row; approved: boolean } | null;

/** 订阅管理: who may call what until when, asked for and decided. */
export default function SubscriptionPage() {
  const list = useEntityPage(api.subscription, options);
  const can = useCan();
  const refresh = useRefresh();
  const [shown, setShown] = useState<Shown>(null);
  const after = async (text: string) => {
    toast.success(text);
    await refresh(api.subscription.page);
  };
  const pause = async (row: Row) => {
    const agreed = await confirmLoss('暂停', `暂停${named(row)}？恢复之前它的调用被拒绝，有效期照常计算。`, () =>
      api.subscription.pause({ params: { id: row.id } }, { overlay: false }),
    );
    if (agreed) await after('已暂停');
  };
  const resume = async (row: Row) => {
    const agreed = await confirmDialog({
      content: `恢复${named(row)}？恢复后可以立即调用。`,
      okText: '恢复',
      onOk: () => api.subscription.resume({ params: { id: row.id } }, { overlay: false }),
    });
    if (agreed) await after('已恢复');
  };
  const close = async (row: Row) => {
    const isRequest = row.status === '1';
    const content = isRequest ? `撤回${named(row)}的申请？` : `关闭${named(row)}？它的调用立即被拒绝，再用需要重新申请。`;
    const agreed = await confirmLoss(isRequest ? '撤回' : '关闭', content, () =>
      api.subscription.close({ params: { id: row.id } }, { overlay: false }),
    );
    if (agreed) await after(isRequest ? '已撤回' : '已关闭');
  };
  const actions = (row: Row): RowAction[] => [
    ...(row.mayDecide
      ? [
          {
            key: 'approve',
            label: '同意',
            call: api.subscription.decide,
            onClick: () => setShown({ kind: 'decide', row, approved: true }),
          },
          {
            key: 'reject',
            label: '拒绝',
            call: api.subscription.decide,
            onClick: () => setShown({ kind: 'decide', row, approved: false }),
          },
        ]
      : []),
    ...(row.mayClose && row.status === '2'
      ? [{ key: 'pause', label: '暂停', call: api.subscription.pause, onClick: () => void pause(row) }]
      : []),
    ...(row.mayClose && row.status === '4'
      ? [{ key: 'resume', label: '恢复', call: api.subscription.resume, onClick: () => void resume(row) }]
      : []),
    ...(row.mayClose
      ? [
          {
            key: 'close',
            label: row.status === '1' ? '撤回' : '关闭',
            call: api.subscription.close,
            danger: true,
            onClick: () => void close(row),
          },
        ]
      : []),
    { key: 'detail', label: '详情', onClick: () => setShown({ kind: 'detail', row }) },
  ];
  const dismiss = () => setShown(null);
  return (
    <div className="panel list-page">
      {can(api.subscription.create) && (
        <PageActions>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => list.open({ kind: 'new' })}>
            申请订阅
          </Button>
        </PageActions>
      )}
      <EntityTable<Row> list={list} actions={actions} opener={(row) => () => setShown({ kind: 'detail', row })} />
      {list.state.opened?.kind === 'new' && can(api.subscription.create) && <ApplyDialog onClose={() => list.open(null)} />}
      {shown?.kind === 'detail' && <SubscriptionDrawer row={shown.row} onClose={dismiss} />}
      {shown?.kind === 'decide' && <DecideDialog row={shown.row} approved={shown.approved} onClose={dismiss} />}
    </div>
  );
}
