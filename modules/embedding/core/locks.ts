import type { FieldType } from '#modules/datasets/contract/field.ts';
import type { FilterValue, ViewFilter } from '#modules/charts/contract/view-filter.ts';
import { fieldIn, filterCondition, SelectionError, type Shape } from '#modules/charts/core/index.ts';

/** What the host decided: value by id of the filter. */
export type Locks = ReadonlyMap<string, FilterValue>;

/** The filters of a document that a token names, by id or by name. Throws a SelectionError on whatever would limit nothing. */
export function locksOf(filters: readonly ViewFilter[], given: Readonly<Record<string, FilterValue>>): Locks {
  const locks = new Map<string, FilterValue>();
  for (const [name, value] of Object.entries(given)) {
    const byId = filters.filter(({ id }) => id === name);
    const found = byId.length > 0 ? byId : filters.filter(({ label }) => label === name);
    const [filter] = found;
    if (!filter) throw new SelectionError(`令牌限定的筛选“${name}”不存在`);
    if (found.length > 1 || locks.has(filter.id)) throw new SelectionError(`令牌限定的筛选“${name}”不唯一，请使用筛选编号`);
    if (filterCondition(filter, value, '', undefined) === null) throw new SelectionError(`令牌限定的筛选“${name}”没有取值`);
    locks.set(filter.id, value);
  }
  return locks;
}

/** The kind of filter that takes a value of this form. */
function kindFor(type: FieldType, value: FilterValue): ViewFilter['kind'] {
  if (Array.isArray(value)) return 'multi';
  if (typeof value !== 'object' || value === null) return 'select';
  return 'from' in value && type === 'number' ? 'numberRange' : 'dateRange';
}
/** The filter that limits a field of a stored chart, which has no filters of its own, to a value. */
export const filterOfField = (dataSetId: string, field: { id: string; name: string; type: FieldType }, value: FilterValue): ViewFilter => ({
  id: field.id,
  label: field.name,
  kind: kindFor(field.type, value),
  targets: [{ dataSetId, col: field.id }],
  dependsOn: [],
  required: false,
  hidden: true,
});

/**
 * The document with the values of the host in place of the defaults; the choices of all other filters are narrowed by them. What a viewer
 * sends of locked filters has to be refused before (`assertUnlocked`).
 */
export function lockedShape(shape: Shape, locks: Locks): Shape {
  if (locks.size === 0) return shape;
  const filters = [...shape.filters].map(([id, filter]): [string, ViewFilter] =>
    locks.has(id)
      ? [id, { ...filter, value: locks.get(id) }]
      : [id, { ...filter, dependsOn: [...new Set([...filter.dependsOn, ...locks.keys()])] }],
  );
  return { ...shape, filters: new Map(filters) };
}

/** Refuses a wish that speaks of filters which the host has decided. */
export function assertUnlocked(locks: Locks, filters: Readonly<Record<string, unknown>>): void {
  for (const id of Object.keys(filters)) if (locks.has(id)) throw new SelectionError('该筛选由嵌入方限定，不能修改');
}

/** Tiles that a locked filter does not reach, with its name: they would show more than the host meant. */
export function unreachedTiles(shape: Shape, locks: Locks): { filter: string; tile: string }[] {
  return [...locks.keys()].flatMap((id) => {
    const filter = shape.filters.get(id);
    if (!filter) return [];
    return [...shape.tiles.values()]
      .filter(
        ({ key, chart }) =>
          !filter.targets.some((target) => target.dataSetId === chart.dataSetId && (!target.items || target.items.includes(key))),
      )
      .map((tile) => ({ filter: filter.label, tile: tile.name }));
  });
}

/** True when every lock narrows choices that are read from this data set. */
export const narrowsChoices = (shape: Shape, locks: Locks, dataSetId: string): boolean =>
  [...locks.keys()].every((id) => {
    const filter = shape.filters.get(id);
    return filter !== undefined && fieldIn(filter, dataSetId) !== null;
  });

interface FilteredConfig {
  readonly filters: ViewFilter[];
}
/** A document as its viewer gets it: nothing of the locked filters is in it. */
export function withoutLocked<Config extends FilteredConfig>(config: Config, locks: Locks): Config {
  if (locks.size === 0) return config;
  const filters = config.filters
    .filter(({ id }) => !locks.has(id))
    .map((filter) => ({ ...filter, dependsOn: filter.dependsOn.filter((id) => !locks.has(id)) }));
  return { ...config, filters };
}
