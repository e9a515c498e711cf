import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Slot } from '#kit/web/slots/Slot.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { ExemptDialog } from '../binding/ExemptDialog.tsx';
import { BoundTag } from '../binding/states.tsx';
import { columnPath } from '../paths.ts';
import { BindDialog } from './BindDialog.tsx';
import { followsOf, inFilter, unknownOf, type Filter } from './column-standards.ts';
import { CodeSet, ElementName } from './names.tsx';
import '../element/element.css';
import './house.css';

export type Standards = CallReply<typeof api.house.table>[number];
const FILTERS: readonly { value: Filter; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'wrong', label: '不符合' },
  { value: 'unbound', label: '未落标' },
  { value: 'proposed', label: '有建议' },
];

/** The standards of a table, column by column: what each follows, what is wrong with it, what it may follow. */
export default function TableTab({ tableId }: { tableId: string }) {
  const { data, error, refetch } = useCall(api.house.table, { params: { id: tableId } });
  const [filter, setFilter] = useState<Filter>('all');
  const [binding, setBinding] = useState<Standards | null>(null);
  const [exempting, setExempting] = useState<Standards | null>(null);
  const decisions = useDecisions();
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" shape="rows" rows={6} />;
  const rows = data.filter((row) => inFilter(row, filter));
  const bound = data.filter((row) => row.binding !== null).length;
  return (
    <div className="table-standards">
      <div className="standards-head">
        <Segmented<Filter>
          size="small"
          value={filter}
          onChange={setFilter}
          options={FILTERS.map(({ value, label }) => ({
            value,
            label: `${label} ${count(data.filter((row) => inFilter(row, value)).length)}`,
          }))}
        />
        <span className="muted">
          已落标 {count(bound)} / {count(data.length)}
        </span>
        <span className="grow" />
        <Slot name="standard.table.actions" of={{ tableId }} />
      </div>
      {rows.length === 0 ? (
        <StateView kind="empty" inline what="没有这样的字段" />
      ) : (
        <StandardsTable rows={rows} tableId={tableId} decisions={decisions} onBind={setBinding} onExempt={setExempting} />
      )}
      {binding && <BindDialog column={binding} onClose={() => setBinding(null)} />}
      {exempting?.binding && (
        <ExemptDialog
          says={`“${exempting.columnName}”到期前不计入落标率。`}
          isBusy={decisions.isBusy}
          onOk={(reason, until) => decisions.exempt(exempting.binding!.id, { reason, until }, () => setExempting(null))}
          onClose={() => setExempting(null)}
        />
      )}
    </div>
  );
}

/** Accepting, rejecting and releasing, as far as the person may. */
function useDecisions() {
  const can = useCan();
  const refreshes = [api.house.table, api.binding.page, api.binding.proposals];
  const decide = useWrite(api.binding.decide, { refreshes, onSuccess: () => toast.success('已处理') });
  const release = useWrite(api.binding.release, { refreshes, onSuccess: () => toast.success('已解除绑定') });
  const exempt = useWrite(api.binding.exempt, { refreshes, onSuccess: () => toast.success('已处理') });
  return {
    isBusy: decide.isPending || release.isPending || exempt.isPending,
    mayDecide: can(api.binding.decide),
    mayBind: can(api.house.bind) && can(api.standardElement.page),
    mayRelease: can(api.binding.release),
    mayExempt: can(api.binding.exempt),
    exempt: (id: string, body: { reason: string | null; until: string | null }, onSuccess?: () => void) =>
      exempt.mutate({ params: { id }, body }, { ...(onSuccess && { onSuccess }) }),
    decide: (id: string, decision: 'accept' | 'reject') => decide.mutate({ body: { ids: [id], decision } }),
    release: (row: Standards) =>
      void confirmDialog({
        title: `解除“${row.columnName}”的绑定？`,
        content: '解除后不再核对这个字段，可以重新绑定。',
        okText: '解除绑定',
        onOk: () => release.mutateAsync({ params: { id: row.binding!.id } }),
      }),
  };
}
type Decisions = ReturnType<typeof useDecisions>;

interface TableProps {
  rows: readonly Standards[];
  tableId: string;
  decisions: Decisions;
  onBind: (row: Standards) => void;
  onExempt: (row: Standards) => void;
}
const StandardsTable = ({ rows, tableId, decisions, onBind, onExempt }: TableProps) => (
  <div className="standards-scroll">
    <table className="element-table">
      <thead>
        <tr>
          <th>字段</th>
          <th>类型</th>
          <th>数据元</th>
          <th>结论</th>
          <th>差在哪里，怎么修复</th>
          <th>代码集</th>
          <th aria-label="操作" />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.columnId}
            row={row}
            tableId={tableId}
            decisions={decisions}
            onBind={() => onBind(row)}
            onExempt={() => onExempt(row)}
          />
        ))}
      </tbody>
    </table>
  </div>
);

interface RowProps {
  row: Standards;
  tableId: string;
  decisions: Decisions;
  onBind: () => void;
  onExempt: () => void;
}
function Row({ row, tableId, decisions, onBind, onExempt }: RowProps) {
  const { binding, contrast, proposals } = row;
  const [best] = proposals;
  return (
    <tr>
      <td>
        <Link className="mono" to={columnPath(tableId, row.columnId)}>
          {row.columnName}
        </Link>
        {row.columnLabel && <div className="muted">{row.columnLabel}</div>}
      </td>
      <td className="mono">{`${row.dataType}${row.dataLength === null ? '' : `(${row.dataLength})`}`}</td>
      <td>
        <Follows row={row} />
      </td>
      <td>{binding ? <BoundTag state={binding.state} /> : <span className="muted">未落标</span>}</td>
      <td>
        <Wrong row={row} />
      </td>
      <td>{contrast ? <CodeSet contrast={contrast} /> : <Missing />}</td>
      <td className="standards-actions">
        {best && decisions.mayDecide && (
          <>
            <Button type="link" size="small" disabled={decisions.isBusy} onClick={() => decisions.decide(best.id, 'accept')}>
              接受
            </Button>
            <Button type="link" size="small" disabled={decisions.isBusy} onClick={() => decisions.decide(best.id, 'reject')}>
              不是
            </Button>
          </>
        )}
        {!binding && decisions.mayBind && (
          <Button type="link" size="small" onClick={onBind}>
            绑定
          </Button>
        )}
        {binding && decisions.mayExempt && <Exempt binding={binding} decisions={decisions} onExempt={onExempt} />}
        {binding && decisions.mayRelease && (
          <Button type="link" size="small" disabled={decisions.isBusy} onClick={() => decisions.release(row)}>
            解除
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Exempts a column that does not conform, or ends its exemption. */
function Exempt({
  binding,
  decisions,
  onExempt,
}: {
  binding: NonNullable<Standards['binding']>;
  decisions: Decisions;
  onExempt: () => void;
}) {
  const isExempt = binding.state === 'exempt';
  if (!isExempt && binding.state !== 'bad' && binding.state !== 'partial') return null;
  const end = () => decisions.exempt(binding.id, { reason: null, until: null });
  return (
    <Button type="link" size="small" disabled={decisions.isBusy} onClick={isExempt ? end : onExempt}>
      {isExempt ? '结束豁免' : '豁免'}
    </Button>
  );
}

/** The element that a column follows, or the best of those it may follow. */
function Follows({ row: { binding, proposals } }: { row: Pick<Standards, 'binding' | 'proposals'> }) {
  const [best] = proposals;
  if (binding)
    return (
      <>
        <ElementName id={binding.elementId} name={binding.elementName} />
        <div className="mono muted">{binding.elementCode}</div>
      </>
    );
  if (!best) return <Missing />;
  return (
    <>
      <span className="muted">建议 </span>
      <ElementName id={best.elementId} name={best.elementName} /> <span className="num">{best.score.toFixed(2)}</span>
      <div className="muted">{best.reasons.map(({ label }) => label).join('、')}</div>
    </>
  );
}

/** What differs and how to repair it; why it need not. */
export function Wrong({ row: { binding } }: { row: Pick<Standards, 'binding'> }) {
  if (!binding) return <Missing />;
  if (binding.state === 'exempt') return <span className="muted">{`${binding.exemptReason ?? ''}，至 ${binding.exemptUntil ?? ''}`}</span>;
  if (binding.state === 'retired') return <span className="muted">数据元已废止，请解除后绑定新的数据元</span>;
  const wrong = followsOf(binding.results);
  const unknown = unknownOf(binding.results);
  if (wrong.length + unknown.length === 0) return <Missing />;
  return (
    <ul className="standards-wrong">
      {wrong.map(({ attribute, say, repair }) => (
        <li key={attribute}>
          <span className="bad">{say}</span>
          {repair && <span className="muted">，{repair}</span>}
        </li>
      ))}
      {unknown.map(({ attribute, say }) => (
        <li key={attribute} className="muted">
          未核对：{say}
        </li>
      ))}
    </ul>
  );
}
