import { Link } from 'react-router';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { useCan } from '#kit/web/can.tsx';
import { FlowStatusTag as StatusTag } from '#kit/web/parts/FlowTag.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import type { EffectState } from '../contract/operation.ts';
import { api } from './api.ts';

interface FlowStatusTagProps {
  status: FlowStatus;
  /** what became of the effect of a passed approval */
  effect?: EffectState | null;
}
/** The state of an approval, with the way to 运维 for those who may try a failed effect again. */
export function FlowStatusTag({ status, effect = null }: FlowStatusTagProps) {
  const can = useCan();
  if (status !== '4' || effect !== 'dead') return <StatusTag status={status} />;
  return (
    <>
      <Tag tone="bad">已通过，生效失败</Tag>
      {can(api.operation.retryEffect) && <Link to="/workflow/operation?tab=effects">去重试</Link>}
    </>
  );
}
