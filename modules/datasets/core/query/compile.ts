import type { DataSet } from '../../contract/data-set-model.ts';
import { isCoded, type Aggregate, type Format, type Grain } from '../../contract/field.ts';
import type { ChartQuery, ResultColumn, Slot } from '../../contract/query.ts';
import { checkTree, isTime, type Clock } from './condition.ts';
import { sqlDialect, written, type SqlDialectName } from './dialects.ts';
import { AGGREGATE_LABELS, Fields } from './fields.ts';
import { filtersOf } from './filters.ts';
import { Grouping } from './grouping.ts';
import { originOf, type Rows } from './origin.ts';
import type { Plan, PlanDim, PlanMeasure } from './plan.ts';
import { bind, joined, QueryProblem, raw, sql, type Sql } from './sql.ts';
import { dayText } from './time.ts';

export interface CompileInput {
  readonly set: Pick<DataSet, 'model'>;
  readonly query: ChartQuery;
  readonly dialect: SqlDialectName;
  readonly clock: Clock;
  /** where the rows are when it is not where the model says */
  readonly rows?: Rows | null;
}
/** A statement with its values, and what its rows mean. */
export interface Compiled {
  readonly text: string;
  readonly params: readonly unknown[];
  readonly plan: Plan;
}

/** Groups that are fetched so that names can be put in order here: servers differ in how they order Chinese. */
const SORTED_HERE = 10_000;
/** Groups that are fetched when every one of them counts for the others. */
const MAX_GROUPS = 100_000;
const PERCENTS = new Set(['yoy', 'mom', 'share']);
const PERCENT: Format = { kind: 'percent', digits: 2, scale: 'none', thousands: true };

const grainOf = (slot: Slot, type: string): Grain | null => (slot.grain && (type === 'date' || type === 'datetime') ? slot.grain : null);

/** The aggregate of a measure: what the slot says, else the field, else a sum of numbers and a count of everything else. */
function aggregateOf(slot: Slot, fields: Fields): Aggregate {
  const { field, isAggregate, type } = fields.get(slot.col);
  if (isAggregate) return 'none';
  const given = slot.aggregateType ?? field.agg;
  const agg = given && given !== 'none' ? given : type === 'number' ? 'sum' : 'count';
  if (['sum', 'avg', 'median', 'stddev'].includes(agg) && type !== 'number' && type !== 'any')
    throw new QueryProblem(`字段“${field.name}”不是数值，不能${AGGREGATE_LABELS[agg]}，请改用计数`);
  return agg;
}

function dimsOf(query: ChartQuery, fields: Fields): PlanDim[] {
  const of = (slot: Slot, shelf: 'rows' | 'columns'): PlanDim => {
    const { field, type, isAggregate } = fields.get(slot.col);
    if (isAggregate) throw new QueryProblem(`字段“${field.name}”是聚合结果，不能作为维度`);
    const own = type === 'any' ? 'string' : type;
    if (slot.grain && !isTime(own)) throw new QueryProblem(`字段“${field.name}”不是日期，不能按时间粒度分组`);
    return { slot, field, type: own, grain: grainOf(slot, own), shelf };
  };
  return [...query.rows.map((slot) => of(slot, 'rows')), ...query.columns.map((slot) => of(slot, 'columns'))];
}

function measuresOf(query: ChartQuery, fields: Fields, hasRoot: boolean): PlanMeasure[] {
  return query.measures.map((slot): PlanMeasure => {
    const { field, type } = fields.get(slot.col);
    const agg = aggregateOf(slot, fields);
    const keeps = agg === 'min' || agg === 'max' || agg === 'none';
    return {
      slot,
      field,
      agg,
      type: keeps && type !== 'any' ? type : 'number',
      modifier: slot.modifier ?? 'none',
      isSquared: agg === 'stddev' && !hasRoot,
    };
  });
}

function columnsOf(dims: readonly PlanDim[], measures: readonly PlanMeasure[]): ResultColumn[] {
  const names = measures.map(({ slot, field }) => slot.alias || field.name);
  return [
    ...dims.map(({ slot, field, type, grain, shelf }, i): ResultColumn => ({
      key: `d${i}`,
      col: field.id,
      name: slot.alias || field.name,
      role: 'dimension',
      shelf,
      type: isCoded(field) ? 'string' : grain ? (grain === 'hour' || grain === 'minute' ? 'datetime' : 'date') : type,
      grain,
      format: slot.format ?? field.format ?? null,
    })),
    ...measures.map(({ slot, field, agg, type, modifier }, i): ResultColumn => {
      const isAlone = slot.alias || names.indexOf(names[i]!) === names.lastIndexOf(names[i]!);
      const isFigure = modifier === 'none' || modifier.endsWith('Value') || modifier.endsWith('Diff') || modifier === 'cum';
      const isCounted = agg === 'count' || agg === 'countd';
      return {
        key: `m${i}`,
        col: field.id,
        name: isAlone ? names[i]! : `${names[i]}（${AGGREGATE_LABELS[agg]}）`,
        role: 'measure',
        shelf: 'measures',
        type: modifier === 'none' ? type : 'number',
        modifier,
        format: slot.format ?? (PERCENTS.has(modifier) ? PERCENT : isFigure && !isCounted ? (field.format ?? null) : null),
      };
    }),
  ];
}

/** A statement that answers one number: how many rows another one has. */
const counted = (statement: Sql, dialect: ReturnType<typeof sqlDialect>): Sql =>
  sql`select count(*) as n from (${statement}) ${raw(dialect.alias('g'))}`;

/**
 * The statement that counts what a cut answer has in all: rows of a detail, groups, or the values of a ranked dimension. Its only row has one
 * number. Throws QueryProblem as `compileQuery` does.
 */
export function compileCount(input: CompileInput, kind: 'limit' | 'top'): { text: string; params: readonly unknown[] } {
  const { set, query, clock } = input;
  const dialect = sqlDialect(input.dialect);
  const plain = query.measures.map((slot) => ({ ...slot, modifier: 'none' as const }));
  const all = [...query.rows, ...query.columns];
  const asked: ChartQuery = {
    ...query,
    sort: [],
    topN: null,
    totals: false,
    grandTotal: undefined,
    fill: 'none',
    ...(!query.isDetail && {
      columns: [],
      rows: kind === 'top' && query.topN ? [all[Number(query.topN.of.slice(1))]!] : all,
      // conditions on the result name measures by their place
      measures: query.having.length > 0 ? plain : [],
      having: kind === 'top' ? [] : query.having,
    }),
  };
  const own = { ...input, query: asked };
  const origin = originOf(set.model, input.rows ?? null, asked.params, dialect);
  const fields = new Fields(set.model, origin, dialect, dayText(clock.now));
  if (asked.isDetail) return written(counted(detail(own, fields, dialect, origin).select, dialect), dialect);
  const dims = dimsOf(asked, fields);
  const grouping = new Grouping({ input: own, fields, dialect, origin, dims, measures: measuresOf(asked, fields, dialect.hasRoot) });
  return written(counted(grouping.statement().statement, dialect), dialect);
}

/** Rows as they are, without grouping. */
export function detail(
  input: CompileInput,
  fields: Fields,
  dialect: ReturnType<typeof sqlDialect>,
  origin: ReturnType<typeof originOf>,
): Compiled & { readonly select: Sql } {
  const { query, clock } = input;
  const least = input.set.model.minGroup ?? null;
  const used = new Set<string>();
  const dims = dimsOf(query, fields);
  const measures = query.measures.map((slot): PlanMeasure => {
    const { field, type, isAggregate } = fields.get(slot.col);
    if (isAggregate) throw new QueryProblem(`字段“${field.name}”是聚合结果，明细中不能使用`);
    return { slot, field, agg: 'none', type: type === 'any' ? 'string' : type, modifier: 'none', isSquared: false };
  });
  if (dims.length + measures.length === 0) throw new QueryProblem('请至少选择一个字段');
  if (query.having.length > 0 || query.topN || query.totals || query.grandTotal) throw new QueryProblem('明细不能使用结果筛选、排名和汇总');
  const values = [
    ...dims.map(({ slot, grain, type }) => {
      const value = fields.row(slot.col, used);
      return grain ? dialect.trunc(grain, value, type) : value;
    }),
    ...measures.map(({ slot }) => fields.row(slot.col, used)),
  ];
  const { where, spans } = filtersOf(input, fields, dialect, used);
  // a row that stands for many is a group of its own; else it takes enough rows to show any
  const { minGroupBy } = input.set.model;
  const large = least !== null && minGroupBy ? [sql`${fields.row(minGroupBy, used)} >= ${bind(least, 'int')}`] : [];
  const leastRows = large.length > 0 ? null : least;
  const from = origin.from({ columns: used, summed: [] });
  const conditions = [...from.where, ...where, ...large];
  const select = sql`select ${joined(
    values.map((value, i) => sql`${value} as c${raw(String(i))}`),
    ', ',
  )} from ${from.from}${conditions.length > 0 ? sql` where ${joined(conditions, ' and ')}` : raw('')}`;
  const keyOf = (at: number): string => (at < dims.length ? `d${at}` : `m${at - dims.length}`);
  const orders = [
    ...query.sort,
    ...[...dims, ...measures].flatMap(({ slot }, i) =>
      slot.sort === 'asc' || slot.sort === 'desc' ? [{ by: keyOf(i), dir: slot.sort }] : [],
    ),
  ].map(({ by, dir }) => {
    const at = values.findIndex((_, i) => keyOf(i) === by);
    if (at < 0) throw new QueryProblem(`排序字段“${by}”不存在`);
    return dialect.order(`g.c${at}`, dir);
  });
  const list = values.map((_, i) => `g.c${i}`).join(', ');
  const ordered =
    orders.length > 0
      ? sql`select ${raw(list)} from (${select}) ${raw(dialect.alias('g'))} order by ${raw(orders.join(', '))}`
      : dialect.name === 'tsql'
        ? sql`select ${raw(list)} from (${select}) ${raw(dialect.alias('g'))} order by 1`
        : select;
  const plan: Plan = {
    query,
    isDetail: true,
    dims,
    measures,
    columns: columnsOf(dims, measures).map((column, i) => ({ ...column, key: `col${i}` })),
    raw: [...dims.map((_, at) => ({ kind: 'dim', at }) as const), ...measures.map((_, at) => ({ kind: 'measure', at }) as const)],
    // a few rows more than asked for tell whether there are enough to show any
    fetch: Math.max(query.limit + 1, leastRows ?? 0),
    least,
    leastRows,
    isOrdered: true,
    timeDim: null,
    bounds: null,
    spans,
    clock,
  };
  return { ...written(dialect.limit(ordered, plan.fetch), dialect), plan, select };
}

/**
 * Makes the statement of a query over a data set for one kind of database. Values never become text where the driver takes them apart;
 * names are those of the data set, quoted. Throws QueryProblem with a sentence for what cannot be asked.
 */
export function compileQuery(input: CompileInput): Compiled {
  const { set, query, clock } = input;
  const dialect = sqlDialect(input.dialect);
  checkTree(query.filters, '筛选条件');
  checkTree(query.having, '结果筛选');
  const origin = originOf(set.model, input.rows ?? null, query.params, dialect);
  const fields = new Fields(set.model, origin, dialect, dayText(clock.now));
  if (query.isDetail) {
    const { select: _, ...compiled } = detail(input, fields, dialect, origin);
    return compiled;
  }
  const dims = dimsOf(query, fields);
  const measures = measuresOf(query, fields, dialect.hasRoot);
  if (dims.length + measures.length === 0) throw new QueryProblem('请至少选择一个字段');
  for (const { by } of query.sort) assertKey(by, dims.length, measures.length);
  if (query.topN) {
    assertKey(query.topN.by, 0, measures.length);
    assertKey(query.topN.of, dims.length, 0);
  }
  const grouping = new Grouping({ input, fields, dialect, origin, dims, measures });
  const isDerived = measures.some(({ modifier }) => modifier !== 'none');
  const isTotal = query.totals && dims.length > 0;
  const isGrand = !query.totals && query.grandTotal === true && dims.length > 0;
  const byMeasure = query.sort.length > 0 && query.sort[0]!.by.startsWith('m') && !dims.some(({ slot }) => slot.sort === 'custom');
  const isOrdered = byMeasure && !isDerived && !isTotal && !isGrand && query.fill === 'none' && !query.topN;
  const fetch = isDerived || isTotal ? MAX_GROUPS : isOrdered ? query.limit + 1 : Math.max(query.limit, SORTED_HERE) + (isGrand ? 2 : 1);
  const { statement, raw: layout, timeDim, bounds, spans } = grouping.statement();
  const orders = [
    ...query.sort.filter(({ by }) => !isDerived || by.startsWith('d')),
    ...dims.map((_, i) => ({ by: `d${i}`, dir: 'asc' as const })).filter(({ by }) => !query.sort.some((one) => one.by === by)),
  ].map(({ by, dir }) => dialect.order(`g.${by}`, dir));
  // the total is never among what a limit cuts off
  if (isGrand) orders.unshift(dialect.order('g.lv', 'desc'));
  const list = layout.names.map((name) => `g.${name}`).join(', ');
  const ordered: Sql =
    dims.length === 0
      ? statement
      : sql`select ${raw(list)} from (${statement}) ${raw(dialect.alias('g'))} order by ${raw(orders.join(', '))}`;
  const plan: Plan = {
    query,
    isDetail: false,
    dims,
    measures,
    columns: columnsOf(dims, measures),
    raw: layout.columns,
    fetch,
    least: set.model.minGroup ?? null,
    leastRows: null,
    isOrdered,
    timeDim,
    bounds,
    spans,
    clock,
  };
  return { ...written(dims.length === 0 ? ordered : dialect.limit(ordered, fetch), dialect), plan };
}

function assertKey(key: string, dims: number, measures: number): void {
  const at = Number(key.slice(1));
  if (at >= (key.startsWith('d') ? dims : measures)) throw new QueryProblem(`结果中没有列“${key}”`);
}
