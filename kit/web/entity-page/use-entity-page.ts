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
  /** query values that the person cannot change: the dictionary whose items are listed */
  always?: Readonly<Record<string, string | undefined>>;
  /** rows asked for at once, for pages that show all there are instead of pages */
  pageSize?: number;
  /** false = there is no detail drawer beside the list */
  details?: false;
  /** filters that the page offers as tabs */
  views?: readonly { id: string; name: string; values: Values; sort?: string }[];
}

interface PageReply<Row> {
  total: number;
  totalCapped?: boolean;
  data: Row[];
}

/** Everything that a list page knows and can do; `<EntityTable list={…}>` and `<EntityForm list={…}>` work on it. */
export interface EntityList<Row extends AnyRow = AnyRow> {
  api: EntityApi;
  options: EntityPageOptions<Row>;
  state: ListState;
  update: UpdateList;
  /** the query as it goes to the server, for export and for own calls */
  query: Record<string, string | undefined>;
  rows: readonly Row[] | undefined;
  total: number;
  totalCapped: boolean;
  /** nothing to show yet */
  loading: boolean;
  /** asking again */
  fetching: boolean;
  error: Error | null;
  /** chosen rows, also those of other pages; another query begins anew */
  selected: readonly Row[];
  select: (rows: readonly Row[]) => void;
  /** chooses every row of the query; absent where there are more than a batch takes */
  selectAll?: () => Promise<void>;
  isSelecting?: boolean;
  settings: ListSettings;
  settle: (change: Partial<ListSettings>) => void;
  views: readonly SavedView[];
  nameOf: (row: Row) => string;
  refresh: () => Promise<void>;
  open: (opened: Opened) => void;
  /** rows waiting for the person to agree to their removal */
  removing: readonly Row[] | null;
  askRemove: (rows: readonly Row[] | null) => void;
}

/** Second rung: the state of a list page for pages that lay out the pieces themselves. */
export function useEntityPage<A extends PagedApi>(api: A, options: EntityPageOptions<RowOf<A>>): EntityList<RowOf<A>> {
  return useEntityList(api, options, useUrlListState());
}

/** The same for a list inside a drawer or panel, whose state does not belong in the address. */
export function useEntityPanel<A extends PagedApi>(api: A, options: EntityPageOptions<RowOf<A>>): EntityList<RowOf<A>> {
  return useEntityList(api, options, useLocalListState());
}

const ZONE = '+08:00';

/** Search values as the server takes them: days of a span become its first and last moment. */
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
  // the last row of the last page was removed, or the address is old
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
