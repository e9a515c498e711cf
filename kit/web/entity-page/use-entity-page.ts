import { useEffect, useMemo, useState } from 'react';
import type { ReplyOf } from '../client.ts';
import { useCall, useRefresh } from '../use-call.ts';
import { useSelection } from './use-selection.ts';
import { useListSettings, type ListSettings, type SavedView } from '../table/list-settings.ts';
import { useLocalListState, useUrlListState, type ListState, type Opened, type UpdateList, type Values } from '../table/list-state.ts';
import { pageCount } from '../table/pager-items.ts';
import type { AnyRow, Column, EntityApi, PagedApi, RowOf, SearchField } from '../table/types.ts';

export interface EntityPageOptions<Row> {
  /** 岗位 */
  label: string;
  columns: readonly Column<Row>[];
  search?: readonly SearchField[];
  /** the field that people call a row by; the first column unless given */
  nameField?: keyof Row & string;
  /** fixed query values, such as the dictionary whose items are listed */
  always?: Readonly<Record<string, string | undefined>>;
  /** page size for lists that load everything at once */
  pageSize?: number;
  /** false = there is no detail drawer beside the list */
  details?: false;
  /** filters that the page offers as preset tabs */
  views?: readonly { id: string; name: string; values: Values; sort?: string }[];
}

interface PageReply<Row> {
  total: number;
  totalCapped?: boolean;
  data: Row[];
}

/** State and actions of a list page; `<EntityTable list={…}>` and `<EntityForm list={…}>` consume it. */
export interface EntityList<Row extends AnyRow = AnyRow> {
  api: EntityApi;
  options: EntityPageOptions<Row>;
  state: ListState;
  update: UpdateList;
  /** the query as sent to the server, for exports and own calls */
  query: Record<string, string | undefined>;
  rows: readonly Row[] | undefined;
  total: number;
  totalCapped: boolean;
  /** first load, nothing to show yet */
  loading: boolean;
  /** a refetch is in progress */
  fetching: boolean;
  error: Error | null;
  /** selected rows across pages; cleared when the query changes */
  selected: readonly Row[];
  select: (rows: readonly Row[]) => void;
  /** selects every row of the query; absent beyond the batch limit */
  selectAll?: () => Promise<void>;
  isSelecting?: boolean;
  settings: ListSettings;
  settle: (change: Partial<ListSettings>) => void;
  views: readonly SavedView[];
  nameOf: (row: Row) => string;
  refresh: () => Promise<void>;
  open: (opened: Opened) => void;
  /** rows awaiting confirmation of their deletion */
  removing: readonly Row[] | null;
  askRemove: (rows: readonly Row[] | null) => void;
}

/** List state for pages with their own layout (second level of abstraction). */
export function useEntityPage<A extends PagedApi>(api: A, options: EntityPageOptions<RowOf<A>>): EntityList<RowOf<A>> {
  return useEntityList(api, options, useUrlListState());
}

/** The same for a list inside a drawer or panel, with local instead of URL state. */
export function useEntityPanel<A extends PagedApi>(api: A, options: EntityPageOptions<RowOf<A>>): EntityList<RowOf<A>> {
  return useEntityList(api, options, useLocalListState());
}

const ZONE = '+08:00';

/** Converts search values to query parameters; a range of days becomes its first and last instant. */
function queryOf(values: Values, fields: readonly SearchField[]): Record<string, string> {
  const query: Record<string, string> = { ...values };
  for (const { field, to, inDays } of fields) {
    if (!to || inDays) continue;
    if (query[field]) query[field] = `${query[field]}T00:00:00${ZONE}`;
    if (query[to]) query[to] = `${query[to]}T23:59:59.999${ZONE}`;
  }
  return query;
}

function useEntityList<A extends PagedApi>(
  api: A,
  options: EntityPageOptions<RowOf<A>>,
  [state, update]: readonly [ListState, UpdateList],
): EntityList<RowOf<A>> {
  type Row = RowOf<A>;
  const { always, views = [] } = options;
  const [removing, askRemove] = useState<readonly Row[] | null>(null);
  const [settings, setSettings, settled] = useListSettings(api.page.route.path.replace(/\/page$/, ''));
  const refreshCalls = useRefresh();

  const { search } = options;
  const query = useMemo(
    () => ({ ...queryOf(state.values, search ?? []), ...(state.sort && { sort: state.sort }), ...always }),
    [state.values, state.sort, search, always],
  );
  const args = { query: { ...query, pageNum: state.page, pageSize: options.pageSize ?? state.limit } };
  const answer = useCall(api.page as A['page'], args as never, { keepPrevious: true });
  const reply = answer.data as (ReplyOf<A['page']> & PageReply<Row>) | undefined;

  const total = reply?.total ?? 0;
  const last = pageCount(total, options.pageSize ?? state.limit);
  const isBehindLast = reply !== undefined && !answer.isPlaceholderData && reply.data.length === 0 && total > 0 && state.page > last;
  // the page number is beyond the last page: the last row of the page was deleted, or the URL is old
  useEffect(() => {
    if (isBehindLast) update({ page: last }, { replace: true });
  }, [isBehindLast, last, update]);

  const rows = reply?.data;
  const totalCapped = reply?.totalCapped ?? false;
  const selection = useSelection<Row>({ page: api.page, query, rows, total, totalCapped });
  const nameField = options.nameField ?? options.columns[0]?.field;

  return {
    api,
    options,
    state,
    update,
    query,
    rows,
    total,
    totalCapped,
    loading: reply === undefined && answer.error === null,
    fetching: answer.isFetching || !settled,
    error: answer.error,
    ...selection,
    settings,
    settle: (change) => setSettings({ ...settings, ...change }),
    views: views.map((view) => ({ sort: '', ...view, values: { ...view.values } })),
    nameOf: (row) => String((row as Record<string, unknown>)[nameField ?? 'id'] ?? row.id),
    refresh: () => refreshCalls(api.page),
    open: (opened) => update({ opened }),
    removing,
    askRemove,
  };
}
