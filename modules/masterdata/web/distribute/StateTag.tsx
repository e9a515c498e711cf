import { Tag } from '#kit/web/Tag.tsx';
import type { TargetRow } from '../../contract/target.ts';
import { STATES } from './words.ts';

/** How a target stands: a running one that fails waits for its next try. */
export function StateTag({ row }: { row: Pick<TargetRow, 'state' | 'tries' | 'isStarting'> }) {
  if (row.state === 'running' && row.tries > 0) return <Tag tone="warn">重试中</Tag>;
  if (row.state === 'running' && row.isStarting) return <Tag tone="accent">准备全量</Tag>;
  const [label, tone] = STATES[row.state];
  return <Tag tone={tone}>{label}</Tag>;
}
