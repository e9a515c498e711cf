import { Button } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { ASKED_ACTIONS } from '#modules/gate/contract/access-request.ts';
import { api } from '../api.ts';
import { AccessRequestDialog } from './AccessRequestDialog.tsx';

interface Props {
  tableId: string;
  /** the column that it is about, else the whole table */
  column?: { readonly id: string; readonly level: string | null };
  size?: 'small' | 'middle';
}

/** 申请权限, for who lacks something that can be asked for; says when a request waits already. */
export function AskAccess({ tableId, column, size = 'middle' }: Props) {
  const can = useCan();
  const held = useCall(api.governance.access, { params: { id: tableId } }, { enabled: can(api.governance.access) }).data?.mine;
  const request = useCall(api.accessRequest.mine, { params: { tableId } }).data;
  const [isAsking, setAsking] = useState(false);
  if (!held || ASKED_ACTIONS.every((action) => held.includes(action))) return null;
  const isOpen = request?.state === 'open';
  return (
    <>
      <Button size={size} disabled={isOpen} onClick={() => setAsking(true)}>
        {isOpen ? '申请待处理' : '申请权限'}
      </Button>
      {isAsking && <AccessRequestDialog tableId={tableId} held={held} {...(column && { column })} onClose={() => setAsking(false)} />}
    </>
  );
}
