import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { columnPath, elementPath } from '../paths.ts';
import { BoundTag } from './states.tsx';
import { PARTS, type Place, type Shown, type View } from './stat-parts.tsx';

type Bound = CallReply<typeof api.binding.page>['data'][number];

const FIELD: Readonly<Record<View, string>> = {
  source: 'sourceId',
  domain: 'domainId',
  dept: 'deptId',
  owner: 'ownerId',
  layer: 'layer',
  element: 'elementId',
};
const MAX = 100;
interface Props {
  readonly place: Place | null;
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
  readonly onPlace: (place: Place | null) => void;
}

/** The columns behind a number of the statistics: what differs, and the way there. */
export function BoundColumns({ place, shown, onShow, onPlace }: Props) {
  const where = place === null ? {} : { [FIELD[place.view]]: place.id ?? 'none' };
  const ofState = PARTS.some(([part]) => part === shown) ? { state: shown as (typeof PARTS)[number][0] } : {};
  const query = { ...where, ...ofState, ...(shown === 'toDo' && { isToDo: '1' as const }), pageSize: MAX };
  const isUnbound = shown === 'unbound';
  const options = [
    { value: 'toDo' as Shown, label: '需处理' },
    { value: 'all' as Shown, label: '全部' },
    ...(place?.view === 'element' ? [] : [{ value: 'unbound' as Shown, label: '未映射' }]),
    ...PARTS.filter(([part]) => part === shown).map(([part, label]) => ({ value: part as Shown, label })),
  ];
  return (
    <section className="panel binding-columns" aria-label="字段">
      <header className="panel-head">
        <h2>
          {place === null ? (
            '全部'
          ) : (
            <>
              <button type="button" className="link-button" onClick={() => onPlace(null)}>
                全部
              </button>
              <span className="muted"> / </span>
              {place.name}
            </>
          )}
        </h2>
        <span className="grow" />
        <Segmented<Shown> size="small" value={shown} onChange={onShow} options={options} />
      </header>
      {isUnbound ? <Unbound query={{ ...where, pageSize: MAX }} /> : <BoundList query={query} isToDo={shown === 'toDo'} />}
    </section>
  );
}

function BoundList({ query, isToDo }: { query: object; isToDo: boolean }) {
  const { data, error, refetch } = useCall(api.binding.page, { query }, { keepPrevious: true });
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" rows={6} />;
  if (data.data.length === 0) return <StateView kind="empty" what={isToDo ? '没有需要处理的字段' : '没有这样的字段'} />;
  return (
    <List total={data.total} heads={['字段', '数据元', '差在哪里', '结论']}>
      {data.data.map((row) => (
        <tr key={row.id}>
          <ColumnCell row={row} />
          <td className="element">
            <Link to={elementPath(row.elementId)}>{row.elementName}</Link>
          </td>
          <td>{saysOf(row)}</td>
          <td>
            <BoundTag state={row.state} />
          </td>
        </tr>
      ))}
    </List>
  );
}

function Unbound({ query }: { query: object }) {
  const { data, error, refetch } = useCall(api.binding.unbound, { query }, { keepPrevious: true });
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" rows={6} />;
  if (data.data.length === 0) return <StateView kind="empty" what="没有未映射的字段" />;
  return (
    <List total={data.total} heads={['字段', '名称', '建议', '结论']}>
      {data.data.map((row) => (
        <tr key={row.columnId}>
          <ColumnCell row={row} />
          <td>{row.columnLabel ?? '—'}</td>
          <td>
            {row.proposal === null ? (
              '—'
            ) : (
              <Link to={`/standard/binding?q=keyword:${encodeURIComponent(row.columnName)}`}>{`像“${row.proposal}”，去绑定`}</Link>
            )}
          </td>
          <td>
            <Tag tone="idle">未映射</Tag>
          </td>
        </tr>
      ))}
    </List>
  );
}

function List({ total, heads, children }: { total: number; heads: readonly string[]; children: ReactNode }) {
  return (
    <>
      <div className="binding-scroll">
        <table className="binding-table">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      <footer className="binding-foot muted">{`${count(total)} 个字段${total > MAX ? `，显示前 ${MAX} 个，全部见导出` : ''}`}</footer>
    </>
  );
}

function ColumnCell({ row }: { row: Pick<Bound, 'tableId' | 'columnId' | 'schemaName' | 'tableName' | 'columnName'> }) {
  return (
    <td className="column">
      <Link to={columnPath(row.tableId, row.columnId)} title={`${row.schemaName}.${row.tableName}.${row.columnName}`}>
        {`${row.tableName}.${row.columnName}`}
      </Link>
    </td>
  );
}

/** What differs, with how many rows where the reader may know; of an exemption why and how long. */
function saysOf(row: Bound): string {
  if (row.state === 'exempt') return `${row.exemptReason ?? ''}，至 ${row.exemptUntil ?? ''}`;
  if (row.state === 'unread') return '数据源不允许读取该表，请检查账号权限';
  const wrong = row.results.filter(({ isConform }) => isConform === false);
  return wrong.map(({ say, rows }) => `${say ?? ''}${rows === null ? '' : `（${count(rows)} 行）`}`).join('；') || '—';
}
