import { Tag } from '#kit/web/Tag.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import type { RecordRow } from '../../contract/record.ts';
import { flowOf } from '../flow-of.ts';

type Flowing = Pick<RecordRow, 'flowStatus' | 'processInstanceId' | 'changeStatus'>;
/** How a record stands with its approvers: it itself, and the change of it that waits. */
export function RecordFlow({ record }: { record: Flowing }) {
  return (
    <span className="record-flow">
      <FlowTag flow={flowOf(record)}>—</FlowTag>
      {record.changeStatus !== null && (
        <Tag tone={record.changeStatus === '2' ? 'warn' : 'accent'}>{record.changeStatus === '2' ? '变更已退回' : '变更中'}</Tag>
      )}
    </span>
  );
}
