import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction } from '#kit/web/table/types.ts';
import { api } from '../api.ts';
import { ApplyDialog } from './ApplyDialog.tsx';
import { options, type Row } from './columns.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import { GrantDialog } from './GrantDialog.tsx';
import { SubscriptionDrawer } from './SubscriptionDrawer.tsx';
import { TermDialog } from './TermDialog.tsx';
import { useSubscriptionSteps } from './use-subscription-steps.ts';
import '../market.css';

type Shown = { kind: 'detail' | 'grant' | 'renew'; row: Row } | { kind: 'decide'; row: Row; approved: boolean };

/** What is opened about one subscription. */
function Opened({ onClose, ...shown }: Shown & { onClose: () => void }) {
  switch (shown.kind) {
    case 'detail':
      return <SubscriptionDrawer row={shown.row} onClose={onClose} />;
    case 'grant':
      return <GrantDialog row={shown.row} onClose={onClose} />;
    case 'renew':
      return <TermDialog row={shown.row} kind="renew" onClose={onClose} />;
    case 'decide':
      return <DecideDialog row={shown.row} approved={shown.approved} onClose={onClose} />;
  }
}

/** subscriptions are asked for, not added: the list has no button of its own */
const rows = { page: api.subscription.page };

/** What may be done with a subscription, as the server says of each. */
function useActions(setShown: (shown: Shown) => void) {
  const { pause, resume, close } = useSubscriptionSteps();
  return (row: Row): RowAction[] => {
    const decide = (kind: 'approve' | 'reject') => () => setShown({ kind: 'decide', row, approved: kind === 'approve' });
    const all: readonly (RowAction & { isOffered: boolean })[] = [
      { key: 'approve', label: '同意', call: api.subscription.decide, onClick: decide('approve'), isOffered: row.mayDecide },
      { key: 'reject', label: '拒绝', call: api.subscription.decide, onClick: decide('reject'), isOffered: row.mayDecide },
      {
        key: 'grant',
        label: '授权范围',
        call: api.subscription.grant,
        onClick: () => setShown({ kind: 'grant', row }),
        // a service has neither fields nor rows to choose from
        isOffered: row.mayGrant && row.kind === 'api',
      },
      {
        key: 'renew',
        label: '续期',
        call: api.subscription.renew,
        onClick: () => setShown({ kind: 'renew', row }),
        isOffered: row.mayRenew,
      },
      {
        key: 'pause',
        label: '暂停',
        call: api.subscription.pause,
        onClick: () => void pause(row),
        isOffered: row.mayClose && row.status === '2',
      },
      {
        key: 'resume',
        label: '恢复',
        call: api.subscription.resume,
        onClick: () => void resume(row),
        isOffered: row.mayClose && row.status === '4',
      },
      {
        key: 'close',
        label: row.status === '1' ? '撤回' : '关闭',
        call: api.subscription.close,
        danger: true,
        onClick: () => void close(row),
        isOffered: row.mayClose,
      },
      { key: 'detail', label: '详情', onClick: () => setShown({ kind: 'detail', row }), isOffered: true },
    ];
    return all.filter(({ isOffered }) => isOffered);
  };
}

/** 订阅管理: who may call what until when, asked for and decided. */
export default function SubscriptionPage() {
  const list = useEntityPage(rows, options);
  const can = useCan();
  const [shown, setShown] = useState<Shown | null>(null);
  const actions = useActions(setShown);
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
      {shown && <Opened {...shown} onClose={() => setShown(null)} />}
    </div>
  );
}
