import { Button } from 'antd';
import { useState } from 'react';
import type { FlowState } from '#kit/contract/flow.ts';
import { useCan } from '#kit/web/can.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { ASKED_ACTIONS, flowOf } from '#modules/gate/contract/access-request.ts';
import { api } from '../api.ts';
import { AccessRequestDialog } from './AccessRequestDialog.tsx';

interface Props {
  tableId: string;
  /** the column that it is about, else the whole table */
  column?: { readonly columnName: string; readonly level: string | null };
  size?: 'small' | 'middle';
  type?: 'primary' | 'default';
}

/**
 * The actions the caller has on a table while something can still be asked for, else null; `isOpen`: a request waits already. Null as well
 * until both are known: what is offered meanwhile would be refused.
 */
export function useAskable(tableId: string): { held: readonly string[] | null; isOpen: boolean; flow: FlowState | null } {
  const can = useCan();
  const held = useCall(api.governance.access, { params: { id: tableId } }, { enabled: can(api.governance.access) }).data?.mine;
  const request = useCall(api.accessRequest.mine, { params: { tableId } }).data;
  const lacks = held !== undefined && request !== undefined && !ASKED_ACTIONS.every((action) => held.includes(action));
  return { held: lacks ? held : null, isOpen: request?.state === 'open', flow: request?.state === 'open' ? flowOf(request) : null };
}

/** What is asked for at first: of a sensitive column that one may query already, it is the clear values that are missed. */
export function presetOf(held: readonly string[], column?: Props['column']) {
  const isHidden = (column?.level === 'L3' || column?.level === 'L4') && held.includes('query') && !held.includes('unmask');
  const missing = ASKED_ACTIONS.filter((action) => !held.includes(action));
  return { columns: column ? [column.columnName] : [], actions: isHidden ? (['unmask'] as const) : missing.slice(0, 1) };
}

/** 申请权限: shown while the caller lacks an action that can be requested; disabled while a request is open. */
export function AskAccess({ tableId, column, size = 'middle', type = 'default' }: Props) {
  const { held, isOpen, flow } = useAskable(tableId);
  const [isAsking, setAsking] = useState(false);
  if (!held) return null;
  const preset = presetOf(held, column);
  return (
    <>
      <FlowTag flow={flow} />
      <Button size={size} type={type} disabled={isOpen} onClick={() => setAsking(true)}>
        {isOpen ? '申请待处理' : '申请权限'}
      </Button>
      {isAsking && <AccessRequestDialog tableId={tableId} preset={preset} onClose={() => setAsking(false)} />}
    </>
  );
}
