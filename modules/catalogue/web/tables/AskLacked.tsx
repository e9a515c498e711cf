import { Button } from 'antd';
import { useState } from 'react';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { useCall } from '#kit/web/use-call.ts';
import { ASKED_ACTIONS, flowOf } from '#modules/gate/contract/access-request.ts';
import { api } from '../api.ts';
import { AccessRequestDialog } from './AccessRequestDialog.tsx';

/** 申请权限 where the gate has refused a statement: with the columns and the action that it lacked. */
export default function AskLacked({ tableId, columns, action, from }: SlotPlaces['gate.refusal']) {
  const request = useCall(api.accessRequest.mine, { params: { tableId } });
  const [isAsking, setAsking] = useState(false);
  if (!request.isSuccess) return null;
  const isOpen = request.data?.state === 'open';
  const preset = { columns, actions: ASKED_ACTIONS.filter((each) => each === action) };
  return (
    <div className="ask-lacked">
      <Button size="small" type="primary" disabled={isOpen} onClick={() => setAsking(true)}>
        {isOpen ? '申请待处理' : '申请权限'}
      </Button>
      <FlowTag flow={request.data && isOpen ? flowOf(request.data) : null} />
      {isAsking && <AccessRequestDialog tableId={tableId} preset={preset} from={from} onClose={() => setAsking(false)} />}
    </div>
  );
}
