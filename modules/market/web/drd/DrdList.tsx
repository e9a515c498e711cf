import { Pagination, Select } from 'antd';
import { useState } from 'react';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { count } from '#kit/web/format.ts';
import { Marked, SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { EmptyList, StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { DRD_TONES } from '../tones.ts';
import { FreqText, ShareTag, typesText } from './parts.tsx';

type Row = CallReply<typeof api.drd.page>['data'][number];
const PAGE = 20;
const FACETS = [
  { field: 'resType', label: '类型' },
  { field: 'shareType', label: '共享' },
  { field: 'updateFreq', label: '周期' },
  { field: 'publishStatus', label: '状态' },
  { field: 'ownerDept', label: '提供方' },
  { field: 'classifyLevel', label: '级别' },
] as const;
const SCOPES = [
  { value: 'all', label: '全部' },
  { value: 'usable', label: '我可直接用' },
  { value: 'mine', label: '我负责的' },
] as const;

interface Props {
  selected: string | null;
  onSelect: (id: string) => void;
}
/** Resources of a class that answer the search, two lines each. */
export function DrdList({ selected, onSelect }: Props) {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const keyword = search.get('keyword') ?? '';
  const [text, setText] = useState(keyword);
  const scope = SCOPES.find(({ value }) => value === search.get('scope'))?.value ?? 'all';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const chosen = Object.fromEntries(FACETS.flatMap(({ field }) => (search.get(field) ? [[field, search.get(field)]] : [])));
  const filters = { ...(keyword && { keyword }), ...(search.get('catalog') && { catalogId: search.get('catalog')! }), ...chosen };
  const rows = useCall(api.drd.page, { query: { ...filters, scope, pageNum: page, pageSize: PAGE } as never }, { keepPrevious: true });
  const facets = useCall(api.drd.facets, { query: filters as never }, { keepPrevious: true });
  const { data } = rows;
  const clear = () => {
    setText('');
    change({ keyword: null, catalog: null, page: null, scope: null, ...Object.fromEntries(FACETS.map(({ field }) => [field, null])) });
  };
  return (
    <section className="drd-list" aria-label="资源" aria-busy={rows.isFetching}>
      <Query text={text} onText={setText} facets={facets.data?.facets ?? []} />
      <div className="drd-tabs" role="tablist">
        {SCOPES.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            role="tab"
            aria-selected={scope === value}
            onClick={() => change({ scope: value === 'all' ? null : value, page: null })}
          >
            {label} <span className="num muted">{facets.data ? count(facets.data[value]) : ''}</span>
          </button>
        ))}
      </div>
      {rows.error && <StateView kind="error" error={rows.error} onRetry={() => void rows.refetch()} />}
      {!data && !rows.error && <StateView kind="loading" rows={10} />}
      {data?.total === 0 && <EmptyList isFiltered={Object.keys(filters).length > 0 || scope !== 'all'} noun="资源" onClear={clear} />}
      <ul>
        {data?.data.map((row) => (
          <DrdRow key={row.id} row={row} keyword={keyword} isChosen={row.id === selected} onSelect={() => onSelect(row.id)} />
        ))}
      </ul>
      {data && data.total > 0 && (
        <Foot total={data.total} page={page} onPage={(next) => change({ page: next === 1 ? null : String(next) })} />
      )}
    </section>
  );
}

const Foot = ({ total, page, onPage }: { total: number; page: number; onPage: (page: number) => void }) => (
  <footer>
    <span className="muted">共 {count(total)} 项资源 · 右列为质量分</span>
    {total > PAGE && <Pagination size="small" showSizeChanger={false} current={page} pageSize={PAGE} total={total} onChange={onPage} />}
  </footer>
);

interface QueryProps {
  text: string;
  onText: (text: string) => void;
  facets: CallReply<typeof api.drd.facets>['facets'];
}
/** Search box and facets with how many resources each leaves. */
function Query({ text, onText, facets }: QueryProps) {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  return (
    <header className="drd-query">
      <SearchInput
        label="名称、代码、信息项"
        value={text}
        maxLength={100}
        onChange={(next) => {
          onText(next);
          if (next === '') change({ keyword: null, page: null });
        }}
        onSearch={(next) => change({ keyword: next.trim(), page: null })}
      />
      {FACETS.map(({ field, label }) => (
        <Select
          key={field}
          aria-label={label}
          allowClear
          placeholder={label}
          popupMatchSelectWidth={false}
          value={search.get(field) ?? undefined}
          options={facets
            .find((facet) => facet.field === field)
            ?.values.map(({ value, label: name, count: n }) => ({ value, label: `${name} ${n}` }))}
          onChange={(value: string | undefined) => change({ [field]: value, page: null })}
        />
      ))}
    </header>
  );
}

const DrdRow = ({ row, keyword, isChosen, onSelect }: { row: Row; keyword: string; isChosen: boolean; onSelect: () => void }) => (
  <li>
    <button type="button" aria-current={isChosen || undefined} onClick={onSelect}>
      <span className="drd-name">
        <b className="cut">
          <Marked text={row.resName} keyword={keyword} />
        </b>
        <small className="muted cut">
          <span className="mono">{row.resCode}</span> · {row.ownerDeptName ?? '未指定提供方'} · <FreqText value={row.updateFreq} />
        </small>
      </span>
      <span className="drd-types cut">{typesText(row.mountTypes)}</span>
      <span>
        {row.publishStatus === '3' ? (
          <ShareTag value={row.shareType} />
        ) : (
          <DictTag code="data_drd_status" value={row.publishStatus} tones={DRD_TONES} />
        )}
      </span>
      <span className="drd-score">
        <Score value={row.qualityScore} />
      </span>
    </button>
  </li>
);
