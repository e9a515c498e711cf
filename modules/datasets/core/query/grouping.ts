import type { Aggregate, FieldType } from '../../contract/field.ts';
import type { CompileInput } from './compile.ts';
import { comparesSteps, comparesYears, comparisonOf, replacedConditions, type Comparison } from './compare.ts';
import { conditionSql, treeSql, within } from './condition.ts';
import type { SqlDialect } from './dialects.ts';
import type { Fields } from './fields.ts';
import { filtersOf, whereSql } from './filters.ts';
import type { Origin } from './origin.ts';
import type { Plan, PlanDim, PlanMeasure, RawColumn } from './plan.ts';
import { suppressSmallGroups, sameValue } from './small-groups.ts';
import { joined, QueryProblem, raw, sql, type BindAs, type Sql } from './sql.ts';

interface Parts {
  readonly input: CompileInput;
  readonly fields: Fields;
  readonly dialect: SqlDialect;
  readonly origin: Origin;
  readonly dims: readonly PlanDim[];
  readonly measures: readonly PlanMeasure[];
}
/** A column of the innermost query. */
interface Column {
  readonly name: string;
  readonly value: Sql;
}
const list = (parts: readonly Sql[]): Sql => joined(parts, ', ');
const named = (columns: readonly Column[]): Sql => list(columns.map(({ name, value }) => sql`${value} as ${raw(name)}`));
/** Aggregates that count a value once, however often its row appears. */
const ONCE = new Set<Aggregate>(['countd', 'min', 'max']);

/**
 * The statement behind a grouped answer, in layers: the rows under plain names (`d0`, `v0` …); the top n that puts the rest under 其他; what
 * windows have to compute; the groups. Aggregates always see the rows themselves, so that 其他 and totals are right for averages too.
 */
export class Grouping {
  readonly #parts: Parts;
  readonly #comparison: Comparison;
  readonly #used = new Set<string>();
  readonly #summed: { name: string; columns: Set<string> }[] = [];
  /** columns of the rows that aggregates need, by their text */
  readonly #values = new Map<string, Column>();
  /** values of which windows have to be known */
  readonly #windows = new Map<string, 'median' | 'stddev'>();
  readonly #dimColumns: readonly Column[];
  readonly #measureSql: readonly Sql[];
  readonly #compareSql: readonly (Sql | null)[];
  readonly #having: Sql | null;
  /** rows that a group must have to be told */
  readonly #least: number | null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#least = parts.input.set.model.minGroup ?? null;
    const { dims, measures, fields, dialect, input } = parts;
    this.#comparison = comparisonOf(input, fields, dims, measures);
    this.#dimColumns = dims.map(({ slot, grain, type }, i) => {
      const value = fields.row(slot.col, this.#used);
      return { name: `d${i}`, value: grain ? this.#bucket(value, grain, type) : value };
    });
    const inSpan = this.#comparison.kind === 'moved' ? this.#within(this.#comparison.span) : null;
    this.#measureSql = measures.map(({ slot, agg, field }) => this.#measure(slot.col, agg, inSpan, field.name));
    this.#compareSql = measures.map(({ slot, agg, field, modifier }) => {
      if (this.#comparison.kind !== 'moved') return null;
      const span = comparesYears(modifier) ? this.#comparison.year : comparesSteps(modifier) ? this.#comparison.step : null;
      return span && this.#measure(slot.col, agg, this.#within(span), field.name);
    });
    this.#having = treeSql(input.query.having, 'and', (condition) => {
      const at = /^m(\d{1,2})$/.exec(condition.col);
      const known = fields.get(at ? (measures[Number(at[1])]?.slot.col ?? condition.col) : condition.col);
      const agg = at ? measures[Number(at[1])]?.agg : (condition.aggregateType ?? known.field.agg ?? 'sum');
      if (agg === undefined) throw new QueryProblem(`结果筛选中没有度量“${condition.col}”`);
      const value = at
        ? this.#measureSql[Number(at[1])]!
        : this.#measure(condition.col, known.isAggregate ? 'none' : agg, inSpan, known.field.name);
      const keeps = agg === 'min' || agg === 'max';
      const type: FieldType = keeps && known.type !== 'any' ? known.type : 'number';
      return conditionSql(condition, { name: known.field.name, type }, value, { dialect, clock: input.clock });
    });
  }

  #bucket(value: Sql, grain: NonNullable<PlanDim['grain']>, type: FieldType): Sql {
    const { dialect, input } = this.#parts;
    const { fiscalMonth } = input.clock;
    if (grain !== 'year' || fiscalMonth === 1) return dialect.trunc(grain, value, type);
    const year = dialect.part('YEAR', value);
    const start = sql`(${year} - case when ${dialect.part('MONTH', value)} < ${[{ bind: fiscalMonth, as: 'int' }]} then 1 else 0 end)`;
    return dialect.concat([start, [{ bind: `-${String(fiscalMonth).padStart(2, '0')}-01`, as: 'text' }]]);
  }

  #within(span: { from: number; to: number }): Sql {
    if (this.#comparison.kind !== 'moved') return raw('1 = 1');
    const { fields } = this.#parts;
    const { col } = this.#comparison;
    return within(fields.row(col, this.#used), span, fields.get(col).field.type as BindAs);
  }

  /** A value of the rows under a name of ours; equal ones share it. */
  #value(value: Sql): string {
    const text = JSON.stringify(value);
    let column = this.#values.get(text);
    if (!column) {
      column = { name: `v${this.#values.size}`, value };
      this.#values.set(text, column);
    }
    return column.name;
  }

  /** One aggregate over the rows for which the condition holds. */
  #aggregate(agg: Aggregate, value: Sql | null, condition: Sql | null): Sql {
    const { dialect } = this.#parts;
    if (value === null && condition === null) return raw('count(*)');
    const given = value ?? raw('1');
    const own = agg === 'avg' || agg === 'stddev' ? dialect.averaged(given) : given;
    const name = this.#value(condition ? sql`case when ${condition} then ${own} end` : own);
    const column = raw(`b.${name}`);
    switch (agg) {
      case 'countd':
        return sql`count(distinct ${column})`;
      case 'median':
        if (dialect.median) return dialect.median(column);
        this.#windows.set(name, 'median');
        return raw(`avg(case when 2 * b.p${name} >= b.n${name} and 2 * b.p${name} <= b.n${name} + 2 then b.${name} end)`);
      case 'stddev': {
        if (dialect.stddev) return dialect.stddev(column);
        this.#windows.set(name, 'stddev');
        return raw(`(sum((b.${name} - b.a${name}) * (b.${name} - b.a${name})) / nullif(count(b.${name}) - 1, 0))`);
      }
      case 'none':
        throw new QueryProblem('度量需要选择聚合方式');
      default:
        return sql`${raw(agg)}(${column})`;
    }
  }

  #measure(col: string, agg: Aggregate, condition: Sql | null, name: string): Sql {
    const { fields } = this.#parts;
    const columns = new Set<string>();
    let isOnce = true;
    const put = (one: Aggregate, value: Sql | null): Sql => {
      isOnce &&= ONCE.has(one);
      return this.#aggregate(one, value, condition);
    };
    const made = fields.get(col).isAggregate ? fields.aggregated(col, columns, put) : put(agg, fields.row(col, columns));
    for (const one of columns) this.#used.add(one);
    if (!isOnce && columns.size > 0) this.#summed.push({ name, columns });
    return made;
  }

  /** For how many each row stands, where the data set says so; it counts once for each row, so it must not be multiplied by a join. */
  #size(): Column | null {
    const { fields, input } = this.#parts;
    const by = input.set.model.minGroupBy;
    if (!by) return null;
    const columns = new Set<string>();
    const value = fields.row(by, columns);
    for (const one of columns) this.#used.add(one);
    this.#summed.push({ name: fields.get(by).field.name, columns });
    return { name: 'p', value };
  }

  /** The rows under plain names. */
  #rows(columns: readonly Column[], conditions: readonly Sql[]): Sql {
    const { origin } = this.#parts;
    const from = origin.from({ columns: this.#used, summed: this.#summed });
    const shown = columns.length > 0 ? named(columns) : raw('1 as x');
    return sql`select ${shown} from ${from.from}${whereSql([...from.where, ...conditions])}`;
  }

  /** Groups of rows: keys as they are, aggregates over each. */
  #groups(rows: Sql, keys: readonly string[], select: readonly Sql[], having: Sql | null, columns: readonly string[]): Sql {
    const { dialect } = this.#parts;
    const b = raw(dialect.alias('b'));
    // over no rows at all there would still be a count of 0
    const some = this.#least !== null && keys.length === 0 ? raw('count(*) > 0') : null;
    const kept = [some, having].filter((one) => one !== null);
    const over = keys.length > 0 ? `partition by ${keys.map((key) => `b.${key}`).join(', ')}` : '';
    const windows = [...this.#windows].flatMap(([name, kind]) =>
      kind === 'stddev'
        ? [`avg(b.${name}) over (${over}) as a${name}`]
        : [
            `row_number() over (${over}${over ? ' ' : ''}order by case when b.${name} is null then 1 else 0 end, b.${name}) as p${name}`,
            `count(b.${name}) over (${over}) as n${name}`,
          ],
    );
    const source =
      windows.length > 0
        ? sql`select ${raw([...columns.map((name) => `b.${name} as ${name}`), ...windows].join(', '))} from (${rows}) ${b}`
        : rows;
    return sql`select ${list(select)} from (${source}) ${b}${
      keys.length > 0 ? sql` group by ${raw(keys.map((key) => `b.${key}`).join(', '))}` : raw('')
    }${kept.length > 0 ? sql` having ${joined(kept, ' and ')}` : raw('')}`;
  }

  statement(): {
    statement: Sql;
    raw: { names: string[]; columns: RawColumn[] };
    timeDim: number | null;
    bounds: Plan['bounds'];
    spans: Plan['spans'];
  } {
    const { input, fields, dialect, dims } = this.#parts;
    const { topN } = input.query;
    const comparison = this.#comparison;
    const { where, spans } = filtersOf(input, fields, dialect, this.#used, replacedConditions(comparison));
    const flags: Column[] = [];
    let conditions: readonly Sql[] = where;
    let inside: readonly Sql[] = where;
    if (comparison.kind === 'widened') {
      const { slot, type } = dims[comparison.timeDim]!;
      const column = fields.row(slot.col, this.#used);
      const asked = within(column, comparison.bounds, type as BindAs);
      flags.push({ name: 'w', value: sql`case when ${asked} then 1 else 0 end` });
      conditions = [...where, within(column, { from: comparison.from, to: comparison.bounds.to }, type as BindAs)];
      inside = [...where, asked];
    } else if (comparison.kind === 'moved') {
      const asked = this.#within(comparison.span);
      const all = [comparison.span, comparison.year, comparison.step].filter((span) => span !== null);
      flags.push({ name: 'i', value: sql`case when ${asked} then 1 else 0 end` });
      conditions = [
        ...where,
        sql`(${joined(
          all.map((span) => this.#within(span)),
          ' or ',
        )})`,
      ];
      inside = [...where, asked];
    }
    const least = this.#least;
    // an earlier span is a group of its own: what it is compared with tells of it too
    if (least !== null && comparison.kind === 'moved')
      flags.push({
        name: 'q',
        value: joined(
          [comparison.span, comparison.year, comparison.step].flatMap((span, i) =>
            span ? [sql`case when ${this.#within(span)} then ${raw(String(2 ** i))} else 0 end`] : [],
          ),
          ' + ',
        ),
      });
    const size = least === null ? null : this.#size();
    if (size) flags.push(size);
    const values = [...this.#values.values()];
    const plain = [...this.#dimColumns, ...values, ...flags];
    let rows = this.#rows(plain, conditions);
    let columns = plain.map(({ name }) => name);
    if (least !== null) {
      const span = comparison.kind === 'widened' ? 'w' : comparison.kind === 'moved' ? 'q' : null;
      const keys = dims.map(({ type, grain }, i) => ({ name: `d${i}`, type, isBucket: grain !== null }));
      rows = suppressSmallGroups(rows, { dialect, columns, keys, span, minSize: least, size: size?.name ?? null });
    }
    if (topN) {
      rows = this.#ranked(rows, columns, inside);
      if (topN.others) columns = [...columns, 'o'];
    }
    return {
      ...this.#leveled(rows, columns),
      timeDim: comparison.kind === 'moved' ? null : comparison.timeDim,
      bounds: comparison.kind === 'moved' ? null : comparison.bounds,
      spans,
    };
  }

  /** Rows of the n best values of one dimension; the others lose their value and are marked, or are left out. */
  #ranked(rows: Sql, columns: readonly string[], inside: readonly Sql[]): Sql {
    const { input, dialect, dims } = this.#parts;
    const { n, by, of, others, bottom } = input.query.topN!;
    const at = Number(of.slice(1));
    const { type, grain } = dims[at]!;
    const values = [...this.#values.values()];
    const flag = columns.find((name) => name === 'w' || name === 'i');
    const within =
      this.#least === null
        ? this.#rows([this.#dimColumns[at]!, ...values], inside)
        : sql`select ${raw([of, ...values.map(({ name }) => name)].map((name) => `b.${name} as ${name}`).join(', '))} from (${rows}) ${raw(
            dialect.alias('b'),
          )}${raw(flag ? ` where b.${flag} = 1` : '')}`;
    const score = this.#measureSql[Number(by.slice(1))]!;
    const grouped = this.#groups(within, [of], [raw(`b.${of} as k`), sql`${score} as s`], null, [of, ...values.map(({ name }) => name)]);
    const best = dialect.limit(
      sql`select g.k as k, 1 as h, case when g.k is null then 1 else 0 end as z from (${grouped}) ${raw(dialect.alias('g'))} order by ${raw(
        `${dialect.order('g.s', bottom ? 'asc' : 'desc')}, ${dialect.order('g.k', 'asc')}`,
      )}`,
      n,
    );
    // empty values are a value like any other
    const same = (column: string): Sql => sameValue(dialect, { type, isBucket: grain !== null }, column);
    const shown = columns.map((name) =>
      name === of && others ? `case when r.h = 1 then b.${name} end as ${name}` : `b.${name} as ${name}`,
    );
    if (others) shown.push('case when r.h = 1 then 0 else 1 end as o');
    return sql`select ${raw(shown.join(', '))} from (${rows}) ${raw(dialect.alias('b'))} ${raw(others ? 'left' : 'inner')} join (${best}) ${raw(
      dialect.alias('r'),
    )} on ${same(`b.${of}`)} = ${same('r.k')} and case when b.${raw(of)} is null then 1 else 0 end = r.z`;
  }

  /** The groups, and with totals those of every level above, or the uppermost alone. */
  #leveled(rows: Sql, columns: readonly string[]): { statement: Sql; raw: { names: string[]; columns: RawColumn[] } } {
    const { input, dims, measures } = this.#parts;
    const { query } = input;
    const hasOther = columns.includes('o');
    const hasVisible = columns.includes('w');
    const hasInside = columns.includes('i');
    const names = dims.map((_, i) => `d${i}`);
    const layout: { name: string; column: RawColumn }[] = names.map((name, at) => ({ name, column: { kind: 'dim', at } }));
    const isTotal = query.totals && dims.length > 0;
    const isGrand = !isTotal && query.grandTotal === true && dims.length > 0;
    if (hasOther) layout.push({ name: 'o', column: { kind: 'other' } });
    if (hasVisible) layout.push({ name: 'w', column: { kind: 'visible' } });
    measures.forEach((_, at) => layout.push({ name: `m${at}`, column: { kind: 'measure', at } }));
    this.#compareSql.forEach((one, at) => one && layout.push({ name: `e${at}`, column: { kind: 'compare', at } }));
    if (hasInside) layout.push({ name: 'i', column: { kind: 'inside' } });
    if (isTotal || isGrand) layout.push({ name: 'lv', column: { kind: 'level' } });
    const rank = query.topN ? query.topN.of : null;
    const level = (kept: ReadonlySet<string>, part: number): Sql => {
      const keys = names.filter((name) => kept.has(name));
      const keepsOther = hasOther && rank !== null && kept.has(rank);
      const select = layout.map(({ name, column }): Sql => {
        switch (column.kind) {
          case 'dim':
            return kept.has(name) ? raw(`b.${name} as ${name}`) : raw(`null as ${name}`);
          case 'other':
            return keepsOther ? raw('b.o as o') : raw('0 as o');
          case 'visible':
            return raw('b.w as w');
          case 'measure':
            return sql`${this.#measureSql[column.at]!} as ${raw(name)}`;
          case 'compare':
            return sql`${this.#compareSql[column.at]!} as ${raw(name)}`;
          case 'inside':
            return raw('sum(b.i) as i');
          case 'level':
            return raw(`${part} as lv`);
        }
      });
      const all = [...keys, ...(keepsOther ? ['o'] : []), ...(hasVisible ? ['w'] : [])];
      // earlier buckets are only there to be compared with: a condition on the result is for those that are shown
      return this.#groups(rows, all, select, hasVisible ? null : this.#having, columns);
    };
    const row = dims.filter(({ shelf }) => shelf === 'rows').length;
    const levels: Sql[] = [];
    for (let i = row; i >= (isTotal ? 0 : row); i--)
      for (let j = dims.length - row; j >= (isTotal ? 0 : dims.length - row); j--)
        levels.push(level(new Set([...names.slice(0, i), ...names.slice(row, row + j)]), (dims.length - i - j) * 100 + i));
    if (isGrand) levels.push(level(new Set(), dims.length * 100));
    return {
      statement: joined(levels, ' union all '),
      raw: { names: layout.map(({ name }) => name), columns: layout.map(({ column }) => column) },
    };
  }
}
