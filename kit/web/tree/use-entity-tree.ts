import { useMemo, useState } from 'react';
import type { EntityList, EntityPageOptions } from '../entity-page/use-entity-page.ts';
import { useListSettings } from '../table/list-settings.ts';
import { useUrlListState, type Values } from '../table/list-state.ts';
import type { AnyCall, AnyRow, EntityApi, SearchField } from '../table/types.ts';
import { useCall, useRefresh } from '../use-call.ts';
import { withAncestors } from './tree-data.ts';

interface EntityTreeOptions<Row> extends Omit<EntityPageOptions<Row>, 'views' | 'always'> {
  /** the call that answers all rows, flat: `api.dept.list` */
  rows: AnyCall;
  parentOf: (row: Row) => string | null;
}

/** An `EntityList` over all rows at once: forms, details and deletion work as on a paged list. */
export interface EntityTree<Row extends AnyRow> extends EntityList<Row> {
  /** all rows, whatever the search */
  all: readonly Row[];
  /** rows that match the search, with their ancestors */
  visible: readonly Row[];
  isSearching: boolean;
  parentOf: (row: Row) => string | null;
}

const matches = <Row>(row: Row, values: Values, fields: readonly SearchField[]): boolean =>
  Object.entries(values).every(([name, wanted]) => {
    const value = (row as Record<string, unknown>)[name];
    const isChoice = fields.some((field) => field.field === name && (field.dict || field.options || field.tree));
    if (isChoice) return String(value) === wanted;
    return String(value ?? '')
      .toLowerCase()
      .includes(wanted.toLowerCase());
  });

/** State of a tree page (departments, menus); searching is local and keeps ancestors. */
export function useEntityTree<Row extends AnyRow>(api: EntityApi, options: EntityTreeOptions<Row>): EntityTree<Row> {
  const { rows: call, parentOf, search = [], columns, nameField = columns[0]?.field } = options;
  const [state, update] = useUrlListState();
  const [selected, select] = useState<readonly Row[]>([]);
  const [removing, askRemove] = useState<readonly Row[] | null>(null);
  const [settings, setSettings] = useListSettings(call.route.path.replace(/\/(list|tree)$/, ''));
  const refresh = useRefresh();
  const answer = useCall(call, {} as never);
  const all = useMemo(() => (answer.data ?? []) as readonly Row[], [answer.data]);
  const isSearching = Object.keys(state.values).length > 0;
  const visible = useMemo(
    () => (isSearching ? withAncestors(all, (row) => matches(row, state.values, search), parentOf) : all),
    [all, isSearching, state.values, search, parentOf],
  );
  return {
    api,
    options,
    state,
    update,
    query: { ...state.values },
    rows: answer.data === undefined ? undefined : visible,
    all,
    visible,
    isSearching,
    parentOf,
    total: visible.length,
    totalCapped: false,
    loading: answer.isLoading,
    fetching: answer.isFetching,
    error: answer.error,
    selected,
    select,
    settings,
    settle: (change) => setSettings({ ...settings, ...change }),
    views: [],
    nameOf: (row) => String((row as Record<string, unknown>)[nameField ?? 'id'] ?? row.id),
    refresh: () => refresh(call),
    open: (opened) => update({ opened }),
    removing,
    askRemove,
  };
}
