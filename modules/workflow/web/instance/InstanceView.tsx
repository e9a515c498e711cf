import { Checkbox, Segmented, Spin } from 'antd';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import type { ReplyOf } from '#kit/web/client.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { SlotPartView, useSlot } from '#kit/web/slots/Slot.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { usePhone } from '#kit/web/use-phone.ts';
import { api } from '../api.ts';
import { FlowStatusTag } from '../flow-status.tsx';
import { changedCount, Comparison } from './Comparison.tsx';
import { Conversation } from './Conversation.tsx';
import { RecordFields, type FieldEdits } from './RecordFields.tsx';
import { Trail } from './Trail.tsx';
import { WaitingList } from './WaitingList.tsx';
import { FlowDrawing } from '../drawing/FlowDrawing.tsx';
import '../workflow.css';

const TrackDiagram = lazy(() => import('../track/TrackDiagram.tsx'));

type Detail = ReplyOf<typeof api.instance.detail>;

interface InstanceViewProps {
  id: string;
  /** below everything: what may be done */
  foot?: (detail: Detail) => ReactNode;
  edits?: FieldEdits | undefined;
}

/** An approval: what is asked, where it stands, what was decided. */
export function InstanceView({ id, foot, edits }: InstanceViewProps) {
  const detail = useCall(api.instance.detail, { params: { id } });
  const track = useCall(api.instance.track, { query: { processInstanceId: id } });
  const [part, setPart] = usePart();
  useReading(detail.data?.id);
  if (detail.error) return <StateView kind="error" what="流程没有读出来" error={detail.error} onRetry={() => void detail.refetch()} />;
  if (!detail.data) return <StateView kind="loading" />;
  const row = detail.data;
  return (
    <section className="flow-view" aria-label={row.title}>
      <header className="flow-head">
        <Conversation detail={row}>
          <PartChoice part={part} onChange={setPart} />
        </Conversation>
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
        track.data && <FlowDrawing track={track.data} />
      )}
      {part === 'graph' && track.data ? (
        <Suspense fallback={<Spin className="flow-wait" />}>
          <TrackDiagram key={id} id={id} track={track.data} labels={new Map(row.fields.map(({ name, label }) => [name, label]))} />
        </Suspense>
      ) : (
        <div className="flow-body" tabIndex={0} role="group" aria-label="单据与审批记录">
          <RecordColumn row={row} edits={edits} />
          <div className="flow-trail">
            <h3>审批记录</h3>
            <Trail entries={row.trail} />
            <WaitingList rows={row.waiting} />
          </div>
        </div>
      )}
      {foot?.(row)}
    </section>
  );
}

type Part = 'record' | 'graph';
const PARTS = [
  { value: 'record' as const, label: '单据' },
  { value: 'graph' as const, label: '流程图' },
];
/** The part of the address: the record unless the diagram is asked for. */
function usePart(): [Part, (part: Part) => void] {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  return [
    search.get('flow') === 'graph' ? 'graph' : 'record',
    (part) => change({ flow: part === 'graph' ? 'graph' : null }, { replace: true }),
  ];
}

function PartChoice({ part, onChange }: { part: Part; onChange: (part: Part) => void }) {
  return <Segmented<Part> size="small" aria-label="显示内容" value={part} options={PARTS} onChange={onChange} />;
}

/** The record; where approving it changes one, what is changed comes first. */
function RecordColumn({ row, edits }: { row: Detail; edits: FieldEdits | undefined }) {
  const isPhone = usePhone();
  // what is edited here is edited in the record itself
  const [shown, setShown] = useState<'changes' | 'record'>(edits && edits.editable.size > 0 ? 'record' : 'changes');
  const [onlyChanged, setOnlyChanged] = useState(false);
  const { comparison } = row;
  if (!comparison)
    return (
      <div className="flow-record">
        <h3>单据</h3>
        <RecordPart row={row} edits={edits} />
      </div>
    );
  return (
    <div className="flow-record">
      <div className="flow-record-head" role="group" aria-label="单据内容">
        <button type="button" aria-pressed={shown === 'changes'} onClick={() => setShown('changes')}>
          变更 <em>{changedCount(comparison)} 项</em>
        </button>
        <button type="button" aria-pressed={shown === 'record'} onClick={() => setShown('record')}>
          单据
        </button>
        {shown === 'changes' && (
          <Checkbox checked={onlyChanged} onChange={(event) => setOnlyChanged(event.target.checked)}>
            只看变更
          </Checkbox>
        )}
      </div>
      {shown === 'changes' ? (
        <Comparison comparison={comparison} onlyChanged={onlyChanged || isPhone} />
      ) : (
        <RecordPart row={row} edits={edits} />
      )}
    </div>
  );
}

/** The record as its module shows it, else the fields that were submitted: these stay also when the record is gone. */
function RecordPart({ row, edits }: { row: Detail; edits: FieldEdits | undefined }) {
  const part = useSlot('flow.detail').find(({ key }) => key === row.businessType || key === row.businessType.split(':')[0]);
  const fields = <RecordFields detail={row} edits={edits} />;
  const isEdited = edits !== undefined && edits.editable.size > 0;
  // what is changed here is changed field by field, unless the part does better
  if (!part || (isEdited && !part.takesEdits)) return fields;
  const { businessCode, businessKey, snapshot } = row;
  const of = { businessCode, businessKey, snapshot, ...(isEdited && { edits }) };
  return <SlotPartView<'flow.detail'> part={part} of={of} waiting={fields} failed={() => fields} />;
}

/** 已阅: whoever has opened it has read it. */
function useReading(id: string | undefined): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (id === undefined) return;
    void api.instance.read({ params: { id } }, { quiet: true }).then(
      () => refresh(api.flowTask.counts),
      () => undefined,
    );
  }, [id, refresh]);
}
