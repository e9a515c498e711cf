import { Badge, Button, Drawer, Pagination } from 'antd';
import { useState } from 'react';
import { flowPermits } from '#kit/contract/flow.ts';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { measures } from '#kit/web/theme.ts';
import { useCall } from '#kit/web/use-call.ts';
import type { Addition } from '../../contract/data.ts';
import type { TableParam } from '../../contract/model.ts';
import { api } from '../api.ts';
import { valueText } from './values.ts';

const RecordDrawer = lazyPart(() => import('./RecordDrawer.tsx'));

const SIZE = 20;
const SHOWN = 3;

/** How many records of a model wait for their approval; opens them. Nothing where there are none. */
export function Additions({ table }: { table: TableParam }) {
  const [isOpen, setOpen] = useState(false);
  const params = { modelId: table.modelId };
  const { data } = useCall(api.data.additions, { params, query: { pageNum: 1, pageSize: SIZE } });
  if (!data || (data.total === 0 && !isOpen)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        新增待审批 <Badge count={data.total} overflowCount={999} color="var(--c-accent)" />
      </Button>
      {isOpen && <AdditionDrawer table={table} onClose={() => setOpen(false)} />}
    </>
  );
}

function AdditionDrawer({ table, onClose }: { table: TableParam; onClose: () => void }) {
  const [pageNum, setPageNum] = useState(1);
  const params = { modelId: table.modelId };
  const { data, error, refetch } = useCall(api.data.additions, { params, query: { pageNum, pageSize: SIZE } }, { staleTime: 0 });
  const [corrected, setCorrected] = useState<Addition | null>(null);
  const canAdd = useCan()(api.data.addAgain);
  return (
    <Drawer open size={measures.drawer} title={`待审批的${table.modelName}新增`} onClose={onClose}>
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <StateView kind="loading" rows={4} />}
      {data?.total === 0 && <StateView kind="empty" what="没有待审批的新增" why="通过后记录出现在列表中。" />}
      {data && data.total > 0 && (
        <>
          <AdditionTable columns={tellingColumns(table, data.data)} rows={data.data} onCorrect={canAdd ? setCorrected : null} />
          {data.total > SIZE && (
            <Pagination
              current={pageNum}
              pageSize={SIZE}
              total={data.total}
              showSizeChanger={false}
              showTotal={(total) => `共 ${count(total)} 条`}
              onChange={setPageNum}
            />
          )}
        </>
      )}
      {corrected && <RecordDrawer modelId={table.modelId} id={null} addition={corrected} onClose={() => setCorrected(null)} />}
    </Drawer>
  );
}

/** The first columns that say something of the rows; a code is given when an addition passes. */
const tellingColumns = ({ columnList }: TableParam, rows: readonly Addition[]): TableParam['columnList'] =>
  columnList.filter(({ prop }) => rows.some(({ values }) => (values[prop] ?? null) !== null)).slice(0, SHOWN);

interface AdditionTableProps {
  columns: TableParam['columnList'];
  rows: readonly Addition[];
  /** null: the viewer may not send anything again */
  onCorrect: ((row: Addition) => void) | null;
}
function AdditionTable({ columns, rows, onCorrect }: AdditionTableProps) {
  return (
    <div className="md-additions-box">
      <table className="md-additions">
        <thead>
          <tr>
            {columns.map(({ prop, label }) => (
              <th key={prop}>{label}</th>
            ))}
            <th>申请人</th>
            <th>提交时间</th>
            <th>审批</th>
            {onCorrect && <th>操作</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.prop}>{valueText(column, row.values[column.prop]) ?? '—'}</td>
              ))}
              <td>
                <PersonText name={row.createName} />
              </td>
              <td>
                <DateText value={row.createTime} />
              </td>
              <td>
                <FlowTag flow={row.flow} />
              </td>
              {onCorrect && (
                <td>
                  {row.isMine && flowPermits('submit', row.flow.flowStatus) && (
                    <button type="button" className="name-link" onClick={() => onCorrect(row)}>
                      修改并重新提交
                    </button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
