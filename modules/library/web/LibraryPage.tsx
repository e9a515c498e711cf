import { AppstoreOutlined, PlusOutlined, ReloadOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button, Segmented, Select } from 'antd';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { EmptyList, StateView } from '#kit/web/parts/StateView.tsx';
import { Pager } from '#kit/web/table/Pager.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { BatchBar } from './BatchBar.tsx';
import { CreateDialog } from './CreateDialog.tsx';
import { FolderPanel } from './FolderPanel.tsx';
import { ItemCard } from './ItemCard.tsx';
import { ItemDialogs } from './ItemDialogs.tsx';
import { ItemTable } from './ItemTable.tsx';
import type { Item } from './items.ts';
import type { LibraryKind, LibraryQuery, TemplateProps } from './kind.ts';
import { useItemActions } from './use-item-actions.tsx';
import { useListState, type ListState } from './use-list-state.ts';
import './library.css';

const SORTS = [
  { value: '-updateTime', label: '最近更新' },
  { value: '-createTime', label: '最近创建' },
  { value: 'name', label: '按名称' },
];
const TYPING_MS = 300;

/** The query of the address. */
function queryOf({ keyword, folder, view, filter, sort, page, limit }: ListState): LibraryQuery {
  return {
    pageNum: page,
    pageSize: limit,
    sort,
    filter,
    ...(keyword && { keyword }),
    ...(folder !== null && { folderId: folder }),
    ...(view !== 'all' && { view }),
  };
}

/** 图表配置, 看板配置, 大屏配置: folders left, a wall of cards right; the address holds what is shown. */
export function LibraryPage({ of }: { of: LibraryKind }) {
  const { kind, label, calls, filter } = of;
  const [state, change, isHere] = useListState();
  const [isAsked, setCreating] = useState(false);
  // the home leads here with the wish to make one
  const isCreating = isAsked || state.isCreating;
  const stopCreating = () => {
    setCreating(false);
    if (state.isCreating) change({ create: null });
  };
  const can = useCan();
  const { actionsOf, move, opened, close } = useItemActions(of);
  const tree = useCall(api.folder.tree, { params: { kind } }, { staleTime: 10_000 });
  const list = of.useRows(queryOf(state));
  const { refetch } = list;
  useFreshOnReturn(isHere, () => void refetch());

  const items = (list.data?.data ?? []).map((row) => of.asItem(row));
  const [chosen, choose] = useChosen(state, items);
  const isFiltered = state.keyword !== '' || state.folder !== null || state.view !== 'all' || state.filter !== null;
  const clear = () => change({ keyword: null, folder: null, view: null, filter: null });
  const create = can(calls.create) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
      新增{label}
    </Button>
  );
  const place = { tree: tree.data, folderId: state.folder === 'none' ? null : state.folder };
  const total = list.data?.total ?? 0;
  return (
    <div className="panel lib">
      <Actions of={of} {...place} create={create} />
      <FolderPanel
        kind={kind}
        tree={tree.data}
        state={state}
        canEdit={can(calls.update)}
        onChoose={(request) => change(request)}
        onMove={(id, folderId) => void move([id], folderId)}
        onChanged={refetch}
      />
      <section className="lib-main">
        <div className="lib-tools">
          <Keyword value={state.keyword} label={label} onChange={(keyword) => change({ keyword })} />
          <Select
            aria-label={filter.label}
            allowClear
            placeholder={filter.none}
            style={{ width: 136 }}
            value={state.filter ?? undefined}
            options={[...filter.options]}
            showSearch={filter.isLong ? { optionFilterProp: 'label' } : false}
            onChange={(request?: string) => change({ filter: request ?? null })}
          />
          <Select aria-label="排序" style={{ width: 112 }} value={state.sort} options={SORTS} onChange={(sort) => change({ sort })} />
          <span className="grow" />
          <button
            type="button"
            className="icon-button"
            aria-label="刷新"
            title="刷新"
            onClick={() => void Promise.all([refetch(), tree.refetch()])}
          >
            <ReloadOutlined spin={list.isFetching} />
          </button>
          <Segmented
            aria-label="显示方式"
            value={state.isTable ? 'list' : 'wall'}
            options={[
              { value: 'wall', icon: <AppstoreOutlined />, title: '卡片' },
              { value: 'list', icon: <UnorderedListOutlined />, title: '列表' },
            ]}
            onChange={(as) => change({ as: as === 'list' ? 'list' : null, page: String(state.page) })}
          />
        </div>
        <div className={state.isTable && items.length > 0 ? 'lib-body is-table' : 'lib-body'}>
          <Body
            error={list.data ? null : list.error}
            isLoading={!list.data}
            isEmpty={items.length === 0}
            onRetry={() => void refetch()}
            empty={<EmptyList isFiltered={isFiltered} noun={label} onClear={clear} action={create} />}
          >
            {state.isTable ? (
              <ItemTable items={items} actionsOf={actionsOf} chosen={chosen} onChoose={choose} />
            ) : (
              <div className="lib-wall">
                {items.map((item) => (
                  <ItemCard key={item.id} item={item} actions={actionsOf(item)} />
                ))}
              </div>
            )}
          </Body>
        </div>
        <Foot total={total} state={state} onChange={change}>
          {chosen.length > 0 && <BatchBar of={of} items={chosen} tree={tree.data} onMove={move} onClear={() => choose([])} />}
        </Foot>
      </section>
      {isCreating && <CreateDialog of={of} {...place} onClose={stopCreating} />}
      {opened && <ItemDialogs {...opened} of={of} tree={tree.data} onClose={close} onMove={move} />}
    </div>
  );
}

interface FootProps {
  readonly total: number;
  readonly state: ListState;
  readonly onChange: (change: { page: string; limit: string }) => void;
  /** in place of the total */
  readonly children: ReactNode;
}
const Foot = ({ total, state, onChange, children }: FootProps) => (
  <footer className="lib-foot-bar">
    {children || <span className="muted">共 {count(total)} 个</span>}
    <Pager
      page={state.page}
      limit={state.limit}
      total={total}
      onChange={(page, limit) => onChange({ page: String(page), limit: String(limit) })}
    />
  </footer>
);

/** The selected items of the list, which is left with everything that changes what it holds. */
function useChosen(state: ListState, items: readonly Item[]): [readonly Item[], (items: readonly Item[]) => void] {
  const key = JSON.stringify(state);
  const [chosen, setChosen] = useState<{ of: string; ids: readonly string[] }>({ of: key, ids: [] });
  const isHere = state.isTable && chosen.of === key;
  return [isHere ? items.filter(({ id }) => chosen.ids.includes(id)) : [], (next) => setChosen({ of: key, ids: next.map(({ id }) => id) })];
}

interface ActionsProps extends Omit<TemplateProps, 'onClose'> {
  of: LibraryKind;
  create: ReactNode;
}
/** The ways to a new document: from nothing, or after one that is published. */
function Actions({ of: { templates }, create, ...place }: ActionsProps) {
  const [isOpen, setOpen] = useState(false);
  const can = useCan();
  return (
    <PageActions>
      {templates && can(templates.call) && <Button onClick={() => setOpen(true)}>从模板新增</Button>}
      {create}
      {templates && isOpen && (
        <Suspense fallback={null}>
          <templates.Wizard {...place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </PageActions>
  );
}

function Body({
  error,
  isLoading,
  isEmpty,
  empty,
  onRetry,
  children,
}: {
  error: Error | null;
  isLoading: boolean;
  isEmpty: boolean;
  empty: ReactNode;
  onRetry: () => void;
  children: ReactNode;
}) {
  if (error) return <StateView kind="error" error={error} onRetry={onRetry} />;
  if (isLoading)
    return (
      <div className="lib-wall lib-skeleton" role="status" aria-label="数据加载中">
        {Array.from({ length: 10 }, (_, n) => (
          <div className="panel board-card" key={n}>
            <div className="board-card-picture" />
          </div>
        ))}
      </div>
    );
  return isEmpty ? empty : children;
}

/** Searches a moment after the last key, so that typing does not ask with every letter. */
function Keyword({ value, label, onChange }: { value: string; label: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [last, setLast] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // the address changed by something else: the field follows
  if (value !== last) {
    setLast(value);
    setText(value);
  }
  const say = (next: string) => {
    clearTimeout(timer.current);
    onChange(next.trim());
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <SearchInput
      label={`搜索${label}`}
      placeholder={`搜索${label}名称`}
      className="lib-search"
      maxLength={100}
      value={text}
      onChange={(next) => {
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onChange(next.trim()), TYPING_MS);
      }}
      onSearch={say}
    />
  );
}

/** Builders are windows of their own: who comes back from one sees what it saved. */
function useFreshOnReturn(isHere: boolean, refetch: () => void): void {
  const run = useRef(refetch);
  useEffect(() => {
    run.current = refetch;
  });
  useEffect(() => {
    if (!isHere) return;
    const handleVisibility = () => document.visibilityState === 'visible' && run.current();
    document.addEventListener('visibilitychange', handleVisibility);
    return () => document.removeEventListener('visibilitychange', handleVisibility);
  }, [isHere]);
}
