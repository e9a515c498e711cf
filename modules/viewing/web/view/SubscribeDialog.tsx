import { Button, Modal } from 'antd';
import { useCall } from '#kit/web/use-call.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { FilterValue } from '#modules/charts/contract/view-filter.ts';
import type { Shape } from '#modules/charts/core/index.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';
import { subscriptionApi } from './social-api.ts';
import { measuresOf } from './subscription-measures.ts';
import { SubscriptionForm } from './SubscriptionForm.tsx';
import { SubscriptionRow } from './SubscriptionRow.tsx';
import './social.css';

interface SubscribeDialogProps {
  entity: 'board' | 'screen';
  id: string;
  name: string;
  shape: Shape;
  feed: Pick<TileFeed, 'get'>;
  /** what the viewer has chosen: the subscription comes with it */
  filters: Readonly<Record<string, FilterValue>>;
  open: boolean;
  onClose: () => void;
}

/** Subscriptions of a document: when, to whom, on what condition. */
export function SubscribeDialog({ entity, id, name, shape, feed, filters, open, onClose }: SubscribeDialogProps) {
  const measures = measuresOf(shape, feed);
  const list = useCall(subscriptionApi.list, { query: { entityType: entity, entityId: id } }, { enabled: open });
  return (
    <Modal open={open} onCancel={onClose} title={`订阅 · ${name}`} footer={null} width={720} destroyOnHidden>
      <SubscriptionForm target={{ entity, id, filters }} measures={measures} />
      {list.isPending && <p className="social-note">正在加载…</p>}
      {list.error && (
        <p className="social-note" role="alert">
          {list.error.message}
          <Button type="link" size="small" onClick={() => void list.refetch()}>
            重试
          </Button>
        </p>
      )}
      {list.data?.length === 0 && <StateView kind="empty" inline what="还没有订阅" />}
      {list.data !== undefined && list.data.length > 0 && (
        <ul className="subscribe-list">
          {list.data.map((one) => (
            <SubscriptionRow key={one.id} one={one} measures={measures} />
          ))}
        </ul>
      )}
    </Modal>
  );
}
