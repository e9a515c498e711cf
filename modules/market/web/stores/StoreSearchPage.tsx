import { Pagination, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { cappedCount, count } from '#kit/web/format.ts';
import { Marked, SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { api } from '../api.ts';
import '../market.css';
import './stores.css';

type Hit = CallReply<typeof api.store.search>['data'][number];
const PAGE = 20;
const TYPES = [
  { value: 'table', label: '数据表' },
  { value: 'column', label: '字段' },
] as const;
const pathOf = (hit: Hit): string =>
  `/metadata/datacolumn?table=${hit.tableId ?? hit.id}${hit.type === 'column' ? `&column=${hit.id}` : ''}`;

/** 存储检索: what lies in which store, as the catalogue knows it; the address holds the question. */
export default function StoreSearchPage() {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const keyword = search.get('keyword') ?? '';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const storeIds = (search.get('stores') ?? '').split(',').filter(Boolean);
  const type = TYPES.find(({ value }) => value === search.get('type'))?.value;
  const [text, setText] = useState(keyword);
  const stores = useCall(api.store.list, {});
  const body = { keyword, storeIds, types: type ? [type] : [], pageNum: page, pageSize: PAGE };
  const answer = useCall(api.store.search, { body }, { keepPrevious: true });
  const { data } = answer;
  return (
    <div className="panel store-search">
      <header>
        <SearchInput
          label="搜索表名、字段名、中文、拼音"
          value={text}
          onChange={setText}
          maxLength={100}
          busy={answer.isFetching}
          onSearch={(next) => change({ keyword: next.trim(), page: null })}
        />
        <Select
          aria-label="数据存储"
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          placeholder="全部数据存储"
          className="store-choice"
          value={storeIds}
          options={stores.data?.map((row) => ({ value: row.id, label: row.storeName }))}
          onChange={(ids: string[]) => change({ stores: ids.join(','), page: null })}
        />
        <Select
          aria-label="对象类型"
          allowClear
          placeholder="全部类型"
          className="store-type"
          value={type}
          options={[...TYPES]}
          onChange={(next: string | undefined) => change({ type: next, page: null })}
        />
      </header>
      {answer.error && <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />}
      {!data && !answer.error && <StateView kind="loading" rows={8} />}
      {data?.total === 0 && <StateView kind="empty" what="没有找到对象" why="可以换一个说法，或在“存储登记”登记更多数据源。" />}
      {data && data.total > 0 && (
        <Hits data={data} keyword={keyword} page={page} onPage={(next) => change({ page: next === 1 ? null : String(next) })} />
      )}
    </div>
  );
}

interface HitsProps {
  data: CallReply<typeof api.store.search>;
  keyword: string;
  page: number;
  onPage: (page: number) => void;
}
const Hits = ({ data, keyword, page, onPage }: HitsProps) => (
  <>
    <p className="muted store-total">
      找到 <b className="num">{cappedCount(data.total, data.totalCapped)}</b> 个对象，用时 <span className="num">{data.ms}</span> 毫秒
      {data.corrected.length > 0 && <>，同时搜索了 {data.corrected.join('、')}</>}
    </p>
    <ul className="store-hits">
      {data.data.map((hit) => (
        <HitRow key={`${hit.type}.${hit.id}`} hit={hit} keyword={keyword} />
      ))}
    </ul>
    {data.total > PAGE && (
      <Pagination
        className="store-pages"
        align="end"
        showSizeChanger={false}
        current={page}
        pageSize={PAGE}
        total={data.total}
        onChange={onPage}
      />
    )}
  </>
);

const HitRow = ({ hit, keyword }: { hit: Hit; keyword: string }) => (
  <li>
    <Link to={pathOf(hit)} className="mono">
      <Marked text={hit.type === 'column' ? `${hit.tableName}.${hit.name}` : hit.name} keyword={keyword} />
    </Link>
    <span className="cut">
      <Marked text={hit.cnName ?? hit.comment ?? ''} keyword={keyword} />
    </span>
    <span className="store-facts muted">
      <Tag tone="line">{hit.storeName}</Tag>
      <span className="mono">{hit.schemaName}</span>
      {hit.dataType && <span className="mono">{hit.dataType}</span>}
      {hit.level && <LevelTag level={hit.level} />}
      {hit.rowEstimate !== null && hit.type === 'table' && <span className="num">约 {count(Number(hit.rowEstimate))} 行</span>}
    </span>
  </li>
);
