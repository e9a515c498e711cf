import { Tag, type Tone } from '#kit/web/Tag.tsx';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { EffectState } from '../contract/operation.ts';

const STATES: Readonly<Record<FlowStatus, readonly [label: string, tone: Tone]>> = {
  '1': ['待提交', 'idle'],
  '2': ['已退回', 'warn'],
  '3': ['审核中', 'accent'],
  '4': ['通过', 'calm'],
  '5': ['不通过', 'bad'],
  '6': ['已撤销', 'idle'],
};

interface FlowStatusTagProps {
  status: FlowStatus;
  /** what became of the effect of a passed approval */
  effect?: EffectState | null;
}
export function FlowStatusTag({ status, effect = null }: FlowStatusTagProps) {
  if (status === '4' && effect === 'dead') return <Tag tone="bad">已通过，生效失败</Tag>;
  const [label, tone] = STATES[status];
  return <Tag tone={tone}>{label}</Tag>;
}
