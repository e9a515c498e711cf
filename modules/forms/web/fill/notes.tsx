import { RollbackOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import type { FormRecord } from '../../contract/record.ts';
import { flowOf } from '../flow-of.ts';
import type { Draft } from './drafts.ts';
import type { FillRound } from './FillForm.tsx';

type Values = Readonly<Record<string, unknown>>;

/** The task that a filling is for, until when, and what was given before. */
export function RoundNote({ round, take }: { round: FillRound; take: ((values: Values) => void) | null }) {
  const { previous } = round;
  return (
    <div className="fill-note" role="status">
      <span>
        {round.taskName}，<DateText value={round.end} /> 截止{round.remark && `。${round.remark}`}
      </span>
      {take && previous && (
        <Button type="link" size="small" onClick={() => take(previous.values)}>
          带入第 {previous.roundNo} 期内容
        </Button>
      )}
    </div>
  );
}

/** A draft was taken up again. */
export function DraftNote({ draft, isOld, drop }: { draft: Draft; isOld: boolean; drop: () => void }) {
  return (
    <div className="fill-note" role="status">
      <span>
        已恢复 <DateText value={draft.time} /> 的草稿{isOld && '，表单此后有更新，请检查'}
      </span>
      <Button type="link" size="small" onClick={drop}>
        放弃草稿
      </Button>
    </div>
  );
}
type Flowing = Pick<FormRecord, 'flowStatus' | 'processInstanceId'>;
/** Who sent the record back, and why. */
export function ReturnNote({ record, returned }: { record: Flowing; returned: NonNullable<FormRecord['returned']> }) {
  return (
    <div className="fill-note returned" role="status">
      <span>
        <RollbackOutlined /> {returned.userName ?? '审批人'} 退回
        {returned.opinion && `：${returned.opinion}`}{' '}
        <small className="muted">
          <DateText value={returned.time} />
        </small>
      </span>
      <FlowTag flow={flowOf(record)} />
    </div>
  );
}
/** What has passed is changed: it holds until the change has passed, too. */
export function ChangeNote({ reason, onReason }: { reason: string; onReason: (reason: string) => void }) {
  return (
    <div className="fill-note changing" role="status">
      <span>变更通过前，原内容继续有效</span>
      <Input
        aria-label="变更原因"
        placeholder="变更原因（选填）"
        maxLength={200}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
    </div>
  );
}
