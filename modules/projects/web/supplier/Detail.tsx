import { Alert, Button } from 'antd';
import { Suspense, useState } from 'react';
import { proposalRefusal } from '#kit/contract/flow.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { useCan } from '#kit/web/can.tsx';
import { confirmDialog } from '#kit/web/dialog.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { useDict } from '#kit/web/dict/use-dict.ts';
import type { EntityList } from '#kit/web/entity-page/use-entity-page.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { barredProps } from '#kit/web/table/barred.ts';
import type { RowOf } from '#kit/web/table/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { BLACKLISTED, type ListStatus } from '../../core/supplier-status.ts';
import { api } from '../api.ts';
import { RecordDetail } from '../parts/RecordDetail.tsx';
import { QualificationTab, changedFields, groups, headFacts, type Full } from './facts.tsx';
import { GRADE_TONES, STATUS_TONES } from './labels.ts';
import { ScoreTab } from './ScoreTab.tsx';
import { useSteps } from './StatusDialog.tsx';

const StatusDialog = lazyPart(() => import('./StatusDialog.tsx'));
const ScoreDialog = lazyPart(() => import('./ScoreDialog.tsx'));

type Row = RowOf<typeof api.supplier>;
type Dialog = { kind: 'status'; to?: ListStatus; reason?: string } | { kind: 'score'; year?: number } | null;

/** The page of one supplier. */
export default function Detail({ list, id, onEdit }: { list: EntityList<Row>; id: string; onEdit: () => void }) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const judge = (year?: number) => setDialog({ kind: 'score', year });
  return (
    <RecordDetail<Row, Full>
      list={list}
      id={id}
      changes={api.supplier.changes}
      title={(row) => row.supplierName}
      subtitle={(row) => `${row.supplierCode} · ${row.creditCode}`}
      tags={(row) => (
        <>
          <DictTag code="prj_supplier_status" value={row.listStatus} tones={STATUS_TONES} />
          <FlowTag flow={row.flow} />
          {row.grade && <DictTag code="prj_supplier_grade" value={row.grade} tones={GRADE_TONES} />}
        </>
      )}
      head={headFacts}
      groups={groups}
      fields={changedFields}
      tabs={(row) => [
        {
          key: 'quals',
          label: (
            <>
              资质
              {row.qualifications.length > 0 && <em className="tab-count">{row.qualifications.length}</em>}
            </>
          ),
          children: <QualificationTab row={row} />,
        },
        { key: 'scores', label: '年度评价', children: <ScoreTab id={id} onJudge={judge} /> },
      ]}
      actions={(row) => <Actions row={row} dialog={dialog} setDialog={setDialog} />}
      rail={(row) => <StatusRail row={row} />}
      onEdit={onEdit}
      canEdit={(row) => proposalRefusal('edit', row.flow) ?? true}
    />
  );
}

function Actions({ row, dialog, setDialog }: { row: Full; dialog: Dialog; setDialog: (dialog: Dialog) => void }) {
  const can = useCan();
  const steps = useSteps(row.listStatus);
  const scores = useCall(api.supplier.scores, { params: { id: row.id } });
  const handleJudged = async (suggestsSuspension: boolean, year: number) => {
    setDialog(null);
    if (!suggestsSuspension || !steps.includes('4')) return;
    const agrees = await confirmDialog({
      title: '建议暂停合作',
      content: `${year} 年度评价为 D 级，是否暂停与该供应商合作？`,
      okText: '去暂停',
    });
    if (agrees) setDialog({ kind: 'status', to: '4', reason: `${year} 年度评价为 D 级` });
  };
  return (
    <>
      {can(api.supplier.saveScore) && scores.data && <Button onClick={() => setDialog({ kind: 'score' })}>年度评价</Button>}
      {steps.length > 0 && (
        <Button {...barredProps(proposalRefusal('submit', row.flow))} onClick={() => setDialog({ kind: 'status' })}>
          变更状态
        </Button>
      )}
      <Suspense fallback={null}>
        {dialog?.kind === 'status' && <StatusDialog supplier={row} to={dialog.to} reason={dialog.reason} onClose={() => setDialog(null)} />}
        {dialog?.kind === 'score' && scores.data && (
          <ScoreDialog
            id={row.id}
            scores={scores.data.scores}
            weights={scores.data.weights}
            year={dialog.year}
            onClose={() => setDialog(null)}
            onSaved={(suggests, year) => void handleJudged(suggests, year)}
          />
        )}
      </Suspense>
    </>
  );
}

function StatusRail({ row }: { row: Full }) {
  const dict = useDict('prj_supplier_status');
  return (
    <>
      {row.listStatus === BLACKLISTED && <Alert type="error" showIcon title="黑名单供应商，禁止选用" description={row.statusReason} />}
      {row.listStatus === '4' && <Alert type="warning" showIcon title="已暂停合作" description={row.statusReason} />}
      {row.grade === 'D' && ['1', '2', '3'].includes(row.listStatus) && (
        <Alert type="warning" showIcon title={`${row.scoreYear} 年度评价为 D 级，建议暂停合作`} />
      )}
      <section className="panel rail-panel">
        <h2>状态历史</h2>
        <ol className="supplier-history">
          {row.statusChanges.map((change) => (
            <li key={change.id}>
              <div>
                {change.fromStatus === null
                  ? `建档为${dict.label(change.toStatus)}`
                  : `${dict.label(change.fromStatus)} → ${dict.label(change.toStatus)}`}
              </div>
              {change.reason && <div className="supplier-reason">{change.reason}</div>}
              <div className="muted">
                <PersonText bare name={change.createName} /> · <DateText value={change.createTime} />
              </div>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
