import { ShopOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction } from '#kit/web/table/types.ts';
import { api } from '../api.ts';
import { options as all, type Row } from './columns.tsx';
import { SubscriptionDrawer } from './SubscriptionDrawer.tsx';
import { TermDialog } from './TermDialog.tsx';
import { useSubscriptionSteps } from './use-subscription-steps.ts';
import '../market.css';

const rows = { page: api.subscription.page };
/** the same list, of the own requests alone */
const options: EntityPageOptions<Row> = {
  ...all,
  label: '申请',
  always: { mine: '1' },
  views: [
    { id: 'waiting', name: '待审批', values: { status: '1' } },
    { id: 'active', name: '生效', values: { status: '2' } },
    { id: 'ended', name: '已到期', values: { status: '6' } },
  ],
  columns: all.columns.filter(({ field }) => field !== 'applicant'),
};
type Shown = { kind: 'detail' | 'renew' | 'submit'; row: Row } | null;

/** 我的申请: what the own applications asked for, how far it is, and when it ends. */
export default function MyApplyPage() {
  const list = useEntityPage(rows, options);
  const can = useCan();
  const navigate = useNavigate();
  const [shown, setShown] = useState<Shown>(null);
  const { close } = useSubscriptionSteps();
  const actions = (row: Row): RowAction[] => {
    const offered: readonly (RowAction & { isOffered: boolean })[] = [
      {
        key: 'submit',
        label: '重新提交',
        call: api.subscription.submit,
        onClick: () => setShown({ kind: 'submit', row }),
        isOffered: row.mayResubmit,
      },
      {
        key: 'renew',
        label: '续期',
        call: api.subscription.renew,
        onClick: () => setShown({ kind: 'renew', row }),
        isOffered: row.mayRenew,
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
    return offered.filter(({ isOffered }) => isOffered);
  };
  const dismiss = () => setShown(null);
  return (
    <div className="panel list-page">
      {can(api.square.page) && (
        <PageActions>
          <Button type="primary" icon={<ShopOutlined />} onClick={() => void navigate('/market/apimarket')}>
            去API市场
          </Button>
        </PageActions>
      )}
      <EntityTable<Row> list={list} actions={actions} opener={(row) => () => setShown({ kind: 'detail', row })} />
      {shown?.kind === 'detail' && <SubscriptionDrawer row={shown.row} onClose={dismiss} />}
      {(shown?.kind === 'renew' || shown?.kind === 'submit') && <TermDialog row={shown.row} kind={shown.kind} onClose={dismiss} />}
    </div>
  );
}
