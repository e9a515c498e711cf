import { Select, Table } from 'antd';
import { Suspense } from 'react';
import type { EntityList } from '#kit/web/entity-page/use-entity-page.ts';
import type { ReplyOf } from '#kit/web/client.ts';
import { cappedCount } from '#kit/web/format.ts';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { EmptyList, StateView } from '#kit/web/parts/StateView.tsx';
import { useNow } from '#kit/web/parts/use-now.ts';
import { Cards } from '#kit/web/table/cards.ts';
import { Pager } from '#kit/web/table/Pager.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { useBox } from '#kit/web/table/use-box.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { usePhone } from '#kit/web/use-phone.ts';
import type { api } from '../api.ts';
import { secondsSince, stayText } from '../stay.ts';
import { DueTag } from './DueTag.tsx';
import { SearchBox } from './SearchBox.tsx';

export type RunningRow = RowOf<{ page: typeof api.running.page }>;
export type Counts = ReplyOf<typeof api.running.counts>;
export const VIEWS = [
  { key: '', count: 'all', label: '全部' },
  { key: 'overdue', count: 'overdue', label: '逾期' },
  { key: 'today', count: 'today', label: '今天到期' },
  { key: 'suspended', count: 'suspended', label: '已挂起' },
] as const;
const HEAD = 37;
const LEAST = 120;

export const nodesText = ({ steps }: RunningRow): string =>
  steps.map(({ name, progress }) => (progress && progress.total > 1 ? `${name} ${progress.done}/${progress.total}` : name)).join('、');
export const peopleText = ({ steps }: RunningRow): string => {
  const named = [...new Set(steps.flatMap(({ people }) => people))];
  const candidates = steps.reduce((sum, step) => sum + step.candidates, 0);
  return [named.join('、'), candidates > 0 ? `候选 ${candidates} 人` : ''].filter(Boolean).join('、');
};
const isSuspended = ({ suspensionState }: RunningRow): boolean => suspensionState === '2';

/** How long it has run; that of suspended ones does not count. */
export function Spent({ row }: { row: RunningRow }) {
  const now = useNow();
  return isSuspended(row) ? <Missing /> : <span className="num">{stayText(secondsSince(row.startTime, now))}</span>;
}

interface RunningListProps {
  list: EntityList<RunningRow>;
  counts: Counts | undefined;
  processes: readonly { readonly value: string; readonly label: string }[];
  chosen: string | null;
  onOpen: (row: RunningRow) => void;
}

/** The running instances by the time that is left, with their views, search and process. */
export function RunningList({ list, counts, processes, chosen, onOpen }: RunningListProps) {
  const { state, update, rows, total, totalCapped } = list;
  const narrow = (values: Record<string, string>) =>
    update({ values: Object.fromEntries(Object.entries({ ...state.values, ...values }).filter(([, value]) => value !== '')), page: 1 });
  return (
    <section className="panel running-list" aria-label="运行中的流程">
      <div className="views">
        <div className="views-tabs">
          {VIEWS.map(({ key, count, label }) => (
            <button
              key={key}
              type="button"
              className={(state.values['view'] ?? '') === key ? 'view on' : 'view'}
              aria-pressed={(state.values['view'] ?? '') === key}
              onClick={() => narrow({ view: key })}
            >
              {label} <em>{counts?.[count] ?? ''}</em>
            </button>
          ))}
        </div>
        <div className="running-filters">
          <SearchBox value={state.values['keyword'] ?? ''} onSearch={(keyword) => narrow({ keyword })} />
          <Select
            aria-label="流程"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="全部流程"
            value={state.values['processKey'] ?? null}
            options={[...processes]}
            onChange={(key: string | undefined) => narrow({ processKey: key ?? '', nodeKey: '' })}
          />
        </div>
      </div>
      <Rows list={list} chosen={chosen} onOpen={onOpen} />
      <div className="foot">
        <span className="total">{rows && `共 ${cappedCount(total, totalCapped)} 条`}</span>
        {rows && total > state.limit && (
          <Pager page={state.page} limit={state.limit} total={total} onChange={(page, limit) => update({ page, limit })} />
        )}
        <span className="running-order">按剩余时间升序</span>
      </div>
    </section>
  );
}

function Rows({ list, chosen, onOpen }: Pick<RunningListProps, 'list' | 'chosen' | 'onOpen'>) {
  const [boxRef, box] = useBox();
  const isPhone = usePhone();
  const { rows, state, update } = list;
  const isFiltered = Object.keys(state.values).length > 0;
  const empty = <EmptyList isFiltered={isFiltered} noun="运行中的流程" onClear={() => update({ values: {}, view: '', page: 1 })} />;
  return (
    <div className="list-table middle" ref={boxRef} aria-busy={list.fetching}>
      {list.error && <StateView kind="error" error={list.error} onRetry={() => void list.refresh()} />}
      {list.loading && <StateView kind="loading" />}
      {rows && !list.error && isPhone && (
        <Suspense fallback={<StateView kind="loading" />}>
          {rows.length === 0 ? (
            empty
          ) : (
            <Cards
              list={list as never}
              rows={rows as never}
              actionsOf={() => []}
              openerOf={((row: RunningRow) => () => onOpen(row)) as never}
            />
          )}
        </Suspense>
      )}
      {rows && !list.error && !isPhone && (
        <Table<RunningRow>
          size="middle"
          rowKey="id"
          tableLayout="fixed"
          pagination={false}
          dataSource={rows}
          scroll={{ x: 720, y: box ? Math.max(box.height - HEAD, LEAST) : undefined }}
          rowClassName={(row) => (row.id === chosen ? 'running-chosen' : '')}
          onRow={(row) => ({ onClick: () => onOpen(row) })}
          locale={{ emptyText: empty }}
          columns={[
            {
              title: '标题',
              ellipsis: true,
              render: (_, row) => <NameLink name={row.title} onOpen={() => onOpen(row)} />,
            },
            { title: '流程', dataIndex: 'definitionName', width: 104, ellipsis: true },
            {
              title: '当前节点',
              width: 126,
              ellipsis: true,
              render: (_, row) => nodesText(row) || <span className="muted">等待事件</span>,
            },
            { title: '办理人', width: 118, ellipsis: true, render: (_, row) => peopleText(row) || <Missing /> },
            { title: '已用', width: 100, align: 'right', render: (_, row) => <Spent row={row} /> },
            { title: '到期', width: 118, render: (_, row) => <DueTag dueTime={row.dueTime} isSuspended={isSuspended(row)} /> },
          ]}
        />
      )}
    </div>
  );
}
