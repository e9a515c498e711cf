import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { isGoneError } from '#kit/web/parts/ObjectFailed.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useSession } from '#kit/web/session.ts';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { askCancel } from './cancel.ts';
import { InstanceDrawer } from './InstanceDrawer.tsx';

/** Above dialogs and drawers of the page, also when these come later; below confirmations (2000). */
const Z_INDEX = 1500;

/** The approval of a record, beside the page of the record; whoever started it can take it back there. */
export default function RecordApproval({ id, onClose }: SlotPlaces['flow.instance']) {
  const me = useSession(({ user }) => user?.id);
  const client = useQueryClient();
  const detail = useCall(api.instance.detail, { params: { id } });
  if (isGoneError(detail.error))
    return (
      <Drawer open title="流程详情" size={480} zIndex={Z_INDEX} onClose={onClose}>
        <StateView kind="empty" what="您不是该审批的参与人" why="发起人、审批人和抄送人可以打开它。" />
      </Drawer>
    );
  // what the record looks like without its approval only its own module knows
  const refresh = () => client.invalidateQueries();
  return (
    <InstanceDrawer
      id={id}
      zIndex={Z_INDEX}
      onClose={onClose}
      foot={(row) =>
        row.endTime === null &&
        row.starterId === me && (
          <div className="flow-actions">
            <Button danger onClick={() => askCancel(row, refresh)}>
              撤销
            </Button>
          </div>
        )
      }
    />
  );
}
