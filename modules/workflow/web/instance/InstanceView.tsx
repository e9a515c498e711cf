import { CheckOutlined, CloseOutlined, MinusOutlined, RollbackOutlined, SendOutlined, UserAddOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { SlotPartView, useSlot } from '#kit/web/slots/Slot.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { FlowStatusTag } from '../flow-status.tsx';
import { WaitingList } from './WaitingList.tsx';
import { stepsOf, type Step } from './steps.ts';
import '../workflow.css';

type Detail = ReplyOf<typeof api.instance.detail>;
type Entry = Detail['trail'][number];

interface InstanceViewProps {
  id: string;
  /** below everything: what may be done */
  foot?: (detail: Detail) => ReactNode;
}

/** An approval: what is asked, where it stands, what was decided. */
export function InstanceView({ id, foot }: InstanceViewProps) {
  const detail = useCall(api.instance.detail, { params: { id } });
  const track = useCall(api.instance.track, { query: { processInstanceId: id } });
  if (detail.error) return <StateView kind="error" error={detail.error} onRetry={() => void detail.refetch()} />;
  if (!detail.data) return <StateView kind="loading" />;
  const row = detail.data;
  return (
    <section className="flow-view" aria-label={row.title}>
      <header className="flow-head">
        <h2>{row.title}</h2>
        <FlowStatusTag status={row.flowStatus} effect={row.effectState} />
        <p className="flow-facts">
          <PersonText name={row.starterName} note={row.deptName} />
          <span>
            <DateText value={row.startTime} /> 发起
          </span>
          {row.currentNodes.length > 0 && <span>当前：{row.currentNodes.join('、')}</span>}
          <span className="muted">
            {row.definitionName} 第 {row.versionNo} 版
          </span>
        </p>
      </header>
      {track.error ? (
        <StateView kind="error" inline error={track.error} onRetry={() => void track.refetch()} />
      ) : (
        track.data && <StepStrip steps={stepsOf(track.data)} />
      )}
      <div className="flow-body">
        <div className="flow-record">
          <h3>单据</h3>
          <RecordPart row={row} />
        </div>
        <div className="flow-trail">
          <h3>审批记录</h3>
          <Trail entries={row.trail} />
          <WaitingList rows={row.waiting} />
        </div>
      </div>
      {foot?.(row)}
    </section>
  );
}

/** The record as its module shows it, else the fields that were submitted: these stay also when the record is gone. */
function RecordPart({ row }: { row: Detail }) {
  const part = useSlot('flow.detail').find(({ key }) => key === row.businessType);
  const fields = (
    <dl>
      {row.fields.map(({ name, label }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{textOf(row.snapshot[name])}</dd>
        </div>
      ))}
    </dl>
  );
  if (!part) return fields;
  const { businessCode, businessKey, snapshot } = row;
  return <SlotPartView<'flow.detail'> part={part} of={{ businessCode, businessKey, snapshot }} waiting={fields} failed={() => fields} />;
}

function textOf(value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return <Missing />;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string);
}

const STATE_WORD = { done: '已办', now: '办理中', next: '预计' } as const;

function StepStrip({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="flow-strip" aria-label="流程进展">
      {steps.map((step) => (
        <li key={step.id} className={`flow-step ${step.state}`}>
          <b>{step.name}</b>
          <span>
            {STATE_WORD[step.state]}
            {step.people.length > 0 && ` · ${step.people.join('、')}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

const MARKS: Readonly<Record<string, readonly [icon: ReactNode, tone: string]>> = {
  提交: [<SendOutlined key="i" />, 'now'],
  重新提交: [<SendOutlined key="i" />, 'now'],
  同意: [<CheckOutlined key="i" />, 'ok'],
  自动通过: [<CheckOutlined key="i" />, 'ok'],
  不同意: [<CloseOutlined key="i" />, 'bad'],
  终止: [<CloseOutlined key="i" />, 'bad'],
  退回: [<RollbackOutlined key="i" />, 'warn'],
  前加签: [<UserAddOutlined key="i" />, 'now'],
  后加签: [<UserAddOutlined key="i" />, 'now'],
  并行加签: [<UserAddOutlined key="i" />, 'now'],
};

function Trail({ entries }: { entries: readonly Entry[] }) {
  return (
    <ol className="trail">
      {entries.map((entry, n) => {
        const [icon, tone] = MARKS[entry.action] ?? [<MinusOutlined key="i" />, 'idle'];
        return (
          <li key={n} className={tone}>
            <i aria-hidden>{icon}</i>
            <p>
              <b>{entry.actorName ?? '系统'}</b> {entry.action}
              {entry.nodeName && <span className="muted"> {entry.nodeName}</span>}
              <DateText value={entry.time} />
            </p>
            {entry.opinion && <q>{entry.opinion}</q>}
          </li>
        );
      })}
    </ol>
  );
}
