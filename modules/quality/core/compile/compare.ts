import { isAcross, type RuleTable } from '../catalogue/declaration.ts';
import type { Measure } from '../catalogue/measure.ts';
import type { SqlQuotes } from '../measure/dialects.ts';
import {
  all,
  any,
  column,
  columnsOf,
  columnsOfValue,
  missing,
  present,
  type Aggregate,
  type ColumnKind,
  type Condition,
} from '../measure/tree.ts';
import { canonical, type Form } from './canonical.ts';
import { differencesFound, reconciled } from './partners.ts';
import { narrowed, type Measured } from './plan.ts';
import { formOf, Side, type Comparison } from './compare-side.ts';
import { agreeSql, columnsSql, countsSql, listedSql, type Shape } from './compare-sql.ts';

/*
 * Tables of two sources held against each other: each side is asked for its rows (or groups) in its own words, both are put beside each other in
 * DuckDB as texts of one form (`canonical.ts`), and what differs is found there.
 */

type Of<K extends Measure['of']> = Extract<Measure, { of: K }>;
const whole = (value: unknown): number => Number(value ?? 0);
const NONE: readonly unknown[] = [];
const thereAll = (names: readonly string[]): Condition => all(...names.map((name) => present(column(name))));
const missingOne = (names: readonly string[]): Condition => any(...names.map((name) => missing(column(name))));

const readsOfAggregate = (aggregate: Aggregate): string[] =>
  aggregate.is === 'rows' ? [] : [...('value' in aggregate ? columnsOfValue(aggregate.value) : []), ...columnsOf(aggregate.where)];
const kindOfAggregate = (side: Side, aggregate: Aggregate): ColumnKind =>
  (aggregate.is === 'min' || aggregate.is === 'max') && aggregate.value.is === 'column' ? side.kindOf(aggregate.value.name) : 'number';
const unique = (names: readonly string[]): string[] => [...new Set(names)];

class Comparing {
  readonly #ruleId: string;
  readonly #here: Side;
  readonly #there: Side;
  readonly #filter: Condition;

  constructor(ruleId: string, here: Side, there: Side, filter: Condition) {
    this.#ruleId = ruleId;
    this.#here = here;
    this.#there = there;
    this.#filter = filter;
  }
  #forms(here: readonly string[], there: readonly string[]): { here: Form[]; there: Form[] } {
    const kinds = here.map((name, i) => [this.#here.kindOf(name), this.#there.kindOf(there[i]!)] as const);
    return { here: kinds.map(([a, b]) => formOf(a, b)), there: kinds.map(([a, b]) => formOf(b, a)) };
  }

  differences(measure: Of<'differences'>): Comparison {
    const [here, there] = [this.#here, this.#there];
    const forms = this.#forms([...measure.keys, ...measure.columns], [...measure.otherKeys, ...measure.otherColumns]);
    // without a condition for the other side all of this side is needed to know what is extra there
    const isMarked = this.#filter.is !== 'true' && measure.otherFilter.is === 'true';
    const [hereRows, thereRows] = [
      isMarked ? thereAll(measure.keys) : all(this.#filter, thereAll(measure.keys)),
      all(measure.otherFilter, thereAll(measure.otherKeys)),
    ];
    const mark = isMarked ? [`case when ${here.t.condition(this.#filter)} then 1 else 0 end`] : [];
    const shape: Shape = {
      keys: measure.keys.length,
      agree: measure.columns.map((_, i) => {
        const at = measure.keys.length + i;
        return agreeSql(at, forms.here[at] === 'number' && forms.there[at] === 'number' ? measure : null);
      }),
      mark: isMarked ? forms.here.length : null,
      keysMayBeNull: false,
    };
    return {
      ruleId: this.#ruleId,
      numbers: [],
      rows: {
        here: {
          table: here.table,
          text: here.text([...here.values([...measure.keys, ...measure.columns]), ...mark], hereRows),
          reads: unique([...measure.keys, ...measure.columns, ...columnsOf(this.#filter)]),
          forms: [...forms.here, ...mark.map((): Form => 'number')],
          counted: here.text(['count(*)'], hereRows),
        },
        there: {
          table: there.table,
          text: there.text(there.values([...measure.otherKeys, ...measure.otherColumns]), thereRows),
          reads: unique([...measure.otherKeys, ...measure.otherColumns, ...columnsOf(measure.otherFilter)]),
          forms: forms.there,
          counted: there.text(['count(*)'], thereRows),
        },
        counts: countsSql(shape),
        listed: (most) => listedSql(shape, most),
        columns: [
          { name: '差异', side: null, isJudged: false },
          ...measure.keys.map((name) => ({ name, side: 'here' as const, isJudged: measure.columns.length === 0 })),
          ...measure.columns.flatMap((name, i) => [
            { name, side: 'here' as const, isJudged: true },
            { name: measure.otherColumns[i]!, side: 'there' as const, isJudged: true },
          ]),
        ],
      },
      finish: ([rows, missed, different, extra]) =>
        differencesFound({ rows: whole(rows), missing: whole(missed), different: whole(different), extra: whole(extra) }, '行'),
    };
  }

  /** One number of each side. */
  #figures(measure: Of<'reconcile'>, of: { value: Form; here: readonly string[]; there: readonly string[] }): Comparison {
    const [here, there] = [this.#here, this.#there];
    return {
      ruleId: this.#ruleId,
      numbers: [
        {
          table: here.table,
          text: `select ${here.t.aggregate({ is: 'count', where: this.#filter })} as c0, ${here.t.aggregate(narrowed(measure.value, this.#filter))} as c1 from ${here.from}`,
          reads: of.here,
        },
        {
          table: there.table,
          text: `select ${there.t.aggregate(narrowed(measure.other, measure.otherFilter))} as c0 from ${there.from}`,
          reads: of.there,
        },
      ],
      rows: null,
      finish: (_, [[n, a] = NONE, [b] = NONE]) => ({
        rows: whole(n),
        ...reconciled(here.table, measure, canonical(a, of.value), canonical(b, of.value)),
      }),
    };
  }

  /** A number of each side, or one per group of each side. */
  reconcile(measure: Of<'reconcile'>): Comparison {
    const [here, there] = [this.#here, this.#there];
    const value = formOf(kindOfAggregate(here, measure.value), kindOfAggregate(there, measure.other));
    const sides = {
      here: unique([...readsOfAggregate(measure.value), ...measure.groups, ...columnsOf(this.#filter)]),
      there: unique([...readsOfAggregate(measure.other), ...measure.otherGroups, ...columnsOf(measure.otherFilter)]),
    };
    if (measure.groups.length === 0) return this.#figures(measure, { value, ...sides });
    const forms = this.#forms(measure.groups, measure.otherGroups);
    const at = measure.groups.length;
    const shape: Shape = { keys: at, agree: [agreeSql(at, value === 'number' ? measure : null)], mark: null, keysMayBeNull: true };
    const grouped = (side: Side, names: readonly string[], aggregate: Aggregate, where: Condition) =>
      side.text([...side.values(names), side.t.aggregate(aggregate)], where, ` group by ${side.values(names).join(', ')}`);
    return {
      ruleId: this.#ruleId,
      numbers: [],
      rows: {
        here: {
          table: here.table,
          text: grouped(here, measure.groups, measure.value, this.#filter),
          reads: sides.here,
          forms: [...forms.here, value],
          counted: null,
        },
        there: {
          table: there.table,
          text: grouped(there, measure.otherGroups, measure.other, measure.otherFilter),
          reads: sides.there,
          forms: [...forms.there, value],
          counted: null,
        },
        counts: countsSql(shape),
        listed: (most) => listedSql(shape, most),
        columns: [
          { name: '差异', side: null, isJudged: false },
          ...measure.groups.map((name) => ({ name, side: 'here' as const, isJudged: false })),
          { name: '本表汇总值', side: null, isJudged: true },
          { name: '对方汇总值', side: null, isJudged: true },
        ],
      },
      finish: ([rows, missed, different, extra]) =>
        differencesFound({ rows: whole(rows), missing: whole(missed), different: whole(different), extra: whole(extra) }, '组'),
    };
  }

  /** Values of rows here that stand in no row there; `key` are columns to find the rows by. */
  orphans(measure: Of<'orphans'>, nulls: 'ignore' | 'bad', key: readonly string[] | null): Comparison {
    const [here, there] = [this.#here, this.#there];
    const forms = this.#forms(measure.columns, measure.to);
    const [hereRows, thereRows] = [all(this.#filter, thereAll(measure.columns)), thereAll(measure.to)];
    const found = `not exists (select 1 from o where ${measure.columns.map((_, i) => `h.c${i} = o.c${i}`).join(' and ')})`;
    const values = here.values(measure.columns);
    const n = measure.columns.length;
    // to count, equal values are read once; to list, each row with its key
    const text =
      key === null
        ? here.text([...values, 'count(*)'], hereRows, ` group by ${values.join(', ')}`)
        : here.text([...values, ...here.values(key)], hereRows);
    const reads = unique([...measure.columns, ...(key ?? []), ...columnsOf(this.#filter)]);
    const list = columnsSql('h', n, key?.length ?? 0);
    return {
      ruleId: this.#ruleId,
      numbers: [
        {
          table: here.table,
          text: `select ${here.t.aggregate({ is: 'count', where: this.#filter })} as c0, ${here.t.aggregate({ is: 'count', where: all(this.#filter, missingOne(measure.columns)) })} as c1 from ${here.from}`,
          reads: unique([...measure.columns, ...columnsOf(this.#filter)]),
        },
      ],
      rows: {
        here: {
          table: here.table,
          text,
          reads,
          forms: [...forms.here, ...(key?.map((): Form => 'text') ?? ['number' as const])],
          counted: key === null ? null : here.text(['count(*)'], hereRows),
        },
        there: {
          table: there.table,
          text: `select distinct ${there
            .values(measure.to)
            .map((sql, i) => `${sql} as c${i}`)
            .join(', ')} from ${there.from}${there.where(thereRows)}`,
          reads: measure.to,
          forms: forms.there,
          counted: null,
        },
        counts: `select coalesce(sum(cast(h.c${n} as bigint)), 0), coalesce(sum(case when ${found} then cast(h.c${n} as bigint) end), 0) from h`,
        listed: (most) => `select ${list}${list ? ', ' : ''}${columnsSql('h', 0, n)} from h where ${found} order by all limit ${most}`,
        columns: [
          ...(key ?? []).map((name) => ({ name, side: 'here' as const, isJudged: false })),
          ...measure.columns.map((name) => ({ name, side: 'here' as const, isJudged: true })),
        ],
      },
      finish([some, orphaned], [[rows, without] = NONE]) {
        const isBad = nulls === 'bad';
        return {
          rows: whole(rows),
          checked: isBad ? whole(rows) : whole(some),
          bad: whole(orphaned) + (isBad ? whole(without) : 0),
        };
      },
    };
  }
}

/** Whether a rule holds rows of two places against each other, so that no single statement can. */
export const isComparison = (table: RuleTable, measure: Measure): measure is Of<'differences' | 'reconcile' | 'orphans'> =>
  ((measure.of === 'differences' || measure.of === 'orphans' || measure.of === 'reconcile') && isAcross(table, measure.table)) ||
  (measure.of === 'reconcile' && measure.groups.length > 0);

/**
 * A comparison of tables of two sources, or of groups of one; null for other rules. `key`: the rows themselves are wanted, found by these columns.
 * Throws ConfigProblem, Unsupported.
 */
export function comparisonOf(
  { table, quotes }: { readonly table: RuleTable; readonly quotes: SqlQuotes },
  ruleId: string,
  { measure, filter, nulls }: Measured,
  key: readonly string[] | null = null,
): Comparison | null {
  if (!isComparison(table, measure)) return null;
  const comparing = new Comparing(ruleId, new Side(table, quotes), new Side(measure.table, quotes), filter);
  switch (measure.of) {
    case 'differences':
      return comparing.differences(measure);
    case 'reconcile':
      return comparing.reconcile(measure);
    case 'orphans':
      return comparing.orphans(measure, nulls, key);
  }
}
