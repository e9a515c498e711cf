import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import type { FilterValue, ViewFilter } from '../../contract/view-filter.ts';
import type { TileFeed } from './tiles.ts';
import { useFeedState } from './use-feed-state.ts';
import './view.css';

// calendars and selects are half of what a viewer loads: the charts do not wait for them
const FilterField = lazyPart(() => import('./FilterField.tsx').then((part) => ({ default: part.FilterField })));

export interface FilterBarProps {
  feed: TileFeed;
  filters: readonly ViewFilter[];
  /** at once, or when 查询 is pressed */
  apply?: 'instant' | 'button';
  /** those of a filter tile; all that are not hidden unless given */
  ids?: readonly string[] | null;
  /** right of the filters */
  children?: React.ReactNode;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Filters that depend on a changed one lose their choice: it may not exist any more. */
function below(filters: readonly ViewFilter[], id: string): string[] {
  const direct = filters.filter((filter) => filter.dependsOn.includes(id) && filter.id !== id).map((filter) => filter.id);
  return [
    ...new Set([
      ...direct,
      ...direct.flatMap((one) =>
        below(
          filters.filter((filter) => filter.id !== id),
          one,
        ),
      ),
    ]),
  ];
}

/** The filters of a view: inputs by kind, choices with search and cascade, at once or by 查询 and 重置. */
export function FilterBar({ feed, filters, apply = 'instant', ids, children }: FilterBarProps) {
  const { filters: applied } = useFeedState(feed);
  const [pending, setPending] = useState<Readonly<Record<string, FilterValue | null>>>({});
  const shown = filters.filter((filter) => (ids ? ids.includes(filter.id) : !filter.hidden));
  const valueOf = (filter: ViewFilter): FilterValue | null => {
    if (Object.hasOwn(pending, filter.id)) return pending[filter.id] ?? null;
    return Object.hasOwn(applied, filter.id) ? (applied[filter.id] ?? null) : (filter.value ?? null);
  };
  const chosen: Record<string, FilterValue> = {};
  for (const filter of filters) {
    const value = valueOf(filter);
    if (value !== null) chosen[filter.id] = value;
  }
  const isChanged = Object.keys(pending).length > 0;
  const isReset = shown.every((filter) => same(valueOf(filter), filter.value));
  const change = (filter: ViewFilter, value: FilterValue | null) => {
    const next: Record<string, FilterValue | null> = { [filter.id]: value };
    for (const id of below(filters, filter.id)) next[id] = null;
    if (apply === 'instant') feed.setFilters(next);
    else setPending({ ...pending, ...next });
  };
  const submit = () => {
    feed.setFilters(pending);
    setPending({});
  };
  const reset = () => {
    setPending({});
    feed.setFilters(Object.fromEntries(shown.map((filter) => [filter.id, undefined])));
  };
  if (shown.length === 0) return children ? <div className="view-filters">{children}</div> : null;
  return (
    <div className="view-filters" role="search">
      {shown.map((filter) => (
        <div key={filter.id} className="view-filter">
          <label htmlFor={`filter-${filter.id}`} className={filter.required ? 'view-filter-needed' : undefined} title={filter.label}>
            {filter.label}
          </label>
          <Suspense fallback={<span className="view-filter-coming" />}>
            <FilterField feed={feed} filter={filter} value={valueOf(filter)} chosen={chosen} onChange={(value) => change(filter, value)} />
          </Suspense>
        </div>
      ))}
      <span className="view-filter-buttons">
        {apply === 'button' && (
          <Button type="primary" onClick={submit} aria-label={isChanged ? '查询（有未生效的条件）' : '查询'}>
            查询
          </Button>
        )}
        <Button onClick={reset} disabled={isReset && !isChanged}>
          重置
        </Button>
      </span>
      {children}
    </div>
  );
}
