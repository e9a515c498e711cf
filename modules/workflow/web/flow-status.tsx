import { Tag, type Tone } from '#kit/web/Tag.tsx';
import type { FlowStatus } from '#kit/contract/flow.ts';

const STATES: Readonly<Record<FlowStatus, readonly [label: string, tone: Tone]>> = {
  '1': ['待提交', 'idle'],
  '2': ['已退回', 'warn'],
  '3': ['审核中', 'accent'],
  '4': ['通过', 'calm'],
  '5': ['不通过', 'bad'],
  '6': ['已撤销', 'idle'],
};

export function FlowStatusTag({ status }: { status: FlowStatus }) {
  const [label, tone] = STATES[status];
  return <Tag tone={tone}>{label}</Tag>;
}
