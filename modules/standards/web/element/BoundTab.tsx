import { CheckOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { count } from '#kit/web/format.ts';
import { LayerTag } from '#kit/web/parts/marks.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { BOUND_STATES, BoundTag, type BoundState } from '../binding/states.tsx';
import { columnPath } from '../paths.ts';

type Bound = CallReply<typeof api.binding.page>['data'][number];
const MAX = 200;
/** Attributes in the order of their columns; further ones follow as they come. */
const HEADS: Readonly<Record<string, string>> = {
  name: '名称',
  type: '类型',
  length: '长度',
  nullable: '空值',
  range: '范围',
  codes: '代码',
  format: '格式',
  unit: '单位',
};
const FILTERS: readonly (BoundState | 'all')[] = ['all', 'conform', 'partial', 'bad', 'exempt', 'unread', 'open', 'retired'];

/** The columns that follow an element: how each attribute stands, and why. */
export function BoundTab({ elementId }: { elementId: string }) {
  const [state, setState] = useState<BoundState | 'all'>('all');
  const query = { elementId, pageSize: MAX, ...(state !== 'all' && { state }) };
  const { data, error, refetch } = useCall(api.binding.page, { query }, { keepPrevious: true });
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" shape="rows" rows={5} />;
  const attributes = [...new Set(data.data.flatMap(({ results }) => results.map(({ attribute }) => attribute)))];
  return (
    <div className="element-bound">
      <StateFilter elementId={elementId} all={data.total} state={state} onChange={setState} />
      {data.data.length === 0 ? (
        <StateView
          kind="empty"
          inline
          what="没有绑定的字段"
          why="在落标建议中接受建议，或在数据表的“标准”页绑定"
          action={<Link to="/standard/binding">落标建议</Link>}
        />
      ) : (
        <div className="impact-scroll">
          <table className="element-table">
            <thead>
              <tr>
                <th>字段</th>
                <th>数据源</th>
                {attributes.map((attribute) => (
                  <th key={attribute}>{HEADS[attribute] ?? attribute}</th>
                ))}
                <th>结论</th>
                <th>依据</th>
                <th className="num">得分</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((row) => (
                <Row key={row.id} row={row} attributes={attributes} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data.total > MAX && (
        <p className="muted">
          显示前 {MAX} 个，共 {count(data.total)} 个。
        </p>
      )}
    </div>
  );
}

interface FilterProps {
  elementId: string;
  all: number;
  state: BoundState | 'all';
  onChange: (state: BoundState | 'all') => void;
}
/** The states that columns of the element are in, with how many. */
function StateFilter({ elementId, all, state, onChange }: FilterProps) {
  const stat = useCall(api.binding.stat, { query: { elementId } }).data;
  const total = stat ? stat.bound + stat.exempt + stat.unread : all;
  const open = stat ? stat.bound - stat.conform - stat.partial - stat.bad - stat.retired : 0;
  const counted = (one: BoundState | 'all') => (one === 'all' ? total : one === 'open' ? open : (stat?.[one] ?? 0));
  return (
    <Segmented<BoundState | 'all'>
      size="small"
      value={state}
      onChange={onChange}
      options={FILTERS.filter((one) => one === 'all' || one === state || counted(one) > 0).map((one) => ({
        value: one,
        label: `${one === 'all' ? '全部' : BOUND_STATES[one][0]} ${count(counted(one))}`,
      }))}
    />
  );
}

function Row({ row, attributes }: { row: Bound; attributes: readonly string[] }) {
  return (
    <tr>
      <td>
        {row.tier && <LayerTag layer={row.tier} />}{' '}
        <Link className="mono" to={columnPath(row.tableId, row.columnId)}>{`${row.tableName}.${row.columnName}`}</Link>
      </td>
      <td>{row.sourceName}</td>
      {attributes.map((attribute) => {
        const result = row.results.find((one) => one.attribute === attribute);
        return (
          <td key={attribute}>
            <Mark result={result} />
          </td>
        );
      })}
      <td>
        <BoundTag state={row.state} />
        {row.state === 'exempt' && <small className="muted"> 至 {row.exemptUntil}</small>}
      </td>
      <td>{row.method === 'manual' ? '人工绑定' : row.reasons.map(({ label }) => label).join('、')}</td>
      <td className="num">{row.score === null ? <Missing /> : row.score.toFixed(2)}</td>
    </tr>
  );
}

function Mark({ result }: { result: Bound['results'][number] | undefined }) {
  if (!result) return <Missing />;
  if (result.isConform === null) return <span className="muted">{result.say}</span>;
  if (result.isConform) return <CheckOutlined className="ok" aria-label="合标" />;
  return (
    <span className="bad">
      {result.say}
      {result.rows !== null && `，${count(result.rows)} 行`}
    </span>
  );
}
