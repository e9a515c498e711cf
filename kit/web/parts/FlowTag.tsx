import type { ReactNode } from 'react';
import type { FlowStatus, ProposalState } from '#kit/contract/flow.ts';
import { useChangeAddress } from '../address.ts';
import { useSlot } from '../slots/Slot.tsx';
import { Tag, type Tone } from '../Tag.tsx';
import './parts.css';

const STATES: Readonly<Record<FlowStatus, readonly [label: string, tone: Tone]>> = {
  '1': ['待提交', 'idle'],
  '2': ['已退回', 'warn'],
  '3': ['审核中', 'accent'],
  '4': ['通过', 'calm'],
  '5': ['不通过', 'bad'],
  '6': ['已撤销', 'idle'],
};

/** Parameter of the address that names the approval shown beside the page (`ApprovalHost`). */
export const APPROVAL = 'approval';

/** The state of an approval in words. */
export function FlowStatusTag({ status }: { status: FlowStatus }) {
  const [label, tone] = STATES[status];
  return <Tag tone={tone}>{label}</Tag>;
}

interface FlowTagProps {
  /** null = the record is under no approval: `children`, or nothing */
  flow: (Pick<ProposalState, 'flowStatus' | 'processInstanceId'> & Partial<ProposalState>) | null;
  /** stands there without an approval */
  children?: ReactNode;
}
/** The approval that a record is in, on its pages: the state, which opens the approval where there is a module of approvals. */
export function FlowTag({ flow, children = null }: FlowTagProps) {
  const [part] = useSlot('flow.instance');
  const change = useChangeAddress();
  if (flow === null) return children;
  const { flowStatus, processInstanceId: id, businessTypeName: what = '' } = flow;
  const tag = <FlowStatusTag status={flowStatus} />;
  if (!part || id === null) return tag;
  return (
    // rows and cards around it listen for clicks, too
    <span
      className="flow-tag"
      role="presentation"
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <button
        type="button"
        aria-label={`${what}${STATES[flowStatus][0]}，查看审批`}
        title={`${what}${STATES[flowStatus][0]}，查看审批`}
        onClick={() => change({ [APPROVAL]: id })}
      >
        {tag}
      </button>
    </span>
  );
}
