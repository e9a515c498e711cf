import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { count } from '#kit/web/format.ts';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { DEFAULT_PAGE_SIZE, Pager } from '#kit/web/table/Pager.tsx';
import { TreePanel } from '#kit/web/tree/TreePanel.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { LEVELS } from '#modules/gate/web/parts.ts';
import { api } from '../api.ts';
import { ApplyDialog } from '../subscriptions/ApplyDialog.tsx';
import { SquareCard } from './SquareCard.tsx';
import { SquareDrawer } from './SquareDrawer.tsx';
import { useGroupRows } from './use-group-rows.ts';
import '../market.css';
import '../editor/editor.css';
import '../services/services.css';
import './square.css';

const ORDERS = [
  { value: 'subscribers', label: '订阅数' },
  { value: 'releaseTime', label: '发布时间' },
  { value: 'apiName', label: '名称' },
] as const;
const KINDS = [
  { value: 'api', label: '数据API' },
  { value: 'service', label: '集成服务' },
] as const;
type Kind = (typeof KINDS)[number]['value'];
type Order = (typeof ORDERS)[number]['value'];
type Level = 'L1' | 'L2' | 'L3' | 'L4';

/** What the address says of the list; page and size too, so that a reload shows the same. */
function useSquareState() {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const text = (name: string) => search.get(name) ?? undefined;
  const page = Number(text('page') ?? 1);
  const limit = Number(text('limit') ?? DEFAULT_PAGE_SIZE);
  const query = {
    keyword: text('keyword'),
    kind: text('kind') as Kind | undefined,
    groupId: text('groupId'),
    level: text('level') as Level | undefined,
    order: text('order') as Order | undefined,
    mine: text('mine') === '1' ? ('1' as const) : undefined,
    pageNum: page,
    pageSize: limit,
  };
  return { query, page, limit, opened: text('api') || null, change };
}

/** API 市场: released APIs and services, what they take and give, and how to get them. */
export default function SquarePage() {
  const { query, page, limit, opened, change } = useSquareState();
  const groups = useGroupRows('all');
  const [asking, setAsking] = useState<string | null>(null);
  const found = useCall(api.square.page, { query });
  const narrow = (values: Record<string, string | null>) => change({ ...values, page: null });
  const isNarrowed = [query.keyword, query.kind, query.groupId, query.level, query.mine].some(Boolean);
  return (
    <div className="panel list-page">
      {groups.length > 0 && (
        <TreePanel
          rows={groups}
          all="全部"
          placeholder="搜索分组"
          selected={query.groupId ?? null}
          onSelect={(groupId) => narrow({ groupId })}
        />
      )}
      <div className="list-main">
        <SquareQuery query={query} narrow={narrow} />
        <SquareCards
          found={found}
          opened={opened}
          onOpen={(id) => change({ api: id })}
          onClear={isNarrowed ? () => narrow({ keyword: null, kind: null, groupId: null, level: null, mine: null }) : null}
        />
        <Foot
          total={found.data?.total ?? 0}
          page={page}
          limit={limit}
          onChange={(next, size) => change({ page: String(next), limit: String(size) })}
        />
      </div>
      {opened !== null && asking === null && (
        <SquareDrawer id={opened} onApply={() => setAsking(opened)} onClose={() => change({ api: null })} />
      )}
      {asking !== null && <ApplyDialog apiId={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

interface QueryProps {
  query: ReturnType<typeof useSquareState>['query'];
  narrow: (values: Record<string, string | null>) => void;
}
const SquareQuery = ({ query, narrow }: QueryProps) => (
  <div className="square-query">
    <SearchInput label="搜索名称、路径、说明、字段" value={query.keyword ?? ''} onChange={(keyword) => narrow({ keyword })} />
    <Select<Kind>
      aria-label="类型"
      placeholder="类型 全部"
      allowClear
      options={[...KINDS]}
      value={query.kind}
      onChange={(kind) => narrow({ kind: kind ?? null })}
      style={{ width: 130 }}
    />
    <Select<Level>
      aria-label="级别"
      placeholder="级别 全部"
      allowClear
      options={LEVELS as { value: Level; label: string }[]}
      value={query.level}
      onChange={(level) => narrow({ level: level ?? null })}
      style={{ width: 130 }}
    />
    <Select<Order>
      aria-label="排序"
      options={[...ORDERS]}
      value={query.order ?? 'subscribers'}
      onChange={(order) => narrow({ order })}
      style={{ width: 120 }}
    />
    <Checkbox checked={query.mine === '1'} onChange={(event) => narrow({ mine: event.target.checked ? '1' : null })}>
      我的应用
    </Checkbox>
  </div>
);

const Foot = ({ total, ...pager }: Parameters<typeof Pager>[0]) => (
  <div className="square-foot">
    <span>共 {count(total)} 个</span>
    <span className="grow" />
    {total > pager.limit && <Pager total={total} {...pager} />}
  </div>
);

interface CardsProps {
  found: ReturnType<typeof useCall<typeof api.square.page>>;
  opened: string | null;
  onOpen: (id: string) => void;
  /** null = nothing narrows the list */
  onClear: (() => void) | null;
}
function SquareCards({ found, opened, onOpen, onClear }: CardsProps) {
  if (found.isError) return <StateView kind="error" error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <StateView kind="loading" rows={6} />;
  if (found.data.data.length === 0 && onClear) return <StateView kind="filtered" noun="API" onClear={onClear} />;
  if (found.data.data.length === 0)
    return <StateView kind="empty" what="还没有发布的API" why="数据API和集成服务发布后在这里可以查看和申请" />;
  return (
    <ul className="square-cards" aria-label="API列表">
      {found.data.data.map((row) => (
        <SquareCard key={row.id} row={row} isChosen={row.id === opened} onOpen={() => onOpen(row.id)} />
      ))}
    </ul>
  );
}
