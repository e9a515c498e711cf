import type { Field, SetParam } from '#modules/datasets/contract/field.ts';
import type { FilterNode, Slot } from '#modules/datasets/contract/query.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { TemplateBinding } from '../../contract/template.ts';
import type { Action, ViewFilter } from '../../contract/view-filter.ts';
import { withRemappedSet } from '../chart/remap.ts';
import { withoutFields } from './prefix.ts';
import { aggregatesFor, SHELVES, slotOf, type Least, type Shelf } from '../chart/shelves.ts';

/** A data set that takes the place of one of a template, as far as documents look at it. */
export interface OwnSet {
  readonly fields: readonly Field[];
  readonly params: readonly Pick<SetParam, 'name'>[];
}
/** What becomes of the data sets of a template. */
export interface Rebinding {
  /** the own field in place of one of the template; null = none */
  field(dataSetId: string, col: string): Field | null;
  /** the data set in place of one of the template; null = none */
  set(dataSetId: string): string | null;
  /** whether the data set stays the one of the template */
  isKept(dataSetId: string): boolean;
  own(dataSetId: string): OwnSet | null;
}

/** Reads what somebody chose: `setOf` gives the chosen data sets; one that is not there counts as not chosen. */
export function rebinding(bindings: readonly TemplateBinding[], setOf: (id: string) => OwnSet | undefined): Rebinding {
  const chosen = new Map(
    bindings.flatMap(({ from, to, fields }) => {
      const own = to === null ? undefined : setOf(to);
      return to === null || !own ? [] : [[from, { to, own, fields: new Map(fields.map((one) => [one.col, one.to])) }] as const];
    }),
  );
  return {
    field(dataSetId, col) {
      const found = chosen.get(dataSetId);
      const to = found?.to === dataSetId ? col : found?.fields.get(col);
      return found?.own.fields.find(({ id }) => id === to) ?? null;
    },
    set: (dataSetId) => chosen.get(dataSetId)?.to ?? null,
    isKept: (dataSetId) => chosen.get(dataSetId)?.to === dataSetId,
    own: (dataSetId) => chosen.get(dataSetId)?.own ?? null,
  };
}

/** Conditions that mean the same of other data: spans of time told by the calendar. Values of the template's own data do not. */
export const keptConditions = (nodes: readonly FilterNode[]): FilterNode[] =>
  nodes.flatMap((node): FilterNode[] => {
    if ('col' in node) return node.op === 'relative' ? [node] : [];
    const inner = keptConditions('all' in node ? node.all : node.any);
    return inner.length === 0 ? [] : ['all' in node ? { all: inner } : { any: inner }];
  });

const isRatio = (field: Pick<Field, 'format'> | undefined): boolean => field?.format?.kind === 'percent';

/** A slot over its new field: how it is counted, stepped and written fits that field; its name is that of the field. */
function slotOver(slot: Slot, field: Field, shelf: Shelf): Slot {
  const { alias: _alias, order: _order, format, aggregateType, grain, sort, ...rest } = slot;
  const start = slotOf(field, shelf);
  const isTime = field.type === 'date' || field.type === 'datetime';
  const keepsAggregate = aggregateType && field.agg !== 'none' && aggregatesFor(field.type).includes(aggregateType);
  const aggregate = shelf === 'measures' ? (keepsAggregate ? aggregateType : start.aggregateType) : undefined;
  // the unit and the scale of a figure are those of its own field; how a time is written belongs to the place
  const isAlike = isRatio(field) ? isRatio({ format }) : Boolean(field.format?.unit) && field.format?.unit === format?.unit;
  const keepsFormat = format && (shelf === 'measures' ? isAlike : isTime);
  return {
    ...rest,
    col: field.id,
    ...(aggregate && { aggregateType: aggregate }),
    ...(isTime && shelf !== 'measures' && { grain: grain ?? start.grain }),
    ...(keepsFormat && { format }),
    ...(sort && { sort: sort === 'custom' ? 'none' : sort }),
  };
}

/**
 * A chart of a template over the data set that was chosen, without the places that nothing was chosen for; null when too little is left of it,
 * since what it would show then is something else.
 */
export function rebound(template: ChartConfig, to: Rebinding, least?: Least): ChartConfig | null {
  const { dataSetId } = template;
  if (to.isKept(dataSetId)) return template;
  const [setId, own] = [to.set(dataSetId), to.own(dataSetId)];
  if (setId === null || !own) return null;
  const chart = withoutFields(template, (col) => to.field(dataSetId, col) === null, least);
  if (!chart) return null;
  const cols = new Set(SHELVES.flatMap((shelf) => chart[shelf].map(({ col }) => col)));
  const filters = keptConditions(chart.filters);
  const all = new Set([...cols, ...chart.drill, ...filters.flatMap((node) => ('col' in node ? [node.col] : []))]);
  const remap = [...all].map((col) => ({ col, to: to.field(dataSetId, col)?.id ?? null }));
  const moved = withRemappedSet({ ...chart, filters, idleFilters: [], parked: null }, setId, remap, own.fields);
  const known = new Set(own.params.map(({ name }) => name));
  const over = (shelf: Shelf) =>
    chart[shelf].flatMap((slot) => {
      const field = to.field(dataSetId, slot.col);
      return field ? [slotOver(slot, field, shelf)] : [];
    });
  return {
    ...moved,
    rows: over('rows'),
    columns: over('columns'),
    measures: over('measures'),
    params: Object.fromEntries(Object.entries(chart.params).filter(([name]) => known.has(name))),
  };
}

interface Part {
  readonly chart?: ChartConfig | null;
  readonly chartId?: string | null;
  readonly actions: readonly Action[];
}
/** The clicks of a component: links follow their fields, those that lead nowhere any more go. */
function actionsOf(actions: readonly Action[], own: string | undefined, to: Rebinding): Action[] {
  const clicked = (col: string) => (own === undefined ? null : (to.field(own, col)?.id ?? null));
  return actions.flatMap((action): Action[] => {
    if (action.do === 'jump')
      return [
        {
          ...action,
          map: action.map.flatMap((one) => {
            const col = clicked(one.col);
            return col === null ? [] : [{ ...one, col }];
          }),
        },
      ];
    if (action.do !== 'filter') return own !== undefined && to.set(own) !== null ? [action] : [];
    const map = action.map.flatMap((one) => {
      const [col, target, dataSetId] = [clicked(one.col), to.field(one.dataSetId, one.target), to.set(one.dataSetId)];
      return col === null || target === null || dataSetId === null ? [] : [{ col, dataSetId, target: target.id }];
    });
    return action.map.length > 0 && map.length === 0 ? [] : [{ ...action, map }];
  });
}

/** A component of a template over the chosen data; without all it needs it has none. */
export function reboundPart<T extends Part>(part: T, to: Rebinding, least?: Least): T {
  if (part.chart && to.isKept(part.chart.dataSetId)) return { ...part, actions: actionsOf(part.actions, part.chart.dataSetId, to) };
  if (!part.chart) return { ...part, actions: actionsOf(part.actions, undefined, to) };
  const chart = rebound(part.chart, to, least);
  return { ...part, chart, chartId: null, actions: chart ? actionsOf(part.actions, part.chart.dataSetId, to) : [] };
}

/** The filters of a template over the chosen data. One that acts on nothing any more, or has nothing to choose from, goes. */
export function reboundFilters(filters: readonly ViewFilter[], to: Rebinding): ViewFilter[] {
  const kept = filters.flatMap((filter): ViewFilter[] => {
    const sets = filter.targets.map(({ dataSetId }) => dataSetId);
    if (sets.length > 0 && sets.every((id) => to.isKept(id))) return [filter];
    const targets = filter.targets.flatMap((target): ViewFilter['targets'] => {
      const dataSetId = to.set(target.dataSetId);
      if (dataSetId === null) return [];
      if ('param' in target) {
        const has = to.isKept(target.dataSetId) || to.own(target.dataSetId)?.params.some(({ name }) => name === target.param);
        return has ? [{ ...target, dataSetId }] : [];
      }
      const field = to.field(target.dataSetId, target.col);
      return field ? [{ ...target, dataSetId, col: field.id }] : [];
    });
    if (targets.length === 0) return [];
    const source = sourceOf(filter, targets, to);
    if (source === null && (filter.kind === 'select' || filter.kind === 'multi')) return [];
    const isRelative = typeof filter.value === 'object' && filter.value !== null && 'relative' in filter.value;
    return [{ ...filter, targets, source, value: isRelative ? filter.value : null }];
  });
  const ids = new Set(kept.map(({ id }) => id));
  return kept.map((filter) => ({ ...filter, dependsOn: filter.dependsOn.filter((id) => ids.has(id)) }));
}

/** Where the choices of a filter come from now: the field in place of the old one, else the field that it acts on. */
function sourceOf({ source }: ViewFilter, targets: ViewFilter['targets'], to: Rebinding): ViewFilter['source'] {
  if (!source) return null;
  if ('dataSetId' in source) {
    const [dataSetId, field] = [to.set(source.dataSetId), to.field(source.dataSetId, source.col)];
    const label = source.labelCol ? to.field(source.dataSetId, source.labelCol) : null;
    if (dataSetId !== null && field) return { dataSetId, col: field.id, ...(label && { labelCol: label.id }) };
  }
  const target = targets.find((one) => 'col' in one);
  return target && 'col' in target ? { dataSetId: target.dataSetId, col: target.col } : null;
}
