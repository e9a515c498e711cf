import { SearchOutlined } from '@ant-design/icons';
import { AutoComplete, Button, Input, Pagination } from 'antd';
import { useDeferredValue, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { clearButton } from '#kit/web/parts/clear-button.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useChangeAddress, useOwnSearch, type AddressValues } from '#kit/web/address.ts';
import { cappedCount } from '#kit/web/format.ts';
import { useCall } from '#kit/web/use-call.ts';
import { FACETS, type FacetField } from '../../contract/search.ts';
import { api } from '../api.ts';
import { Facets } from './Facets.tsx';
import { HitCard, hitPath, Marked } from './HitCard.tsx';
import { recentSearches, rememberSearch } from './recent.ts';
import { StartLists } from './StartLists.tsx';
import './search.css';

const PAGE = 20;
const PARAM: Record<FacetField, string> = Object.fromEntries(FACETS.map((field) => [field, field === 'type' ? 'types' : field])) as Record<
  FacetField,
  string
>;

/** 数据检索: one field; what fits on the right, what it can be narrowed by on the left. The address holds all of it. */
export default function SearchPage() {
  const { search } = useOwnSearch();
  const changeAddress = useChangeAddress();
  const keyword = search.get('keyword') ?? '';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const chosen = Object.fromEntries(
    FACETS.flatMap((field) => (search.get(PARAM[field]) ? [[field, search.get(PARAM[field])!]] : [])),
  ) as Partial<Record<FacetField, string>>;
  const isStart = keyword === '' && Object.keys(chosen).length === 0;
  const filters = Object.fromEntries(Object.entries(chosen).map(([field, value]) => [PARAM[field as FacetField], value]));
  const query = { keyword, ...filters } as { keyword: string };
  const answer = useCall(
    api.search.find,
    { query: { ...query, pageNum: page, pageSize: PAGE } as never },
    { enabled: !isStart, keepPrevious: true },
  );
  // Facets come with the first page only; they are the same on all.
  const first = useCall(
    api.search.find,
    { query: { ...query, pageNum: 1, pageSize: PAGE } as never },
    { enabled: !isStart && page > 1, keepPrevious: true },
  );
  const go = (change: AddressValues) => changeAddress({ page: null, ...change });
  const submit = (text: string) => {
    rememberSearch(text);
    go({ keyword: text.trim() });
  };
  const { data } = answer;
  const facets = page > 1 ? first.data?.facets : data?.facets;
  return (
    <div className={isStart ? 'panel data-search is-start' : 'panel data-search'}>
      <header className="search-head">
        {isStart && <h2>搜索数据</h2>}
        <SearchField key={keyword} keyword={keyword} onSubmit={submit} />
        {isStart && <p className="muted">支持表名、字段名、中文、注释、标签、负责人，也可以输入拼音或首字母，例如 khye。</p>}
      </header>
      {isStart && <StartLists onSearch={submit} />}
      {!isStart && (
        <div className="search-body">
          <Facets facets={facets} chosen={chosen} onChange={(field, value) => go({ [PARAM[field]]: value })} />
          <div className="search-hits" aria-busy={answer.isFetching}>
            {answer.error && <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />}
            {!data && !answer.error && <StateView kind="loading" rows={10} />}
            {data && (
              <>
                <p className="search-total muted">
                  找到 <b className="num">{cappedCount(data.total, data.totalCapped)}</b> 个结果，用时{' '}
                  <span className="num">{data.ms}</span> 毫秒
                  {data.corrected.length > 0 && <>，同时搜索了 {data.corrected.join('、')}</>}
                </p>
                {data.total === 0 && (
                  <NothingFound
                    keyword={keyword}
                    onClear={
                      Object.keys(chosen).length > 0 ? () => go(Object.fromEntries(FACETS.map((field) => [PARAM[field], null]))) : undefined
                    }
                  />
                )}
                <ul className="hit-list">
                  {data.data.map((hit) => (
                    <HitCard key={`${hit.type}.${hit.id}`} hit={hit} />
                  ))}
                </ul>
                {data.total > PAGE && (
                  <Pagination
                    className="search-pages"
                    align="end"
                    showSizeChanger={false}
                    current={page}
                    pageSize={PAGE}
                    total={data.total}
                    onChange={(next) => go({ page: next === 1 ? null : String(next) })}
                  />
                )}
              </>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

function SearchField({ keyword, onSubmit }: { keyword: string; onSubmit: (text: string) => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState(keyword);
  const [isOpen, setOpen] = useState(false);
  const picked = useRef(false);
  const typed = useDeferredValue(text.trim());
  const found = useCall(
    api.search.suggest,
    { query: { keyword: typed } },
    { enabled: isOpen && typed !== '', keepPrevious: true, staleTime: 30_000 },
  );
  const hits = typed === '' ? [] : (found.data ?? []);
  const recent = typed === '' ? recentSearches() : [];
  const options = [
    ...recent.map((value) => ({ value: `recent:${value}`, label: <span className="suggestion">{value}</span> })),
    ...hits.map((hit) => ({
      value: `hit:${hit.type}.${hit.id}`,
      label: (
        <span className="suggestion">
          <span className="mono cut">
            <Marked text={hit.name} marks={hit.marks.name} />
          </span>
          <span className="cut">
            {hit.cnName ? (
              <Marked text={hit.cnName} marks={hit.marks.cnName} />
            ) : (
              <Marked text={hit.comment ?? ''} marks={hit.marks.comment} />
            )}
          </span>
          <small className="muted cut">
            {[hit.sourceName, hit.schemaName, hit.type === 'column' ? hit.tableName : null].filter(Boolean).join(' / ')}
          </small>
        </span>
      ),
    })),
  ];
  const choose = (value: string) => {
    picked.current = true;
    const hit = hits.find((one) => `hit:${one.type}.${one.id}` === value);
    if (hit) void navigate(hitPath(hit));
    else onSubmit(value.replace(/^recent:/, ''));
  };
  return (
    <AutoComplete
      className="search-field"
      options={options}
      value={text}
      open={isOpen && options.length > 0}
      onOpenChange={setOpen}
      defaultActiveFirstOption={false}
      onSelect={choose}
      onChange={(value: string) => {
        if (!/^(?:recent|hit):/.test(value)) setText(value);
      }}
    >
      <Input
        size="large"
        autoFocus
        allowClear={clearButton}
        maxLength={100}
        prefix={<SearchOutlined />}
        aria-label="检索数据"
        placeholder="输入表名、字段名、中文、拼音或首字母"
        onPressEnter={() => {
          // Enter on a suggestion opens it and is not a search of its own.
          setTimeout(() => {
            if (!picked.current) onSubmit(text);
            picked.current = false;
            setOpen(false);
          });
        }}
      />
    </AutoComplete>
  );
}

/** `onClear`: filters are set, without which there may be hits. */
const NothingFound = ({ keyword, onClear }: { keyword: string; onClear: (() => void) | undefined }) => (
  <StateView
    kind="empty"
    what={keyword === '' ? '没有符合条件的对象' : `没有找到“${keyword}”`}
    why={onClear ? '可以换一个说法、少输几个字，或清除筛选。' : '可以换一个说法，或少输几个字。'}
    action={onClear && <Button onClick={onClear}>清除筛选</Button>}
  />
);
