import { Pagination, Select } from 'antd';
import { useState } from 'react';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { DataDetail, HistoryRow } from '../../contract/data.ts';
import { api } from '../api.ts';
import { RecordTargets } from '../distribute/RecordTargets.tsx';
import { recordPath } from '../paths.ts';
import { actionText, originText, ruleText } from './origins.ts';
import { ReferenceName } from './ReferenceName.tsx';
import type { FormColumn } from './record-form.ts';
import { valueText } from './values.ts';

const SIZE = 20;

/** Every change of a record, of all attributes or of one. */
export function HistoryTab({ row, columns }: { row: DataDetail; columns: readonly FormColumn[] }) {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const columnName = search.get('column');
  const [pageNum, setPage] = useState(1);
  const query = { pageNum, pageSize: SIZE, ...(columnName !== null && { columnName }) };
  const { data, error, refetch } = useCall(
    api.data.history,
    { params: { modelId: row.modelId, id: row.id }, query },
    { keepPrevious: true },
  );
  return (
    <div className="md-tab">
      <div className="md-tools">
        <Select
          allowClear
          aria-label="属性"
          placeholder="全部属性"
          className="md-history-column"
          showSearch={{ optionFilterProp: 'label' }}
          value={columnName}
          options={columns.map((column) => ({ value: column.columnName, label: column.columnComment }))}
          onChange={(name?: string) => {
            setPage(1);
            change({ column: name ?? null }, { replace: true });
          }}
        />
      </div>
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <StateView kind="loading" rows={4} />}
      {data?.total === 0 && <StateView kind="empty" what={columnName === null ? '没有变更' : '这个属性没有变更过'} />}
      {data && data.total > 0 && (
        <ol className="timeline">
          {data.data.map((one) => (
            <Entry key={one.id} one={one} columns={columns} />
          ))}
        </ol>
      )}
      {data && data.total > SIZE && (
        <Pagination size="small" current={pageNum} pageSize={SIZE} total={data.total} showSizeChanger={false} onChange={setPage} />
      )}
    </div>
  );
}

function Entry({ one, columns }: { one: HistoryRow; columns: readonly FormColumn[] }) {
  return (
    <li>
      <div>
        {actionText(one.action)} <span className="muted">{originText(one)}</span>
        {one.sourceName && (
          <span className="muted">
            {' '}
            {one.sourceName} <span className="mono">{one.sourceKey}</span>
          </span>
        )}
      </div>
      <div className="when">
        <DateText value={one.time} />
        {one.reason && ` · ${one.reason}`}
      </div>
      {one.changes.map((change) => {
        const column = columns.find(({ columnName }) => columnName === change.columnName);
        const text = (value: string | null) => {
          if (value !== null && column?.refModelId && !change.isMasked) return <ReferenceName modelId={column.refModelId} id={value} />;
          return (column ? valueText(column, value) : value) ?? '空';
        };
        return (
          <div className="change" key={change.columnName}>
            <span className="muted">{change.label}</span>
            <span>
              {one.action === 'add' || (change.before === change.after && !change.isMasked) ? null : (
                <>
                  <del>{text(change.before)}</del> →{' '}
                </>
              )}
              <ins>{text(change.after)}</ins>
              {change.rule && <span className="muted"> {ruleText(change.rule)}</span>}
            </span>
          </div>
        );
      })}
    </li>
  );
}

const RAIL = 8;
/** 历史 beside the record: the last changes, one line each. */
export function HistoryRail({ row }: { row: DataDetail }) {
  const { data, error, refetch } = useCall(api.data.history, { params: { modelId: row.modelId, id: row.id }, query: { pageSize: RAIL } });
  return (
    <aside className="md-rail" aria-label="分发与最近变更">
      <RecordTargets modelId={row.modelId} id={row.id} />
      <Panel
        title="历史"
        note={data ? `${data.total} 次` : undefined}
        link={{ text: '全部', to: `${recordPath(row.modelId, row.id)}&tab=history` }}
        padded
      >
        {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
        {!data && !error && <StateView kind="loading" rows={4} />}
        <ol className="md-trail">
          {data?.data.map((one, at) => (
            <li key={one.id} className={at === 0 ? 'on' : undefined}>
              <span className="cut">{lineOf(one)}</span>
              <small>
                <span className="cut">{originText(one)}</span>
                <DateText value={one.time} />
              </small>
            </li>
          ))}
        </ol>
      </Panel>
    </aside>
  );
}
function lineOf({ action, changes }: HistoryRow): string {
  if (action !== 'change') return actionText(action);
  const names = changes.map(({ label }) => label);
  return names.length > 2 ? `${names.slice(0, 2).join('、')}等 ${names.length} 项` : names.join('、');
}
